//! Owns the checks of the engine as a bare WASM module: it imports nothing, and it reads in a snapshot what the native
//! engine reads. It owns no check of what that is.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails by panicking")]

use std::path::Path;
use std::thread;

use graphicle_engine::inspect::{digests, ranking_text};
use graphicle_engine::snapshot::Snapshot;
use graphicle_tests::fixture;
use graphicle_tests::mutation::damaged;
use graphicle_tests::wasm::module_path;
use wasmtime::{Engine, Instance, Memory, Module, Store, TypedFunc};

const DESCRIBE: u8 = 0;
const DIGESTS: u8 = 1;
const RANK: u8 = 2;

/// The module with its exports at hand.
struct Guest {
    store: Store<()>,
    memory: Memory,
    alloc: TypedFunc<u32, u32>,
    call: TypedFunc<(u32, u32), u64>,
    free: TypedFunc<(u32, u32), ()>,
}

impl Guest {
    fn load() -> Self {
        let engine = Engine::default();
        let module = Module::from_file(&engine, module_path()).expect("the module loads");
        assert_eq!(module.imports().count(), 0, "the engine's bare module must import nothing");
        let mut store = Store::new(&engine, ());
        let instance = Instance::new(&mut store, &module, &[]).unwrap();
        Self {
            memory: instance.get_memory(&mut store, "memory").unwrap(),
            alloc: instance.get_typed_func(&mut store, "g_alloc").unwrap(),
            call: instance.get_typed_func(&mut store, "g_call").unwrap(),
            free: instance.get_typed_func(&mut store, "g_free").unwrap(),
            store,
        }
    }

    /// Sends a request and returns whether it was done, and the answer's text.
    fn request(&mut self, kind: u8, payload: &[u8]) -> (bool, String) {
        let len = u32::try_from(payload.len() + 1).unwrap();
        let address = self.alloc.call(&mut self.store, len).unwrap();
        assert_ne!(address, 0, "the guest has no room");
        self.memory.write(&mut self.store, address as usize, &[kind]).unwrap();
        self.memory.write(&mut self.store, address as usize + 1, payload).unwrap();
        let answer = self.call.call(&mut self.store, (address, len)).expect("a request never traps");
        self.free.call(&mut self.store, (address, len)).unwrap();
        let (at, len) = (u32::try_from(answer >> 32).unwrap(), u32::try_from(answer & 0xffff_ffff).unwrap());
        let mut bytes = vec![0; len as usize];
        self.memory.read(&self.store, at as usize, &mut bytes).unwrap();
        self.free.call(&mut self.store, (at, len)).unwrap();
        let text = String::from_utf8(bytes.split_off(1)).unwrap();
        (bytes == [0], text)
    }
}

#[test]
fn the_module_reads_what_the_native_engine_reads() {
    let mut guest = Guest::load();
    let (done, text) = guest.request(DESCRIBE, &[]);
    assert!(done && text.contains("\"snapshot_format\":1"), "{text}");

    let bytes = fixture::snapshot();
    let native = digests(&Snapshot::open(&bytes).unwrap()).unwrap().to_string();
    assert_eq!(guest.request(DIGESTS, &bytes), (true, native));

    let (done, sentence) = guest.request(DIGESTS, &bytes[..bytes.len() / 2]);
    assert_eq!((done, sentence.as_str()), (false, "the snapshot is cut short"));
    let (done, _) = guest.request(77, &[]);
    assert!(!done);
}

#[test]
fn the_module_ranks_as_the_native_engine_does() {
    let mut guest = Guest::load();
    let bytes = fixture::snapshot();
    let snapshot = Snapshot::open(&bytes).unwrap();
    for question in ["where is the store opened?", "`Cache.get` in go/store.go:12 fails", "日本語 test", ""] {
        let request = rank_request(question, &bytes);
        assert_eq!(guest.request(RANK, &request), (true, ranking_text(&snapshot, question)), "{question}");
    }
    let (done, sentence) = guest.request(RANK, &[9, 0, 0, 0, b'x']);
    assert_eq!((done, sentence.as_str()), (false, "the request is shorter than its question"));
    assert!(!guest.request(RANK, &[1, 0, 0, 0, 0xff]).0);
}

fn rank_request(question: &str, snapshot: &[u8]) -> Vec<u8> {
    let mut request = u32::try_from(question.len()).unwrap().to_le_bytes().to_vec();
    request.extend_from_slice(question.as_bytes());
    request.extend_from_slice(snapshot);
    request
}

/// Reads damaged snapshots natively and in a module, and compares what either says.
fn compare(numbers: impl Iterator<Item = u64>, seed: u64) {
    let mut guest = Guest::load();
    let bytes = fixture::short_snapshot();
    for number in numbers {
        let damaged = damaged(&bytes, seed, number);
        let native = Snapshot::open(&damaged).and_then(|snapshot| digests(&snapshot));
        let expected = match native {
            Ok(digests) => (true, digests.to_string()),
            Err(error) => (false, error.to_string()),
        };
        assert_eq!(guest.request(DIGESTS, &damaged), expected, "mutation {number} of seed {seed}");
        // 64 KiB a page: reading a damaged snapshot takes no memory that its bytes do not justify.
        let pages = guest.memory.size(&guest.store);
        assert!(pages < 1024, "after mutation {number} of seed {seed}: {pages} pages");
    }
}

#[test]
fn damaged_snapshots_read_alike_and_never_trap() {
    compare(0..200, 0x5eed);
    assert!(Path::new(&module_path()).metadata().unwrap().len() < 2_000_000);
}

/// As many as `GRAPHICLE_MUTATIONS` says, else 100,000.
#[test]
#[ignore = "takes about half an hour; CONTRIBUTING.md has the command"]
fn many_damaged_snapshots_read_alike_and_never_trap() {
    let count: u64 = std::env::var("GRAPHICLE_MUTATIONS").map_or(100_000, |count| count.parse().unwrap());
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for first in 0..threads {
            scope.spawn(move || compare((first as u64..count).step_by(threads), 0xfeed));
        }
    });
}
