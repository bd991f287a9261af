# The store and its helpers.

library(dplyr)
require("stats")
requireNamespace("jsonlite")
source("helpers.R")

LIMIT <- 10
LIMIT <- 11

#' Finds an item.
#'
#' @param key what it is called
#' @export
find_item <- function(store, key, default = NULL, ...) {
  x <- lookup(store$items, key, ...)
  store$items[[key]]$use()
  jsonlite::toJSON(x)
  pkg:::hidden(x)
  helper <- function(a) a + LIMIT
  y = helper(2)
  seen <<- remember(x)
  lapply(xs, function(i) score(i))
  vapply(xs, normalize, character(1))
  xs |> clean() |> sort_by(\(v) weigh(v), TRUE)
  xs %>% mutate(b = double(a)) %>% show_all
  for (i in xs) step(i)
  if (is.null(x)) fail("none") else touch(x)
  do.call("runner", list(1))
  Person$new("a")$greet()
  p <- Person$new("b", age = 3)
  p$greet(to = "c")
}

print.store <- function(x, ...) cat(render(x))

`my fun` <- function() 1
helper_of(2) -> result
.hidden <- function() NULL

Person <- R6::R6Class("Person",
  inherit = Base,
  public = list(
    name = NULL,
    #' @description Makes one.
    initialize = function(name) {
      self$name <- name
      super$initialize()
    },
    greet = function(to = "all") {
      private$log("hi")
      self$items$each(to)
    }
  ),
  private = list(log = function(m) write_log(m)),
  active = list(upper = function() toupper(self$name))
)

setClass("Store", representation(items = "list", size = "numeric"), contains = "Base")
setGeneric("size", function(obj) standardGeneric("size"))
setMethod("size", "Store", function(obj) count_of(obj@items))

Account <- setRefClass("Account",
  fields = list(total = "numeric"),
  methods = list(
    deposit = function(x) {
      total <<- total + x
      .self$notify(x)
    }
  )
)

main <- function() {
  find_item(new("Store"), "a")
}

if (!interactive()) main()
