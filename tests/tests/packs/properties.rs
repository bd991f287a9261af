//! Owns how many made-up projects and requests belong to the tests; owns no check (`graphicle_tests::checks::packs`).

use graphicle_tests::checks::packs;

#[test]
fn whatever_is_asked_of_any_project_a_pack_keeps_its_promises() {
    let done = packs::rounds(14, 1, &[]);
    assert!(done.packs > 180, "{done:?}");
    // The smallest budgets of large headers are refused, and no more than these.
    assert!(done.refused * 4 < done.packs && done.chunks > done.packs, "{done:?}");
}
