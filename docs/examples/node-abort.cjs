// Packs an exported file's project within a time, or tells that there was none left.
// node node-abort.cjs FILE MILLISECONDS

const { GraphicleError, Snapshot } = require("@graphicle/node");

async function main(file, milliseconds) {
  const signal = AbortSignal.timeout(Number(milliseconds));
  try {
    const snapshot = await Snapshot.openFileAsync(file, { signal });
    const pack = await snapshot.packAsync({ question: "Where are errors handled?", budget: 16_000 }, { signal });
    console.log(`${pack.tokens} tokens`);
    snapshot.close();
  } catch (error) {
    if (!(error instanceof GraphicleError)) throw error;
    console.log(`${error.code}: ${error.message}`);
    process.exitCode = 1;
  }
}

void main(...process.argv.slice(2));
