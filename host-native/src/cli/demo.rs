//! Owns the command `demo`: the project's snapshot in the browser page, on this machine alone. It owns neither the page nor
//! the server.

use std::io::{self, Write as _};

use anyhow::Context as _;
use graphicle_engine::pack::Filter;
use graphicle_page::{Page, Server};

use super::args::DemoArgs;
use super::demo_folder::SNAPSHOT;
use super::exported::{Effort, Exported};
use super::fresh;
use super::out::Out;

pub(super) fn run(args: &DemoArgs) -> anyhow::Result<()> {
    Filter::new(&args.part.include, &args.part.exclude)?;
    let page = args.page.as_deref().map_or_else(Page::built, Page::read)?;
    let snapshot = snapshot(args)?;
    let server = Server::bind(args.port.unwrap_or(0), page, SNAPSHOT, snapshot)?;
    let address = server.address();
    let mut out = Out::new();
    out.bytes(format!("{address}\n").as_bytes())?;
    out.finish()?;
    writeln!(
        io::stderr(),
        "graphicle: the page is there until you press Ctrl-C; its address is for this machine alone"
    )?;
    if !args.no_open && open::that_detached(&address).is_err() {
        writeln!(io::stderr(), "graphicle: no browser could be opened; open the address yourself")?;
    }
    server.run().context("the page could not be served any longer; start it again")
}

/// Returns the bytes that the page opens.
fn snapshot(args: &DemoArgs) -> anyhow::Result<Vec<u8>> {
    if let Some(path) = &args.snapshot {
        return std::fs::read(path).with_context(|| {
            format!("cannot read {}; give a file that graphicle export wrote", super::out::quoted(path))
        });
    }
    let (project, mapped) = fresh::snapshot(&args.project)?;
    drop(mapped);
    let mut bytes = Vec::new();
    Exported::of(&project, &args.part, Effort::Quick)?.write(&mut bytes)?;
    Ok(bytes)
}
