// Owns measuring whether a loop's memory grows; owns no loop.

/** Returns the resident megabytes, when what nobody holds any more is gone. */
async function megabytes() {
  for (let n = 0; n < 5; n += 1) {
    globalThis.gc();
    await new Promise((next) => setImmediate(next));
  }
  return Math.round(process.memoryUsage().rss / 2 ** 20);
}

/** Runs a loop, and prints the megabytes after so many of its rounds and at the end. */
export async function printGrowth({ rounds, run }, early) {
  let first = 0;
  for (let round = 0; round < rounds; round += 1) {
    await run(round);
    // Instances are freed when the event loop turns.
    if (round % 10 === 0) await new Promise((next) => setImmediate(next));
    if (round === early) first = await megabytes();
  }
  console.log(JSON.stringify({ early: first, late: await megabytes() }));
}
