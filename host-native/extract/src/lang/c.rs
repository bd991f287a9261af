//! Owns what is C's alone among what its family shares; see `c_family`.

use super::c_family::{KINDS, RULES, SHAPES, TYPES, VALUE_PARENTS, prepare};
use crate::spec::Spec;

/// C.
pub(super) static SPEC: Spec = Spec {
    rules: RULES,
    shapes: SHAPES,
    types: TYPES,
    value_parents: VALUE_PARENTS,
    builtins: &["NULL", "assert", "false", "true", "va_arg", "va_copy", "va_end", "va_start"],
    value_wrappers: &[],
    collections: &[],
    prepare: Some(prepare::c),
    ..Spec::new(|| tree_sitter_c::LANGUAGE.into(), KINDS)
};
