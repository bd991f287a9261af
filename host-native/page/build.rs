//! Owns when the page is embedded anew: whenever what Vite built changes, or appears.

fn main() {
    println!("cargo::rerun-if-changed=../../bindings-js/demo/dist");
}
