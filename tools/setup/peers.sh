#!/bin/sh
# peers.sh - install the frameworks that gatherum judges or measures by name, in the folder that is named.
#
#     tools/setup/peers.sh DIR [NAME]...      without names: onnxruntime and numpy; all: each that peers.txt has
#
# Pinned by version and by digest in peers.txt; nothing of the system is touched, and neither `make check`
# nor `make test` needs them.  Each lies in a folder of its own with all that it needs, so none can be in
# the way of another.  Of onnxruntime only the C library is used, so Python's own version does not matter;
# the others are for the python3 that adapters and `gatherum bench` start.  The first line of a peer in peers.txt
# is the framework itself, the others what it needs.  torch takes 5 GB, dpnp 3,
# tensorflow and mindspore 1 GB each.
#
# SPDX-License-Identifier: Apache-2.0
set -u
pins=$(dirname "$0")/peers.txt

fail() {
    echo "tools/setup/peers.sh: $*" >&2
    exit 3
}

# fetch PEER PIP_OPTION...: its wheels, taken apart in $work/PEER
fetch() {
    peer=$1
    shift
    python3 -m pip --version >/dev/null 2>&1 || fail "python3 with pip is needed to fetch $peer (Debian: python3-pip)"
    sed -n "s/^$peer //p" "$pins" >"$work/$peer.txt"
    python3 -m pip --disable-pip-version-check install --quiet --no-deps --no-compile --require-hashes \
        --only-binary=:all: "$@" "$work/$peer" -r "$work/$peer.txt" >"$work/log" 2>&1 ||
        fail "$peer could not be fetched: $(grep -m 1 -i error "$work/log" || tail -n 1 "$work/log")"
}

onnxruntime() {
    case $(uname -sm) in
    'Linux x86_64') platform=manylinux_2_28_x86_64 ;;
    'Linux aarch64') platform=manylinux_2_28_aarch64 ;;
    *) fail "onnxruntime is pinned for Linux on x86_64 and aarch64 only; name another copy with GATHERUM_ONNXRUNTIME" ;;
    esac
    fetch onnxruntime --platform "$platform" --python-version 3.11 --implementation cp --abi cp311 --target
    # The name under which the backend looks for it.
    ln -s "libonnxruntime.so.$1" "$work/onnxruntime/onnxruntime/capi/libonnxruntime.so" &&
        mv "$work/onnxruntime/onnxruntime" "$dir/onnxruntime.new" || fail "cannot write to $dir"
}

for_python() {
    python3 -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' ||
        fail "$1 is pinned for Python 3.11, and python3 is $(python3 --version 2>&1)"
    fetch "$1" --ignore-installed --prefix
    # Some bring libraries that lie beside Python's folder, and find them from where they really are.
    (cd "$work/$1" && ln -s "$(find . -type d -name '*-packages' | head -n 1)"/* .) || fail "cannot write to $dir"
    # A worker cannot write compiled files, so that each start of one would compile all that it imports again.
    python3 -m compileall -q -j 0 "$work/$1" >/dev/null 2>&1
    mv "$work/$1" "$dir/$1.new" || fail "cannot write to $dir"
}

[ $# -ge 1 ] || { echo 'usage: tools/setup/peers.sh DIR [all|NAME]...' >&2; exit 2; }
dir=$1
shift
[ $# -gt 0 ] || set -- onnxruntime numpy
names=$(sed -n 's/^\([a-z_]*\) .*==.*/\1/p' "$pins" | uniq)
# shellcheck disable=SC2086 # names are words
[ "$1" != all ] || set -- $names
mkdir -p "$dir" && work=$(mktemp -d "$dir/fetch.XXXXXX") || fail "cannot write to $dir"
trap 'rm -rf "$work"' EXIT
for name; do
    version=$(sed -n "s/^$name [^ ]*==\([^ ]*\) .*/\1/p" "$pins" | head -n 1)
    [ -n "$version" ] || { echo "tools/setup/peers.sh: no peer '$name'; there are" $names >&2; exit 2; }
    if [ "$(cat "$dir/$name/.version" 2>/dev/null)" = "$version" ]; then
        echo "$name $version: already in $dir"
        continue
    fi
    case $name in onnxruntime) onnxruntime "$version" ;; *) for_python "$name" ;; esac
    echo "$version" >"$dir/$name.new/.version" && rm -rf "${dir:?}/$name" && mv "$dir/$name.new" "$dir/$name" ||
        fail "cannot write to $dir"
    echo "$name $version: installed in $dir"
done
