#!/bin/sh
# release_report.sh - all that a release says of itself: release_report.sh VERSION [PATTERN]...
#
# Records, the kill matrix, figures and the pack of vectors are made only where $OUT/release-VERSION lacks them;
# everything else is made of them, and is the same byte for byte when it is made again.
#
# SPDX-License-Identifier: Apache-2.0
set -u
LC_ALL=C && export LC_ALL
case ${1-} in '' | *[!0-9A-Za-z._-]* | .* | -*) echo "release_report.sh: usage: release_report.sh VERSION [PATTERN]..." >&2; exit 2 ;; esac
version=$1
shift
out=${OUT:-build} gatherum=${GATHERUM:-build/gatherum}
to=$out/release-$version
mkdir -p "$to" || exit 3

# The exit code 1 is a verdict, told in what follows; all above is a fault.
keep() {
    "$@"
    code=$?
    [ $code -le 1 ] || { echo "release_report.sh: '$*' ended with $code" >&2; exit $code; }
}
whole() { [ -f "$1" ] && tail -n 1 "$1" | grep -q '"record":"end"'; }

for b in ref opt blas; do
    [ -f "$out/backends/$b.so" ] || continue
    whole "$to/$b.jsonl" || keep "$gatherum" run --backend $b --out "$to/$b.jsonl" "$@" >"$to/$b.tap"
    rm -f "$to/$b.tap"
done
[ -f "$to/kill.json" ] || keep "$gatherum" kill -o "$to/kill.json.new" >/dev/null
[ -f "$to/kill.json" ] || mv "$to/kill.json.new" "$to/kill.json" || exit 3
if [ -n "${BENCH-}" ] && [ ! -f "$to/bench.json" ]; then
    keep "$gatherum" bench --json '*' >"$to/bench.json.new"
    mv "$to/bench.json.new" "$to/bench.json" || exit 3
fi
# One case of each written test; two packs of one suite are the same bytes.
if [ ! -f "$to/vectors.tar.gz" ]; then
    rm -rf "$to/vectors"
    keep "$gatherum" vectors -o "$to/vectors" "$@" >/dev/null
    tar -C "$to" --sort=name --format=ustar --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX -cf - vectors |
        gzip -9n >"$to/vectors.tar.gz.new" || exit 3
    rm -rf "$to/vectors"
    size=$(wc -c <"$to/vectors.tar.gz.new")
    [ "$size" -lt 5000000 ] || { echo "release_report.sh: the vectors take $size bytes, which is above 5 MB" >&2; exit 3; }
    mv "$to/vectors.tar.gz.new" "$to/vectors.tar.gz" || exit 3
fi

cd "$to" || exit 3
case $gatherum in /*) ;; *) gatherum=$OLDPWD/$gatherum ;; esac
case $out in /*) ;; *) out=$OLDPWD/$out ;; esac
inputs=kill.json
[ ! -f bench.json ] || inputs="$inputs bench.json"
{
    printf '{"subjects":['
    comma=
    for b in ref opt blas; do
        [ -f $b.jsonl ] || continue
        inputs="$inputs $b.jsonl"
        printf '%s\n{"name":"%s.jsonl","sha256":"%s"}' "$comma" $b "$(sha256sum <$b.jsonl | cut -d' ' -f1)"
        comma=,
    done
    printf '\n]}\n'
} >subjects.json
for f in traceability:traceability.html statements:statements.md html:report.html markdown:report.md junit:junit.xml csv:cases.csv tap:report.tap in-toto:test-result.intoto.json; do
    # shellcheck disable=SC2086
    "$gatherum" report "${f%%:*}" $inputs subjects.json -o "${f#*:}" || exit
done
rm -f SHA256SUMS
sha256sum -- *.* >SHA256SUMS.new && mv SHA256SUMS.new SHA256SUMS || exit 3
echo "$to"
