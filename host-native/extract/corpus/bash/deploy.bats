#!/usr/bin/env bats

load test_helper
load '../lib/assert'

setup() {
  source "$BATS_TEST_DIRNAME/../deploy.sh"
}

@test "builds an image" {
  run build_image shop
  [ "$status" -eq 0 ]
  assert_output "built"
}

test_names() {
  assertEquals 1 "$(image_count)"
}
