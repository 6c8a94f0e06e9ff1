#!/bin/sh
# onnx_proto.sh - make onnx.pb-c.c and onnx.pb-c.h in the folder that is named.
#
#     tools/setup/onnx_proto.sh DIR        make them
#     tools/setup/onnx_proto.sh --check    say nothing and tell by the status whether that would work
#
# The message definitions are those of the packaged onnx.proto (Debian: libonnx-dev), or of the
# file that ONNX_PROTO names.  Its copy is always called onnx.proto, so that the generated names
# do not depend on where it lay.
#
# SPDX-License-Identifier: Apache-2.0
set -u

proto=${ONNX_PROTO:-}
if [ -z "$proto" ]; then
    for p in /usr/include/onnx/onnx.proto /usr/local/include/onnx/onnx.proto; do
        if [ -f "$p" ]; then
            proto=$p
            break
        fi
    done
fi
lack=''
if [ -z "$proto" ] || [ ! -f "$proto" ]; then
    lack="no onnx.proto ${proto:-in the usual places} (Debian: libonnx-dev; else set ONNX_PROTO)"
elif ! command -v protoc-c >/dev/null 2>&1; then
    lack='no protoc-c (Debian: protobuf-c-compiler)'
elif ! pkg-config --exists libprotobuf-c 2>/dev/null; then
    lack='no libprotobuf-c (Debian: libprotobuf-c-dev)'
fi
if [ "${1:-}" = --check ]; then
    [ -z "$lack" ]
    exit
fi
if [ $# -ne 1 ]; then
    echo 'usage: tools/setup/onnx_proto.sh DIR | --check' >&2
    exit 2
fi
if [ -n "$lack" ]; then
    echo "tools/setup/onnx_proto.sh: $lack" >&2
    exit 3
fi
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
cp "$proto" "$work/onnx.proto" && mkdir -p "$1" &&
    protoc-c --proto_path="$work" --c_out="$1" "$work/onnx.proto"
