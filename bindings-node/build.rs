//! Owns how the addon is linked against Node.

fn main() {
    napi_build::setup();
}
