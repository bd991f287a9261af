// Owns what a caller may give a module as; owns no reading of it. It is apart so that no type of pages is in what Node's users see.

/**
 * What a module may be given as: an address, bytes, a `Response` or a promise of one, a `WebAssembly.Module`. It names no type
 * that Node's own types lack.
 */
export type ModuleSource = string | URL | ArrayBufferLike | ArrayBufferView | object;
