//! Owns the module in wasmtime: loading it, and asking it by its binary interface. It owns no expectation.

use graphicle_engine::abi::RANK;
use graphicle_tests::wasm::module_path;
use wasmtime::{Engine, Instance, Memory, Module, Store, TypedFunc};

/// The module with its exports at hand.
pub(super) struct Guest {
    store: Store<()>,
    memory: Memory,
    alloc: TypedFunc<u32, u32>,
    call: TypedFunc<(u32, u32), u64>,
    free: TypedFunc<(u32, u32), ()>,
}

impl Guest {
    pub(super) fn load() -> Self {
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
    pub(super) fn request(&mut self, kind: u8, payload: &[u8]) -> (bool, String) {
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

    /// As [`Guest::request`], for a payload that is a text with its length in front, then a snapshot.
    pub(super) fn with_text(&mut self, kind: u8, text: &str, snapshot: &[u8]) -> (bool, String) {
        let mut payload = u32::try_from(text.len()).unwrap().to_le_bytes().to_vec();
        payload.extend_from_slice(text.as_bytes());
        payload.extend_from_slice(snapshot);
        self.request(kind, &payload)
    }

    /// As [`Guest::request`], for the ranking of all files for a question.
    pub(super) fn rank(&mut self, question: &str, snapshot: &[u8]) -> (bool, String) {
        self.with_text(RANK, question, snapshot)
    }

    /// Returns how much memory it has, in pages of 64 KiB.
    pub(super) fn pages(&self) -> u64 {
        self.memory.size(&self.store)
    }
}
