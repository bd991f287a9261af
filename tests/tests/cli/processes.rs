//! Processes that wait for each other, and parser processes that are killed. Many rounds of both are checks of their own
//! (`graphicle_tests::checks`).

use std::fmt::Write as _;
use std::fs::{self, File};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use graphicle::sync::workers::{Request, WORKER_COMMAND, read_frame, write_frame};
use graphicle_engine::language::Language;
use graphicle_tests::fixture::program;
use graphicle_tests::process::{below, kill};
use graphicle_tests::sandbox::{Done, SETTLE, Sandbox};

/// A project whose first sync takes long enough to be met in the middle.
fn large() -> Sandbox {
    let sandbox = Sandbox::new();
    for folder in 0..40 {
        for file in 0..10 {
            let mut body = String::new();
            for n in 0..80 {
                writeln!(body, "def item_{n}(value):\n    return other_{file}(value) + {folder} * {n}\n\n").unwrap();
            }
            sandbox.write(&format!("part{folder}/module{file}.py"), &body);
        }
    }
    sandbox
}

fn start(sandbox: &Sandbox) -> Child {
    sandbox.command(&["sync", "--json"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

#[test]
fn a_second_sync_waits_and_says_so_while_readers_do_not_wait() {
    let sandbox = Sandbox::with_files();
    sandbox.sync();
    let lock = File::options().write(true).open(sandbox.project_data().join("lock")).unwrap();
    lock.lock().unwrap();
    let waiting = start(&sandbox);
    let asked = Instant::now();
    assert_eq!(sandbox.status()["up_to_date"], true);
    assert!(asked.elapsed() < Duration::from_secs(20), "status waited for the lock");
    thread::sleep(Duration::from_millis(1500));
    drop(lock);
    let done = Done::of(&waiting.wait_with_output().unwrap());
    assert!(done.stderr.contains("waiting for it to end"), "{done:?}");
    done.json();
}

#[cfg(target_os = "linux")]
#[test]
fn a_parser_process_that_is_killed_is_replaced() {
    let sandbox = large();
    let child = start(&sandbox);
    let mut killed = 0;
    let end = Instant::now() + Duration::from_secs(20);
    while killed < 3 && Instant::now() < end {
        killed += below(child.id()).into_iter().filter(|&worker| kill(worker)).count();
        thread::sleep(Duration::from_millis(5));
    }
    let done = Done::of(&child.wait_with_output().unwrap()).json();
    // The killer may meet the same file twice; whatever it did, the sync ends and the next forced one is whole.
    assert_eq!(done["files"], 400);
    let forced = sandbox.run(&["sync", "--force", "--json"]).json();
    assert_eq!(forced["parser_crashes"], 0);
    sandbox.assert_like_fresh();
}

#[cfg(target_os = "linux")]
#[test]
fn parser_processes_end_with_the_sync_that_started_them() {
    let sandbox = large();
    let mut child = start(&sandbox);
    let end = Instant::now() + Duration::from_secs(20);
    let mut workers = Vec::new();
    while workers.is_empty() && Instant::now() < end {
        workers = below(child.id());
        thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let is_running = |pid: &u32| {
        fs::read_to_string(format!("/proc/{pid}/cmdline")).is_ok_and(|line| line.contains("extract-worker"))
    };
    let end = Instant::now() + Duration::from_secs(20);
    while workers.iter().any(is_running) {
        assert!(Instant::now() < end, "a worker outlived its sync");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_parser_process_ends_in_the_middle_of_a_file_that_nobody_waits_for() {
    let mut worker =
        Command::new(program()).arg(WORKER_COMMAND).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut to, mut from) = (worker.stdin.take().unwrap(), worker.stdout.take().unwrap());
    let (mut hello, mut answer) = (Vec::new(), Vec::new());
    assert!(read_frame(&mut from, &mut hello).unwrap());
    // Seconds of work, and the other side is gone before it is done.
    let text = "(".repeat(4 << 20);
    let request = Request { path: "a.go", language: Language::Go, text: &text };
    write_frame(&mut to, &postcard::to_allocvec(&request).unwrap()).unwrap();
    drop(to);
    assert!(!read_frame(&mut from, &mut answer).unwrap(), "it went on to the end of the file");
    assert!(worker.wait().unwrap().success());
}

#[test]
fn a_lock_file_that_a_dead_process_left_stops_nobody() {
    let sandbox = Sandbox::with_files();
    thread::sleep(SETTLE);
    sandbox.sync();
    fs::write(sandbox.project_data().join("lock"), "12345").unwrap();
    assert_eq!(sandbox.sync()["read"], 0);
}
