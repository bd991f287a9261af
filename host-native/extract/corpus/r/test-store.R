test_that("finding works", {
  s <- make_store()
  expect_equal(find_item(s, "a"), 2)
})

describe("a store", {
  it("is empty", {
    expect_true(is_empty(make_store()))
  })
})
