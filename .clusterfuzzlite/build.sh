#!/bin/bash -eu
# build.sh - the targets of fuzz/, each with its corpus and its options, into $OUT.
#
# Called in the root of the sources with CC, CXX, CFLAGS, CXXFLAGS, LIB_FUZZING_ENGINE,
# WORK and OUT, as ClusterFuzzLite sets them.  Where targets run there are no libraries,
# so ours come along inside.
#
# SPDX-License-Identifier: Apache-2.0
libraries=''
for l in $(pkg-config --libs-only-l yaml-0.1 jansson lua5.4) $(tools/setup/onnx_proto.sh --check && echo -lprotobuf-c); do
    libraries+=" -l:lib${l#-l}.a"
done
# The C++ driver links any engine; what it would warn of is none of its business.
make -s -j"$(nproc)" OUT="$WORK/gatherum" CC="$CC" CFLAGS="$CFLAGS" FUZZING=1 \
    LIB_FUZZING_ENGINE="$LIB_FUZZING_ENGINE" FUZZLD="$CXX $CXXFLAGS -pthread" LIBS="$libraries -lm -ldl" fuzz-targets

# Targets that read variants find them beside them.
cp -r specs "$OUT"

for path in "$WORK"/gatherum/target/*; do
    target=$(basename "$path")
    cp "$path" "$OUT/$target"
    seeds=()
    case $target in # readers of what the suite consists of begin with that
    script_file) seeds=(cases/*/*.lua) ;;
    case_file) seeds=(cases/*/*.yaml) ;;
    spec_file) seeds=(specs/*/*.yaml) ;;
    esac
    rm -f "$OUT/${target}_seed_corpus.zip"
    zip -q "$OUT/${target}_seed_corpus.zip" "fuzz/corpus/$target"/* "${seeds[@]}"
    # Drafts are short, and hold no words; readers take what comes.
    case $target in
    *_file | *_text)
        length=4096
        cp fuzz/words.dict "$OUT/$target.dict"
        ;;
    *) length=80 ;;
    esac
    printf '[libfuzzer]\nmax_len = %d\ntimeout = 10\nrss_limit_mb = 2048\n' "$length" >"$OUT/$target.options"
done
