//! Owns an instance of a module within limits, and asking it. It owns no meaning of what is asked and answered.

use core::fmt;

use graphicle_engine::abi::{ALLOC, CALL, DESCRIBE, DONE, FAILED, FREE, MEMORY};
use wasmtime::{Engine, Instance, Memory, Module, Store, StoreLimits, StoreLimitsBuilder, Trap, TypedFunc};

use crate::described::Described;
use crate::error::ModuleError;
use crate::module::first_line;

/// Memory beside the request's: ten times what packs of large projects take, bytes.
const ROOM: usize = 1 << 30;
/// Times the request's bytes that memory may have besides: the request, and as much again.
const TIMES: usize = 2;
/// A unit is about an instruction. A pack of kubernetes with two million tokens, counted by the largest of the four
/// vocabularies of docs/benchmarks.md, takes 25 thousand million, nearly all for loading the vocabulary.
const FUEL: u64 = 200_000_000_000;

/// What a module may use.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Bytes of memory.
    pub memory: usize,
    /// Units of computing, each about an instruction.
    pub fuel: u64,
}

impl Limits {
    /// Returns what is enough for requests of up to so many bytes, with a wide margin.
    pub const fn for_request(bytes: usize) -> Self {
        Self { memory: ROOM.saturating_add(bytes.saturating_mul(TIMES)), fuel: FUEL }
    }
}

/// An instance that can be asked.
pub struct Running {
    store: Store<StoreLimits>,
    memory: Memory,
    alloc: TypedFunc<u32, u32>,
    call: TypedFunc<(u32, u32), u64>,
    free: TypedFunc<(u32, u32), ()>,
}

impl fmt::Debug for Running {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Running").field("memory", &self.memory).finish_non_exhaustive()
    }
}

impl Running {
    pub(crate) fn start(engine: &Engine, module: &Module, limits: Limits) -> Result<Self, ModuleError> {
        let own = StoreLimitsBuilder::new().memory_size(limits.memory).memories(1).tables(4).table_elements(1 << 20);
        let mut store = Store::new(engine, own.instances(1).build());
        store.limiter(|limits| limits);
        store.set_fuel(limits.fuel).map_err(|error| stopped(&error))?;
        let instance = Instance::new(&mut store, module, &[]).map_err(|error| stopped(&error))?;
        let memory = instance.get_memory(&mut store, MEMORY).ok_or(ModuleError::NoExport(MEMORY))?;
        let alloc = instance.get_typed_func(&mut store, ALLOC).map_err(|_| ModuleError::NoExport(ALLOC))?;
        let call = instance.get_typed_func(&mut store, CALL).map_err(|_| ModuleError::NoExport(CALL))?;
        let free = instance.get_typed_func(&mut store, FREE).map_err(|_| ModuleError::NoExport(FREE))?;
        Ok(Self { store, memory, alloc, call, free })
    }

    /// Asks which engine it is.
    pub fn describe(&mut self) -> Result<Described, ModuleError> {
        Described::read(&self.ask(DESCRIBE, &[])?)
    }

    /// Asks a request of this kind, whose payload is put together of parts, and returns the answer's text.
    pub fn ask(&mut self, kind: u8, parts: &[&[u8]]) -> Result<String, ModuleError> {
        let len = parts.iter().try_fold(1_usize, |sum, part| sum.checked_add(part.len()));
        let len = len.and_then(|len| u32::try_from(len).ok()).ok_or(ModuleError::NoRoom)?;
        let address = self.alloc.call(&mut self.store, len).map_err(|error| stopped(&error))?;
        if address == 0 {
            return Err(ModuleError::NoRoom);
        }
        let mut at = address as usize;
        for part in [&[kind][..]].into_iter().chain(parts.iter().copied()) {
            let written = self.memory.write(&mut self.store, at, part);
            written.map_err(|_| ModuleError::Answer("it hands out memory that it does not have"))?;
            at += part.len();
        }
        let answer = self.call.call(&mut self.store, (address, len)).map_err(|error| stopped(&error))?;
        let given = self.free.call(&mut self.store, (address, len));
        given.map_err(|error| stopped(&error))?;
        self.taken(answer)
    }

    /// Reads an answer, and gives its memory back.
    fn taken(&mut self, answer: u64) -> Result<String, ModuleError> {
        let [at, len] = [answer >> 32, answer & u64::from(u32::MAX)].map(|half| u32::try_from(half).unwrap_or(0));
        let bytes = self.memory.data(&self.store).get(at as usize..).and_then(|rest| rest.get(..len as usize));
        let bytes = bytes.ok_or(ModuleError::Answer("it lies outside of its memory"))?;
        let (tag, text) = bytes.split_first().ok_or(ModuleError::Answer("it is empty"))?;
        let text = str::from_utf8(text).map_err(|_| ModuleError::Answer("it is not UTF-8"))?;
        let taken = match *tag {
            DONE => Ok(text.to_owned()),
            FAILED => Err(ModuleError::Refused(text.to_owned())),
            _ => Err(ModuleError::Answer("it neither was done nor failed")),
        };
        self.free.call(&mut self.store, (at, len)).map_err(|error| stopped(&error))?;
        taken
    }

    /// Returns the units of computing that are left.
    pub fn fuel_left(&self) -> u64 {
        self.store.get_fuel().unwrap_or(0)
    }
}

fn stopped(error: &wasmtime::Error) -> ModuleError {
    match error.downcast_ref::<Trap>() {
        Some(Trap::OutOfFuel) => ModuleError::OutOfFuel,
        Some(trap) => ModuleError::Trapped(trap.to_string()),
        None => ModuleError::Trapped(first_line(error)),
    }
}
