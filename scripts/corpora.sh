#!/usr/bin/env bash
# Fetches the source trees that the measurements read, from the ordinary package registries and by package name:
# five Debian source packages (apt-get), one Python source distribution (pip), and ripgrep's workspace, put together
# again from its published crates (cargo). Nothing is compiled and nothing of the system is changed, except that
# root gets missing unpackers and clients installed (each is named first).
#
# usage: scripts/corpora.sh [--into DIR] [--list] [NAME...]
#   --into DIR   where the trees go, one folder a corpus (default: ./corpora, which git ignores)
#   --list       print the corpora and whether they are complete, fetch nothing
#   NAME         only these; default: all
#
# A corpus that is complete is left alone, so the command can be run again at any time. The source entries for apt
# are a private copy of the system's own (same mirrors, same keys) with "deb-src" switched on, thrown away
# at the end: neither root nor an ordinary user has /etc/apt touched.
set -euo pipefail

# name | where from | package | version | files in the tree
corpora='
kubernetes    debian kubernetes      1.20.5+really1.20.2-1.1+deb12u1 22695
homeassistant pypi   homeassistant   2024.3.3                        36508
godot         debian godot           3.2.3-stable-1                  6952
tomcat        debian tomcat10        10.1.55-1~deb12u1               4769
typescript    debian node-typescript 4.8.4+ds1-2                     64077
postgresql    debian postgresql-15   15.18-0+deb12u1                 7844
rust-ripgrep  crates ripgrep         14.1.1                          182
'

# The crates of ripgrep's workspace as of 14.1.1: folder in its repository | crate | version.
workspace='
.               ripgrep       14.1.1
crates/cli      grep-cli      0.1.11
crates/globset  globset       0.4.15
crates/grep     grep          0.3.2
crates/ignore   ignore        0.4.23
crates/matcher  grep-matcher  0.1.7
crates/pcre2    grep-pcre2    0.1.8
crates/printer  grep-printer  0.2.2
crates/regex    grep-regex    0.1.13
crates/searcher grep-searcher 0.1.14
'

say() { printf 'corpora: %s\n' "$*"; }
complain() { printf 'corpora: %s\n' "$*" >&2; }
die() { complain "$*"; exit 1; }

usage() { sed -n 's/^# \{0,1\}//; 2,/^set /{/^set /d; p;}' "$0"; }

into=corpora
list_only=no
names=()
while [ $# -gt 0 ]; do
  case $1 in
    --into) [ $# -ge 2 ] || die '--into needs a folder'; into=$2; shift 2 ;;
    --into=*) into=${1#--into=}; shift ;;
    --list) list_only=yes; shift ;;
    -h | --help) usage; exit 0 ;;
    -*) die "unknown option $1 (see --help)" ;;
    *) names+=("$1"); shift ;;
  esac
done
[ -n "$into" ] || die '--into needs a folder'

row() { awk -v name="$1" '$1 == name' <<<"$corpora"; }
if [ ${#names[@]} -eq 0 ]; then
  mapfile -t names < <(awk 'NF { print $1 }' <<<"$corpora")
fi
for name in "${names[@]}"; do
  [ -n "$(row "$name")" ] || die "no corpus is called '$name'; there are: $(awk 'NF { printf "%s ", $1 }' <<<"$corpora")"
done

count_files() { find "$1" -type f | wc -l; }

# A tree is complete when it holds as many files as when it was unpacked (its stamp says how many), or, without a
# stamp, as many as expected.
is_complete() { # NAME EXPECTED
  [ -d "$into/$1" ] || return 1
  local wanted=$2
  if [ -f "$into/.complete/$1" ]; then read -r wanted _ <"$into/.complete/$1"; fi
  [ "$(count_files "$into/$1")" -eq "$wanted" ]
}

if [ "$list_only" = yes ]; then
  for name in "${names[@]}"; do
    read -r _ origin package version files <<<"$(row "$name")"
    state='not here'
    if [ -d "$into/$name" ]; then state='incomplete'; fi
    if is_complete "$name" "$files"; then state='complete'; fi
    printf '%-14s %-7s %s %s, %s files: %s\n' "$name" "$origin" "$package" "$version" "$files" "$state"
  done
  exit 0
fi

mkdir -p "$into/.complete"
into=$(cd "$into" && pwd)
work=$(mktemp -d "$into/.fetch.XXXXXX")
trap 'rm -rf "$work"' EXIT

# Makes sure that a command is there: root on Debian has its package installed, anybody else is told which it is.
packages_read=no
need() { # COMMAND PACKAGE...
  local command=$1
  shift
  if command -v "$command" >/dev/null; then return 0; fi
  if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    complain "the command '$command' is missing; on Debian: apt-get install $1${2:+ (or $2)}"
    return 1
  fi
  if [ "$packages_read" = no ]; then
    say 'apt-get update'
    apt-get -qq update
    packages_read=yes
  fi
  local package
  for package in "$@"; do
    say "apt-get install $package (for '$command')"
    if DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "$package" >/dev/null &&
      command -v "$command" >/dev/null; then
      return 0
    fi
  done
  complain "'$command' could not be installed"
  return 1
}

# Unpacks an archive without its top folder.
unpack() { # ARCHIVE DEST
  case $1 in
    *.xz) need xz xz-utils ;;
    *.bz2) need bzip2 bzip2 ;;
    *) need gzip gzip ;;
  esac || return 1
  mkdir -p "$2"
  tar -xf "$1" --strip-components=1 --no-same-owner -C "$2"
}

# Makes the private source entries and reads their indexes, once a run.
apt_options=()
prepare_apt() {
  if [ ${#apt_options[@]} -gt 0 ]; then return 0; fi
  command -v apt-get >/dev/null || { complain 'Debian sources need apt-get: use Debian, or a container of it'; return 1; }
  local apt=$work/apt file
  mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial" "$apt/sources.d"
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ -f "$file" ] || continue
    sed -n 's/^[[:space:]]*deb[[:space:]]/deb-src /p' "$file" >"$apt/sources.d/$(basename "$file" .list).list"
  done
  for file in /etc/apt/sources.list.d/*.sources; do
    [ -f "$file" ] || continue
    sed 's/^[Tt]ypes:.*/Types: deb-src/' "$file" >"$apt/sources.d/$(basename "$file")"
  done
  apt_options=(
    -o "Dir::State::Lists=$apt/lists" -o "Dir::Cache=$apt/cache"
    -o Dir::Etc::SourceList=/dev/null -o "Dir::Etc::SourceParts=$apt/sources.d"
    -o APT::Sandbox::User=root -o Acquire::Languages=none
  )
  say 'reading the indexes of Debian sources (private copy, /etc/apt stays as it is)'
  apt-get "${apt_options[@]}" -qq update || complain 'some indexes could not be read; going on with the rest'
}

# The version wanted, else the next newer one that the mirror has, else its newest older one.
nearest_version() { # PACKAGE WANTED
  local wanted=$2 newer='' older='' version
  while read -r version; do
    if [ "$version" = "$wanted" ]; then
      echo "$wanted"
      return 0
    elif dpkg --compare-versions "$version" gt "$wanted"; then
      if [ -z "$newer" ] || dpkg --compare-versions "$version" lt "$newer"; then newer=$version; fi
    elif [ -z "$older" ] || dpkg --compare-versions "$version" gt "$older"; then
      older=$version
    fi
  done < <(apt-cache "${apt_options[@]}" showsrc "$1" 2>/dev/null |
    awk -v package="$1" '/^Package: / { mine = $2 == package } /^Version: / && mine { print $2 }')
  echo "${newer:-$older}"
}

# Each fetcher fills $work/NAME and sets `got` to the version that it found.
got=''
fetch_debian() { # NAME PACKAGE VERSION
  prepare_apt || return 1
  got=$(nearest_version "$2" "$3")
  if [ -z "$got" ]; then
    complain "no source package '$2' in the sources that apt knows here"
    return 1
  fi
  [ "$got" = "$3" ] || say "$1: the mirror no longer has $2 $3; taking the nearest, $got"
  local downloads=$work/$1.downloads
  mkdir -p "$downloads"
  say "$1: apt-get source --download-only $2=$got"
  (cd "$downloads" && apt-get "${apt_options[@]}" -qq source --download-only --only-source "$2=$got") || return 1
  local archives=("$downloads"/*.orig.tar.*)
  local archive found=''
  for archive in "${archives[@]}"; do
    case $archive in *.asc) ;; *) found=$archive ;; esac
  done
  [ -f "$found" ] || { complain "$1: the package has no orig tarball"; return 1; }
  unpack "$found" "$work/$1"
}

fetch_pypi() { # NAME PACKAGE VERSION
  got=$3
  need python3 python3 || return 1
  if ! python3 -m pip --version >/dev/null 2>&1; then
    need pip3 python3-pip || return 1
  fi
  local downloads=$work/$1.downloads
  say "$1: pip download $2==$3 (source only)"
  # pip reads the package's metadata, for which it builds in an environment of its own; the second try serves
  # machines where that environment cannot be made.
  local common=(-q --disable-pip-version-check --no-deps --ignore-requires-python --no-binary "$2" -d "$downloads")
  python3 -m pip download "${common[@]}" "$2==$3" ||
    python3 -m pip download "${common[@]}" --no-build-isolation "$2==$3" || return 1
  unpack "$downloads/$2-$3.tar.gz" "$work/$1"
}

fetch_crates() { # NAME PACKAGE VERSION
  got=$3
  # Debian's newer cargo comes as cargo-web where the release's own is old.
  need cargo cargo-web cargo || return 1
  local manifest=$work/$1.manifest folder crate version
  mkdir -p "$manifest/src"
  : >"$manifest/src/lib.rs"
  {
    printf '[package]\nname = "fetch"\nversion = "0.0.0"\nedition = "2021"\n\n[dependencies]\n'
    awk 'NF { printf "%s = \"=%s\"\n", $2, $3 }' <<<"$workspace"
  } >"$manifest/Cargo.toml"
  say "$1: cargo fetch of $2 $3 and the other crates of its workspace"
  # ripgrep is a program, not a library: cargo warns that it will not be linked, and fetches it all the same.
  (cd "$manifest" && cargo fetch -q --target x86_64-unknown-linux-gnu) || return 1
  while read -r folder crate version; do
    [ -n "$folder" ] || continue
    local archives=("${CARGO_HOME:-$HOME/.cargo}"/registry/cache/*/"$crate-$version.crate")
    [ -f "${archives[0]}" ] || { complain "$1: cargo left no $crate-$version.crate"; return 1; }
    unpack "${archives[0]}" "$work/$1/$folder" || return 1
  done <<<"$workspace"
  # A published crate holds a manifest that cargo wrote and, beside it, the author's own, with the workspace's paths.
  find "$work/$1" -name Cargo.toml.orig -exec sh -c 'for f; do mv "$f" "${f%.orig}"; done' sh {} +
}

fetch() { # NAME
  local name=$1 origin package version files count
  read -r _ origin package version files <<<"$(row "$name")"
  if is_complete "$name" "$files"; then
    say "$name: complete, left alone"
    [ -f "$into/.complete/$name" ] || echo "$files $version" >"$into/.complete/$name"
    return 0
  fi
  [ ! -d "$into/$name" ] || say "$name: incomplete, fetched anew"
  "fetch_$origin" "$name" "$package" "$version" || { complain "$name: could not be fetched"; return 1; }
  count=$(count_files "$work/$name")
  if [ "$count" -eq "$files" ]; then
    say "$name: $count files, as expected"
  elif [ "$got" != "$version" ]; then
    say "$name: $count files ($files in $version)"
  else
    complain "$name: $count files instead of $files in $version: not kept"
    return 1
  fi
  rm -rf "${into:?}/$name" && mv "$work/$name" "$into/$name" || return 1
  echo "$count $got" >"$into/.complete/$name"
  rm -rf "$work/$name.downloads" "$work/$name.manifest"
}

failed=()
for name in "${names[@]}"; do
  fetch "$name" || failed+=("$name")
done
[ ${#failed[@]} -eq 0 ] || die "not fetched: ${failed[*]}"
say "all there: $into"
