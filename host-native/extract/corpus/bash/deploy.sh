#!/usr/bin/env bash
# Copyright 2024 Acme.

# Deploys the shop to a cluster.
# Usage: deploy.sh ENV

set -o errexit
set -o nounset

ROOT=$(dirname "${BASH_SOURCE[0]}")/..
source "${ROOT}/hack/lib/init.sh"
. ./common.sh
source <(kubectl completion bash)

readonly TIMEOUT=30
declare -A REGIONS=([eu]=frankfurt)
export KUBECONFIG="${HOME}/.kube/config"
: "${VERBOSE:=0}"
ARGS+=("--fast")

# Writes a line to the log.
log() {
  local level=$1
  shift
  echo "[$level] $*" >&2
  log::file "$level" "$@"
}

# Builds one image.
# $1 - the image
function build_image {
  local image="$1"
  local tag
  tag=$(image_tag "${image}")
  log info "building ${image}:${tag}"
  docker build -t "${image}" . || die "no build"
  if ! check_image "${image}"; then
    return 1
  fi
  for region in "${!REGIONS[@]}"; do
    push_image "$image" "$region" &
  done
  wait
  while read -r line; do parse_line "$line"; done < <(list_lines)
  kube::util::wait-for-url "http://localhost" "$TIMEOUT"
  ./hack/run.sh --now
  my-tool --flag
  "$image" run
  image_count=3
}

kube::util::wait-for-url() (
  local url=$1
  curl --silent "$url" | grep_ok
)

die() { log error "$@"; exit 1; }

cleanup() {
  rm -rf "${TMP}"
}
trap cleanup EXIT
trap 'die "interrupted"' INT

main() {
  case "$1" in
    prod) build_image shop ;;
    *) usage ;;
  esac
  xargs -n1 build_image < images.txt
  export -f log
  time build_image shop
  eval "$(render_env)"
  local result="$(summarize "$@")"
  [[ -n $(status) ]] && notify "$result"
}

main "$@"
