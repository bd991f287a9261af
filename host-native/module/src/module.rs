//! Owns a module that was compiled and looked at. It owns no instance of it.

use graphicle_engine::abi::{ALLOC, CALL, FREE, MEMORY};
use wasmtime::{Config, Engine, ExternType, Module};

use crate::error::ModuleError;
use crate::running::{Limits, Running};

/// A compiled engine module, of which nothing has run yet.
#[derive(Debug)]
pub struct EngineModule {
    engine: Engine,
    module: Module,
}

impl EngineModule {
    /// Compiles a module, on as many threads as there are processors, and checks that it is made as engine modules are.
    pub fn compile(bytes: &[u8]) -> Result<Self, ModuleError> {
        let not_a_module = |error: wasmtime::Error| ModuleError::NotAModule(first_line(&error));
        let mut config = Config::new();
        config.consume_fuel(true);
        let engine = Engine::new(&config).map_err(not_a_module)?;
        let module = Module::from_binary(&engine, bytes).map_err(not_a_module)?;
        if let Some(import) = module.imports().next() {
            return Err(ModuleError::Imports(format!("{}.{}", import.module(), import.name())));
        }
        for name in [MEMORY, ALLOC, CALL, FREE] {
            let is_right = match module.get_export(name) {
                Some(ExternType::Memory(memory)) => name == MEMORY && !memory.is_64() && !memory.is_shared(),
                // The kinds of what they take and give are compared when an instance is made.
                Some(ExternType::Func(_)) => name != MEMORY,
                _ => false,
            };
            if !is_right {
                return Err(ModuleError::NoExport(name));
            }
        }
        Ok(Self { engine, module })
    }

    /// Makes an instance of it.
    pub fn start(&self, limits: Limits) -> Result<Running, ModuleError> {
        Running::start(&self.engine, &self.module, limits)
    }
}

/// Returns what an error says first: wasmtime's go on with where in the file it stands.
pub(crate) fn first_line(error: &wasmtime::Error) -> String {
    format!("{error:#}").lines().next().unwrap_or_default().trim_end_matches(':').to_owned()
}
