#!/bin/sh
# peers.sh - install the frameworks that gatherum judges by name, in the folder that is named.
#
# Pinned by version and by digest; nothing of the system is touched, and neither `make check` nor
# `make test` needs them.  The wheel is taken apart, not installed: of Python only pip is used, and
# its own version does not matter.
#
# SPDX-License-Identifier: Apache-2.0
set -u

fail() {
    echo "tools/peers.sh: $*" >&2
    exit 3
}

[ $# -eq 1 ] || { echo 'usage: tools/peers.sh DIR' >&2; exit 2; }
version=1.31.1
case $(uname -sm) in
'Linux x86_64') platform=manylinux_2_28_x86_64 ;;
'Linux aarch64') platform=manylinux_2_28_aarch64 ;;
*) fail "onnxruntime $version is pinned for Linux on x86_64 and aarch64 only; name another copy with GATHERUM_ONNXRUNTIME" ;;
esac
if [ -f "$1/onnxruntime/capi/libonnxruntime.so.$version" ]; then
    echo "onnxruntime $version: already in $1"
    exit 0
fi
python3 -m pip --version >/dev/null 2>&1 ||
    fail 'python3 with pip is needed to fetch onnxruntime (Debian: python3-pip)'
work=$(mktemp -d) || fail 'no temporary folder'
trap 'rm -rf "$work"' EXIT
cat >"$work/peers.txt" <<END
onnxruntime==$version \\
    --hash=sha256:5752bd508126ae7c49894d3b9d2e83f0c3d487319246d04c444b393308d7ad7f \\
    --hash=sha256:da05378364c44d4407e463982d2bf8d5e4cfea873283757e48beeb41df97b7f3
END
python3 -m pip --disable-pip-version-check install --quiet --no-deps --no-compile --require-hashes \
    --only-binary=:all: --platform "$platform" --python-version 3.11 --implementation cp --abi cp311 \
    --target "$work/site" -r "$work/peers.txt" >"$work/log" 2>&1 ||
    fail "onnxruntime $version could not be fetched: $(grep -m 1 -i error "$work/log" || tail -n 1 "$work/log")"
# The name under which the backend looks for it.
ln -s "libonnxruntime.so.$version" "$work/site/onnxruntime/capi/libonnxruntime.so" &&
    mkdir -p "$1" && rm -rf "$1/onnxruntime" && mv "$work/site/onnxruntime" "$1/onnxruntime" ||
    fail "cannot write to $1"
echo "onnxruntime $version: installed in $1"
