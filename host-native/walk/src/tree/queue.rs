//! Owns the tasks that wait, shared between threads; owns nothing of what a task means.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// A stack of tasks, each of which may give rise to more.
#[derive(Debug)]
pub(super) struct Queue<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
}

#[derive(Debug)]
struct State<T> {
    waiting: Vec<T>,
    /// Tasks that threads are working on.
    running: usize,
    /// Threads that wait for a task.
    idle: usize,
}

impl<T> Queue<T> {
    pub(super) fn new(first: T) -> Self {
        let state = State { waiting: vec![first], running: 0, idle: 0 };
        Self { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// Works on tasks until none is left and none can come any more. `work` pushes what a task gives rise to.
    ///
    /// Any number of threads may do this at once; when one of them panics, the others end as usual.
    pub(super) fn run(&self, mut work: impl FnMut(&T, &mut Vec<T>)) {
        while let Some(task) = self.next() {
            let mut finish = Finish { queue: self, below: Vec::new() };
            work(&task, &mut finish.below);
        }
    }

    /// Returns a task, waiting while others may still bring some.
    fn next(&self) -> Option<T> {
        let mut state = self.lock();
        loop {
            if let Some(task) = state.waiting.pop() {
                state.running += 1;
                return Some(task);
            }
            if state.running == 0 {
                return None;
            }
            state.idle += 1;
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.idle -= 1;
        }
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reports a task as done when it is dropped, so that a panic in one thread does not leave the others waiting.
struct Finish<'a, T> {
    queue: &'a Queue<T>,
    below: Vec<T>,
}

impl<T> Drop for Finish<'_, T> {
    fn drop(&mut self) {
        let mut state = self.queue.lock();
        state.running -= 1;
        state.waiting.append(&mut self.below);
        let is_end = state.running == 0 && state.waiting.is_empty();
        let wake = state.idle > 0 && (is_end || state.waiting.len() > 1 || state.running == 0);
        drop(state);
        if wake {
            self.queue.changed.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    use super::*;

    #[test]
    fn every_task_is_done_once_by_some_thread() {
        let queue = Queue::new(0_u32);
        let done = AtomicUsize::new(0);
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    queue.run(|depth, below| {
                        done.fetch_add(1, Ordering::Relaxed);
                        if *depth < 10 {
                            below.extend([depth + 1, depth + 1]);
                        }
                    });
                });
            }
        });
        assert_eq!(done.into_inner(), (1 << 11) - 1);
    }

    #[test]
    fn a_panic_in_one_thread_does_not_hang_the_others() {
        let queue = Queue::new(0_u32);
        let result = thread::scope(|scope| {
            let other = scope.spawn(|| queue.run(|_, _| ()));
            let panicked = catch_unwind(AssertUnwindSafe(|| queue.run(|_, _| panic!("on purpose"))));
            let other_ended = other.join().is_ok();
            panicked.is_err() || other_ended
        });
        assert!(result);
    }
}
