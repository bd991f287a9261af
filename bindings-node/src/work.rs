//! Owns work off the main thread: a job runs on one of Node's worker threads, and its value or its failure is handed to
//! JavaScript. It owns no job.

use napi::bindgen_prelude::{AsyncTask, Either, ToNapiValue, TypeName};
use napi::{Env, Task};

use crate::cancellation::{Cancellation, Watch};
use crate::failure::{Failure, guarded};

/// A value or a failure, as JavaScript receives either.
pub type Answer<T> = Either<T, Failure>;

/// What JavaScript can be handed.
pub trait Delivered {
    /// Is called when it is handed over, on the main thread.
    fn delivered(&mut self, _env: Env) {}
}

/// Runs a job here and now.
pub fn now<T: Delivered>(env: Env, job: impl FnOnce() -> Result<T, Failure>) -> Answer<T> {
    answer(env, guarded(job))
}

/// Returns the promise of a job's answer; the job runs on another thread.
pub fn later<T>(
    cancellation: Option<&Cancellation>,
    job: impl FnOnce(&Watch) -> Result<T, Failure> + Send + 'static,
) -> AsyncTask<Work<T>>
where
    T: Delivered + Send + ToNapiValue + TypeName + 'static,
{
    let watch = cancellation.map(Cancellation::watch).unwrap_or_default();
    AsyncTask::new(Work { job: Some(Box::new(job)), watch })
}

fn answer<T: Delivered>(env: Env, result: Result<T, Failure>) -> Answer<T> {
    match result {
        Ok(mut value) => {
            value.delivered(env);
            Either::A(value)
        }
        Err(failure) => Either::B(failure),
    }
}

type Job<T> = Box<dyn FnOnce(&Watch) -> Result<T, Failure> + Send>;

/// A job on its way.
#[expect(missing_debug_implementations, reason = "a closure shows nothing")]
pub struct Work<T> {
    job: Option<Job<T>>,
    watch: Watch,
}

impl<T> Task for Work<T>
where
    T: Delivered + Send + ToNapiValue + TypeName + 'static,
{
    type Output = Result<T, Failure>;
    type JsValue = Answer<T>;

    fn compute(&mut self) -> napi::Result<Self::Output> {
        let watch = &self.watch;
        Ok(match self.job.take() {
            Some(job) if !watch.is_cancelled() => guarded(|| job(watch)),
            _ => Err(Failure::aborted()),
        })
    }

    fn resolve(&mut self, env: Env, output: Self::Output) -> napi::Result<Self::JsValue> {
        Ok(answer(env, output))
    }
}
