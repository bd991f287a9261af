//! Owns showing what a sync does: a bar on a terminal, a few plain lines elsewhere, nothing when asked. It owns no
//! order of steps.

use std::fmt;
use std::io::{self, IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use graphicle_engine::visible::visible;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::out::{count, number, size};
use crate::sync::{Observer, Phase};

/// How often lines tell of progress where there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// How often a bar is drawn when nothing else draws it: a step without files is seen too, and the clock goes on.
const REDRAW_EVERY: Duration = Duration::from_millis(150);

/// The share of a job that must be done before what is left can be told: the first files say little of the others.
const TELLS_LITTLE: f64 = 0.03;

/// Fewer files than this are read before anybody could see a bar.
const WORTH_A_BAR: u64 = 200;

/// Shows a sync's progress on standard error.
#[derive(Debug)]
pub(super) enum Progress {
    /// Shows nothing.
    Silent,
    /// Shows a bar.
    Bar(ProgressBar),
    /// Prints lines.
    Lines(Lines),
}

/// What lines need to know.
#[derive(Debug)]
pub(super) struct Lines {
    files: AtomicU64,
    done: AtomicU64,
    last: Mutex<Instant>,
}

impl Progress {
    /// Returns what fits where standard error goes.
    pub(super) fn new() -> Self {
        if io::stderr().is_terminal() {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            bar.set_style(step_style());
            bar.enable_steady_tick(REDRAW_EVERY);
            Self::Bar(bar)
        } else {
            let (files, done) = (AtomicU64::new(0), AtomicU64::new(0));
            Self::Lines(Lines { files, done, last: Mutex::new(Instant::now()) })
        }
    }

    /// Takes the bar away.
    pub(super) fn finish(&self) {
        if let Self::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}

impl Observer for Progress {
    fn begin(&self, phase: Phase) {
        match self {
            Self::Silent => {}
            Self::Bar(bar) => begin_bar(bar, phase),
            Self::Lines(lines) => lines.begin(phase),
        }
    }

    fn file_done(&self, bytes: u64) {
        match self {
            Self::Silent => {}
            Self::Bar(bar) => bar.inc(bytes),
            Self::Lines(lines) => lines.file_done(),
        }
    }

    fn note(&self, sentence: &str) {
        match self {
            Self::Silent => {}
            Self::Bar(bar) => bar.suspend(|| print(&format!("graphicle: {sentence}"))),
            Self::Lines(_) => print(&format!("graphicle: {sentence}")),
        }
    }
}

/// Returns the style of a step without a total: a line with what is being done.
fn step_style() -> ProgressStyle {
    // This template and the other one are constants, so they parse.
    ProgressStyle::with_template("{msg}").unwrap_or_else(|_| ProgressStyle::default_spinner())
}

fn begin_bar(bar: &ProgressBar, phase: Phase) {
    match phase {
        Phase::Listing => {
            bar.set_style(step_style());
            bar.set_message("listing files");
        }
        Phase::Reading { files, bytes } => {
            bar.set_length(bytes);
            bar.set_position(0);
            bar.set_message(format!("reading {}", count(files, "file", "files")));
            if files >= WORTH_A_BAR {
                // What the text leaves of the terminal's width is the bar's.
                let style = ProgressStyle::with_template("{msg} {percent:>3}% {wide_bar} {left}");
                let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
                bar.set_style(style.with_key("left", |state: &ProgressState, to: &mut dyn fmt::Write| {
                    // Writing to a line in memory does not fail.
                    let _ = to.write_str(&left(state.fraction().into(), state.eta()));
                }));
            }
        }
        Phase::Linking => {
            bar.set_style(step_style());
            bar.set_message("resolving names");
        }
        Phase::Writing => bar.set_message("writing the snapshot"),
    }
    bar.tick();
}

/// Returns how long it will take at this share done, or nothing while that would be a guess.
fn left(share_done: f64, eta: Duration) -> String {
    if share_done < TELLS_LITTLE { String::new() } else { format!("{:#} left", HumanDuration(eta)) }
}

impl Lines {
    fn begin(&self, phase: Phase) {
        match phase {
            // Until it is known what there is to do, there is nothing to tell.
            Phase::Listing => {}
            Phase::Reading { files, bytes } => {
                self.files.store(files, Ordering::Relaxed);
                if files > 0 {
                    print(&format!("reading {} ({})", count(files, "file", "files"), size(bytes)));
                }
            }
            Phase::Linking => print("resolving names"),
            Phase::Writing => print("writing the snapshot"),
        }
    }

    fn file_done(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed).saturating_add(1);
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.elapsed() >= LINE_EVERY {
            *last = Instant::now();
            print(&format!("read {} of {}", number(done), count(self.files.load(Ordering::Relaxed), "file", "files")));
        }
    }
}

/// Prints a line on standard error; when nobody listens there, nobody is told.
fn print(line: &str) {
    let _ = writeln!(io::stderr(), "{}", visible(line));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_told_once_it_is_no_guess() {
        assert_eq!(left(0.0, Duration::from_secs(2000)), "");
        assert_eq!(left(0.02, Duration::from_secs(2000)), "");
        assert_eq!(left(0.5, Duration::from_secs(20)), "20s left");
    }
}
