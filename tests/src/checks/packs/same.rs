//! Owns the check that the same inputs give the same bytes: again, on two threads, through another door, and from files
//! that were added in another order. Processes and machines it does not own.

use std::thread;

use graphicle_engine::pack::{Pack, json};
use graphicle_engine::snapshot::Snapshot;

use super::hold;
use super::made::{Made, by_hand, counter};

/// Checks that two threads that pack at the same time make the same pack, each with everything of its own.
pub(super) fn again(made: &Made<'_>) -> Result<(), String> {
    let expected = bytes(&made.pack)?;
    let (request, snapshot, exact) = (&made.request, made.project.snapshot, made.exact);
    let pack = || {
        let own = counter(request);
        let counter = exact.map_or(own.as_ref(), |exact| exact);
        request.pack_counted(snapshot, counter).map_err(|error| error.to_string())
    };
    let packs = thread::scope(|scope| {
        let threads = [scope.spawn(pack), scope.spawn(pack)];
        threads.map(|thread| thread.join().map_err(|_| "a thread panicked".to_owned()).flatten())
    });
    for pack in packs {
        hold!(bytes(&pack?)? == expected, "two threads make other packs");
    }
    let by_hand = by_hand(made).map_err(|error| error.to_string())?;
    hold!(bytes(&by_hand)? == expected, "the same ranking, brought by the caller, makes another pack");
    Ok(())
}

/// Checks that another snapshot of the same files makes the same pack.
pub(super) fn from(made: &Made<'_>, snapshot: &Snapshot<'_>) -> Result<(), String> {
    let other = made.like_this(&made.request, snapshot).map_err(|error| error.to_string())?;
    hold!(bytes(&other)? == bytes(&made.pack)?, "files that were added in another order make another pack");
    Ok(())
}

fn bytes(pack: &Pack) -> Result<(String, String), String> {
    Ok((json(pack, None).map_err(|error| error.to_string())?, pack.text.clone()))
}
