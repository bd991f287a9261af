//! Owns the clock of the measurements: processor time of the thread where the system tells it, else the time of day.

use std::time::{Duration, Instant};

/// A running measurement.
pub(crate) struct Clock {
    processor: Option<Duration>,
    wall: Instant,
}

impl Clock {
    /// Starts a measurement.
    pub(crate) fn start() -> Self {
        Self { processor: processor_time(), wall: Instant::now() }
    }

    /// Returns how long it has been running.
    pub(crate) fn elapsed(&self) -> Duration {
        match (processor_time(), self.processor) {
            (Some(now), Some(start)) => now.saturating_sub(start),
            _ => self.wall.elapsed(),
        }
    }
}

fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
