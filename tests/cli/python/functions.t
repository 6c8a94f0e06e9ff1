#!/usr/bin/env bash
# functions.t - functions of Python as backends: the program and the package `gatherum` find them, call them as the
# document does, and say what is wrong; crashes, exits and prints are verdicts; what is not claimed is counted.
# sanitizers: no, each judgement starts Python.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
gatherum=$(realpath "${GATHERUM:-build/gatherum}")
python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null || skip_all 'no python3 of version 3.10 here'
export PYTHONPATH=$PWD/python PYTHONDONTWRITEBYTECODE=1 GATHERUM=$gatherum
cp tests/fixtures/python/judged_functions.py "$work/kernels.py"
cd "$work" || exit 3

# run NAME OPTIONS CASE...: the program judges that function, whose workers have the documents in a file, as those of judge().
"$gatherum" list calls --json >calls.json
run() {
    local word=kernels.py:$1:arrays=memoryview,dtypes=float32+int8,$2
    shift 2
    GATHERUM_CALLS=calls.json timeout 120 "$gatherum" run --backend "${word%,}" --like onnx.Gather --timeout 20 --draw 0 --out r.jsonl "$@" >out 2>err
    code=$?
}
verdicts() { jq -r 'select(.record == "case" and .verdict != "weak") | .verdict' r.jsonl | sort -u | xargs; }
judged() { # FUNCTION VERDICTS WHAT_IT_SAYS
    run "$1" '' gather/onnx-13/document/rows/float32,int64
    same "$code $(verdicts)" "1 $2" "code and verdicts; $(head -n 3 out err)" &&
        { grep -q "$3" out || { why "'$3' is not said: $(cat out)"; return 1; }; }
}
python() { python3 - >out 2>err || { why "$(tail -n 5 err)"; return 1; }; }

plan 47
good() { run Table.gather axis=0 gather/onnx-13/rows 'gather/onnx-13/negative/*' && same "$code $(jq -s 'map(.passed // 0) | add > 2' r.jsonl)" '0 true' "$(cat out err)"; }
check 'a function that obeys passes; a name with dots is a name' good
negative() {
    run forgets axis=0 'gather/onnx-13/negative/*'
    same "$code" 1 "code; $(cat err)" && grep -q 'the sign of the index was dropped' out ||
        { why "$(head -n 20 out)"; return 1; }
}
check 'who forgets negative indices is told so' negative
again() {
    repeat=$(sed -n 's/^# *repeat: //p' out | head -n 1)
    bash -c "$repeat --format tap" >again 2>&1
    same "$? $(grep -c '^not ok' again)" '1 1' "$repeat: $(cat again)"
}
check 'the repeat line repeats it' again
check 'NotImplementedError inside the claim fails' judged refuses broken-claim 'later'
check 'a signal is a crash' judged crashes crash 'SIGSEGV'
check 'os._exit is an exit' judged leaves exit 'status 3'
check 'SystemExit is an exit' judged quits exit 'status 0'
no_call() { # a document without a call of its own: by the contract's words
    timeout 120 "$gatherum" run --backend kernels.py:take:arrays=memoryview,dtypes=int8,axis=0 --like gather/openvino-8 --draw 0 --out r.jsonl gather/openvino-8/rows >out 2>err
    same "$? $(jq -s 'map(.passed // 0) | add > 0' r.jsonl)" '0 true' "$(cat out err)"
}
check 'a document that states no call is followed by the words of the contract' no_call
check 'what is printed is a failure' judged prints printed 'wrote to stdout'
check 'inputs cannot be written' judged writes input-written 'changed byte [0-9]* of data, in the first call'
check 'what is no array is said to be none' judged texts internal-error 'the function returned a str where an array is due'
advised() {
    judged generates internal-error 'returned a generator where an array is due; a function that runs it' &&
        judged awaits internal-error 'returned a coroutine where an array is due; a function that returns asyncio.run' &&
        judged lists internal-error 'returned a list where an array is due; it may make an array' &&
        judged nothing internal-error 'returned None where an array is due; .* out='
}
check 'and what may be done about a generator, a coroutine, a list and nothing' advised
check 'KeyboardInterrupt is told, and the next case is judged' judged interrupts internal-error 'KeyboardInterrupt'
check 'an exception that cannot be printed is told by its class' judged mute refused 'a Mute that str() fails for'
check 'and so is one that has no attribute' judged silent refused 'Silent'
any_kind() { run any_kind axis=0 'gather/onnx-13/errors/*' && same "$code $(jq -s 'map(.passed // 0) | add > 2' r.jsonl)" '0 true' "$(cat out err)"; }
check 'any exception is an error answer' any_kind
misspelt() {
    run misspelt axis=0 "gather/onnx-13/errors/*"; same "$code" 1 "$(cat out err)" &&
        grep -q "NameError: name 'IndexEror' is not defined" out
}
check 'a name that is nowhere is a slip and no error answer' misspelt
stumble() { # FUNCTION CODE WORDS
    run "$1" axis=0 "gather/onnx-13/errors/*"
    same "$code $(verdicts)" "$2" "$1: $(cat out err)" && { grep -q "$3" out || { why "'$3' is not said of $1: $(cat out)"; return 1; }; }
}
slips() {
    stumble slip_array '1 internal-error' "AttributeError: 'memoryview' object has no attribute 'shpe'" &&
        stumble slip_module '1 internal-error' "AttributeError: module 'posix\|AttributeError: module 'os' has no attribute 'pth'" &&
        stumble slip_class '1 internal-error' "AttributeError: type object 'int' has no attribute 'from_byte'" &&
        stumble slip_object '1 internal-error' "AttributeError: 'Bounds' object has no attribute 'lowest'" &&
        stumble slip_import '1 internal-error' "ImportError: cannot import name 'pth'"
}
check 'so is what a module, a class or an array never has, and what cannot be imported, in the file of the function' slips
odd() { local one; for one in odd_none odd_number odd_within odd_named odd_import; do stumble "$one" '0 ' '^ok' || return; done; }
check 'what may come of an odd input is an error answer: of None, of a number, in another file, by a name' odd
unwritten() { run into out=out gather/onnx-13/document/rows/float32,int64; same "$code $(verdicts)" '1 unwritten' "$(cat out err)"; }
check 'with out= what is not written is seen' unwritten
lacks() { run without_attribute '' 'gather/onnx-13/*' && same "$(jq -rs '[.[] | select(.record == "variant") | .not_claimed[]] | map(select(startswith("attribute"))) | .[0]' r.jsonl)" 'attribute axis' "$(cat out err)"; }
check 'an attribute that the function lacks is not claimed' lacks
values() { run take axis=0 'gather/onnx-13/attributes/*' && same "$(jq -s '[.[] | select(.record == "variant") | .not_claimed[]] | index("another value of attribute axis") != null' r.jsonl)" true "$(cat out err)"; }
check 'other values of an attribute than those claimed are not claimed' values
wrong() { # WORD LIKE SENTENCE
    timeout 60 "$gatherum" run --backend "$1" --like "$2" gather/onnx-13/rows >out 2>&1
    same "$(($? > 1)) $(grep -c "$3" out)" '1 1' "$(cat out)"
}
all_wrong() {
    wrong kernels.py:nix:arrays=memoryview onnx.Gather 'kernels.py has no nix' &&
        wrong none.py:nix:arrays=memoryview onnx.Gather 'there is no file none.py' &&
        wrong kernels.py:take:arrays=memoryview torch.gathr "no document is called 'torch.gathr'; near: torch.gather" &&
        wrong kernels.py:take:arrays=memoryview,dim=1 onnx.Gather "option 'dim' is not known" &&
        wrong kernels.py:into:arrays=memoryview onnx.Gather '^gatherum: kernels.py:into: .*its parameter out has no value there; .* out="out" says so'
}
check 'what cannot be judged is said in a sentence' all_wrong
titles() {
    python <<'EOF'
from gatherum.documents import NotADocument, find
import gatherum.documents
for name, found in {"openvino.Gather-1": "gather/openvino-1", "openvino.Gather-7": "gather/openvino-7", "openvino.Gather": "gather/openvino-8",
                    "webnn.gather": "gather/webnn-2026.06", "onnx.Gather": "gather/onnx-13"}.items():
    assert [one.name for one in find(name)] == [found], name
try:
    find("torch.nn.functional.embedding")
    raise SystemExit("there is one")
except NotADocument as why:
    said = str(why)
assert "near: aclnnEmbedding; of torch there are torch.gather, torch.index_add, torch.index_copy, torch.index_reduce, torch.index_select, torch" in said, said
EOF
}
check 'documents are found by their titles, and what a library has is told' titles
package() {
    python <<'EOF'
import functools
import gatherum as gat
import kernels
claim = gat.Claim(dtypes=["float32"], attrs={"axis": [0]})
more = dict(like="onnx.Gather", claim=claim, arrays="memoryview", draw=0, cases=["negative/*", "rows"])
good = gat.judge(kernels.take, **more)
assert good and good.passed > 5 and good.failed == 0 and not good.causes, good
assert sum(n for why, n in good.not_claimed.items() if "another value of attribute axis" in why) > 100, good.not_claimed
bad = gat.judge(functools.partial(kernels.take, forget=True), **more)
assert not bad and bad.failed, bad
cause = bad.causes[0]
assert cause.clause == "gather-13/index-domain" and "sign" in str(bad) and "--backend kernels:take:" in cause.case.repeat, str(bad)
try:
    gat.check("kernels.py:forgets", **more)
    raise SystemExit("check passes")
except AssertionError as why:
    assert "repeat: " in str(why), why
EOF
}
check 'judge, check, claims and partials' package
console() { # as pip writes it: this folder is not where Python looks for modules
    mkdir -p bin
    printf 'import sys\nfrom gatherum.__main__ import main\nsys.exit(main())\n' >bin/gatherum
    timeout 60 python3 bin/gatherum run --backend kernels:take:arrays=memoryview,dtypes=int8,axis=0 --like onnx.Gather --draw 0 gather/onnx-13/rows >out 2>err
    same $? 0 "$(tail -n 3 out err)"
}
check 'the program that pip installs finds a module of this folder' console
first() { # one element type before all of them, where nothing says which
    python <<'EOF'
import gatherum as gat
import kernels
more = dict(like="onnx.Gather", arrays="memoryview")
try:
    gat.check(kernels.forgets, claim=gat.Claim(attrs={"axis": [0]}), **more)
    raise SystemExit("check passes")
except AssertionError as why:
    told = str(why)
assert "only float32 with indices of int64 was judged, and fails" in told and "sign of the index was dropped" in told, told
one, both = (gat.check(kernels.take, claim=gat.Claim(dtypes=types, attrs={"axis": [0]}), draw=0, **more)
             for types in (["float32"], ["int8", "float32"]))
assert both.passed > one.passed and not any("was judged, and fails" in note for note in both.notes), f"{one} {both}"
EOF
}
deaths() {
    python <<'EOF'
import gatherum as gat
import kernels
bad = gat.judge(kernels.leaves, like="onnx.Gather-13", arrays="memoryview", draw=0, claim=gat.Claim(dtypes=["int8"], index_dtypes=["int64"], attrs={"axis": [0]}))
assert not bad and bad.failed == 12 and any("cases were not run: the function ended its process" in note for note in bad.notes), bad
EOF
}
check 'a function that ends its process again and again is not asked all, which is told' deaths
budget() { # each end costs the start of an interpreter
    timeout 300 "$gatherum" run --backend kernels.py:leaves:arrays=memoryview,axis=0 --like onnx.Gather-13 --draw 0 gather/onnx-13/index-edges >"$work/many" 2>&1
    same $? 1 "exit code: $(tail -n 3 "$work/many")" && grep -q 'the budget of deaths was spent (--deaths)' "$work/many" || { why "$(tail -n 9 "$work/many")"; return 1; }
}
check 'nor is it by the command, without an option' budget
check 'check tells what fails in one element type before it asks all of them' first
odd() {
    python <<'EOF'
import functools
import gatherum as gat
import kernels
from kernels import table
for function in (table, table.method, functools.partial(kernels.with_block, (8, 8)), kernels.Table.gather):
    gat.check(function, like="onnx.Gather", arrays="memoryview", draw=0, cases=["rows"],
              claim=gat.Claim(dtypes=["int8"], attrs={"axis": [0]}))
EOF
}
check 'words go to parameters by name and meaning, whatever their order; methods, objects, first arguments of partials' odd
script() {
    cat >script.py <<'EOF'
import gatherum as gat
from kernels import take
print("this is no part of a call")
def mine(data, indices, axis=0):
    return take(data, indices, axis, forget=True)
gat.check(mine, like="onnx.Gather", arrays="memoryview", draw=0, cases=["rows"], claim=gat.Claim(dtypes=["int8"], attrs={"axis": [0]}))
print("passes")
gat.check(mine, like="onnx.Gather", arrays="memoryview", draw=0, cases=["negative/*"], claim=gat.Claim(dtypes=["int8"], attrs={"axis": [0]}))
EOF
    python3 script.py >out 2>err
    same "$? $(grep -q 'counts from the end' err; echo $?) $(xargs <out)" '1 0 this is no part of a call passes' "$(tail -n 5 err)"
}
check 'a script that has its own function judged is imported only so far' script
named() {
    python <<'EOF'
import unittest
import gatherum as gat
import kernels
cases = gat.cases("onnx.Gather", claim=gat.Claim(dtypes=["int8"], attrs={"axis": [0]}), topics="negative/*")
assert "gather/onnx-13/negative/minus-extent" in map(str, cases), cases
outcomes = {}
for case in cases:
    try:
        case.check(kernels.forgets if "/mi" in str(case) else kernels.take, arrays="memoryview", draw=0)
        outcomes[str(case)] = "pass"
    except AssertionError as why:
        assert "repeat: " in str(why), why
        outcomes[str(case)] = "fail"
    except unittest.SkipTest as why:
        outcomes[str(case)] = "skip"
assert outcomes["gather/onnx-13/negative/minus-one-row"] == "fail", outcomes
assert outcomes["gather/onnx-13/negative/past-int8"] == "pass", outcomes
assert outcomes["gather/onnx-13/negative/middle-axis"] == "skip", outcomes
EOF
}
check 'cases one by one: pass, fail, skip' named
loose() {
    python <<'EOF'
import gatherum as gat
import kernels
def by_position(*words):
    return kernels.take(*words)
def by_keyword(**words):
    return kernels.take(words["data"], words["indices"], words["axis"])
def in_part(data, **words):
    return by_keyword(data=data, **words)
for function in (by_position, by_keyword, in_part):
    result = gat.judge(function, like="onnx.Gather", claim=gat.Claim(dtypes=["int8"], attrs={"axis": [0]}),
                       arrays="memoryview", draw=0, cases=["document/*", "negative/*"], isolated=False)
    assert result and result.passed > 9, (function, result)
try:
    raise SystemExit(gat.judge(by_position, like="numpy.take(mode='wrap')", arrays="memoryview", isolated=False))
except gat.NotJudged as why:
    assert "it has no parameter for mode='wrap'" in str(why), why
EOF
}
check 'a function that takes anything is called by position, or by keyword' loose
as_told() {
    python <<'EOF'
import gatherum as gat
import kernels
class DType: # as numpy has them
    name, itemsize = "int8", 1
claim = gat.Claim(dtypes=[DType()], index_dtypes=["int32"], attrs={"axis": [0]})
result = gat.judge(kernels.take, like="onnx.Gather-1", claim=claim, arrays="memoryview", draw=0, cases=["*"])
assert result.passed > 9 and not any("/drawn/" in one["point"] for one in result.records if one["record"] == "point"), result
assert "  reads the document as: gather-1/index-domain: wraps\n" in f"{result}\n", result
EOF
}
check 'all cases without those that are drawn; and how the function reads the document' as_told
whole_advice() { judged lists internal-error 'it may make an array of that, or return one element"'; }
check 'advice is not cut short' whole_advice
not_isolated() {
    python <<'EOF'
import os
import gatherum as gat
import kernels
more = dict(like="onnx.Gather", arrays="memoryview", draw=0, cases=["negative/*"], isolated=False,
            claim=gat.Claim(dtypes=["int8"], index_dtypes=["int64"], attrs={"axis": [0]}))
seen = []
good = gat.judge(lambda data, indices, axis=0: seen.append(os.getpid()) or kernels.take(data, indices, axis), **more)
assert good and good.passed > 2 and set(seen) == {os.getpid()}, good
assert any("not isolated: a crash" in note for note in good.notes), good.notes
bad = gat.judge(lambda data, indices, axis=0: kernels.forgets(data, indices, axis), **more)
assert not bad and "isolated=False)" in bad.causes[0].case.repeat, str(bad)
def writes(data, indices, axis=0):
    made = kernels.take(data, indices, axis)
    indices[(0,) * len(indices.shape)] = 0
    return made
assert "it wrote to its operand indices" in str(gat.judge(writes, **more))
def quits(data, indices, axis=0):
    raise SystemExit(3)
assert "SystemExit: 3" in str(gat.judge(quits, **more))
EOF
}
check 'isolated=False: closures run in this process, their inputs are private, and what is lost is told' not_isolated
arguments() {
    python <<'EOF'
import gatherum as gat
import kernels
claim = gat.Claim(dtypes=["int8"], index_dtypes=["int64"], attrs={"axis": [0]})
for function, names in ((kernels.forgets, {"data", "indices", "axis"}), (kernels.table.forgets, {"x", "idx", "dim"})):
    bad = gat.judge(function, like="onnx.Gather", arrays="memoryview", draw=0, cases=["negative/minus-one-row"], claim=claim)
    given = bad.causes[0].case.arguments()
    assert set(given) == names, given
    data, indices, axis = [given[name] for name in sorted(given, key=("data", "x", "indices", "idx", "axis", "dim").index)]
    assert function(**given).tobytes() == kernels.take(data, indices, axis, forget=True).tobytes()
    assert indices.tolist() == [-1], indices.tolist()
EOF
}
check 'the arguments of a case, by the names of the function' arguments
refused() {
    python <<'EOF'
import gatherum as gat
import kernels
def refuses(error, function, **more):
    try:
        gat.judge(function, **{"like": "onnx.Gather", "arrays": "memoryview", **more})
    except error as why:
        return str(why)
    raise SystemExit(f"no {error}")
assert "move it to the top of a module" in refuses(gat.NotReferable, lambda data, indices: data)
assert "near: torch.gather" in refuses(gat.NotADocument, kernels.take, like="torch.gathr")
assert "no nix" in refuses(gat.NotJudged, "kernels:nix")
refuses(gat.NothingJudged, kernels.take, claim=gat.Claim(ranks=(9, 9)), draw=0)
said = refuses(gat.NothingJudged, kernels.take, claim=gat.Claim(index_dtypes=["float32"]), draw=0)
assert said.endswith("; it has indices of int32, int64, and the claim of float32"), said
refuses(gat.NothingJudged, kernels.take, claim=gat.Claim(dtypes=["string"]), draw=0)  # no buffer has them
assert "'float17'" in refuses(gat.NotJudged, kernels.take, claim=gat.Claim(dtypes=["float17"]), draw=0)
more = gat.judge(kernels.take, like="onnx.Gather", arrays="memoryview", claim=gat.Claim(dtypes=["string", "int8"]), draw=0, cases=["negative/minus-one-row"])
assert more and "not claimed: elements of string, which arrays of memoryview have not" in more.notes, more
for error, said, more in (
        (ValueError, "names no function", {"function": "take"}), (TypeError, "a function is due", {"function": None}),
        (TypeError, "a Claim is due", {"claim": {}}), (gat.NotADocument, "the name of a document is due", {"like": None}),
        (TypeError, "device: a text is due", {"device": 0}), (TypeError, "timeout: a number is due", {"timeout": "5"}),
        (gat.NotJudged, "no parameter nix", {"out": "nix"}), (gat.NotJudged, "has no module nixda", {"arrays": "nixda"}),
        (gat.NotJudged, "the list is empty", {"cases": []})):
    assert said in refuses(error, more.pop("function", kernels.take) if "function" in more else kernels.take, **more), said
for said, more in (("dtypes: a list", {"dtypes": []}), ("dtypes: a list", {"dtypes": 3}), ("ranks: the least", {"ranks": (3, 1)}),
                   ("ranks: the least", {"ranks": 3}), ("is due for axis", {"attrs": {"axis": 0}}), ("attrs: values", {"attrs": ["axis"]}),
                   ("negative_indices: True or False", {"negative_indices": "yes"})):
    try:
        raise SystemExit(f"no error for {gat.Claim(**more)}")
    except (TypeError, ValueError) as why:
        assert said in str(why), why
EOF
}
check 'closures, unknown documents and empty claims are refused' refused
others() { # of other documents nothing is asked, and one line says so
    run Table.gather axis=0 --shard 1/60
    same "$(grep -c 'other than onnx.Gather # SKIP not claimed' out) $(grep -cE 'other variants are not claimed|# SKIP not claimed: the variant' out)" '1 1' "lines; $(cat err)"
}
check 'what variants of other documents are not claimed is one line' others
names() { # in lines of stderr and in notes
    run Table.gather '' gather/onnx-13/rows
    grep -q 'default' out && { why "$(grep default out)"; return 1; }
    run speaks axis=0 gather/onnx-13/rows
    same "$(grep -vc '^\[speaks\] hello$' err)" 0 "lines of another name: $(head -n 3 err)" && grep -q '^\[speaks\]' err &&
        grep -q "default of axis is -1, that of onnx.Gather-13 is 0" out || { why "$(head -n 5 out err)"; return 1; }
}
check 'lines on stderr have the name of the function, and a default of its own is a note' names
left() { # FUNCTION WHAT: a note without --strict, and a failure with it
    run "$1" axis=0 'gather/onnx-13/index-edges'
    same "$code $(verdicts) $(jq -r 'select(.verdict == "noted") | .diagnosis' r.jsonl | sort -u | sed "s/\(with each call\), .*/\1/")" "0 noted left behind: $2" "what $1 leaves; $(tail -n 3 out)" || return
    run "$1" axis=0 'gather/onnx-13/index-edges' --strict
    same "$code $(jq -r 'select(.verdict == "left-behind") | .diagnosis' r.jsonl | sort -u | sed "s/\(with each call\), .*/\1/")" "1 left behind: $2" 'with --strict'
}
leaves_all() {
    left opens 'files stay open, more with each call' && left starts 'threads stay, more with each call' &&
        left moves 'the working directory is another one' || return
    run tidy axis=0 'gather/onnx-13/index-edges' --strict
    same "$code" 0 "a pool and a file that is closed; $(tail -n 3 out)"
}
check 'files and threads that stay, more with each call, and another folder are told; a pool is not' leaves_all
inside_all() {
    left keeps 'memory of the process grows with each call' && left sets 'the environment has other variables' &&
        left children 'child processes stay, more with each call' || return
    case $(uname -m) in x86_64) left rounds 'the rounding mode is another one' || return ;; esac
    run caches axis=0 'gather/onnx-13/index-edges' 'gather/onnx-13/rows' 'gather/onnx-13/negative/*' --strict
    same "$code" 0 "caches, and a library that sets a variable once; $(tail -n 3 out)"
}
check 'so are memory and children that grow, variables and the rounding mode; a cache is not' inside_all
axis_tensor() { # an axis that comes as a tensor of one integer is the number, also where the function has a default for it
    timeout 60 "$gatherum" run --backend kernels.py:moved:arrays=memoryview,dtypes=float32+int64 --like gather/paddle-3.x --draw 0 --out r.jsonl \
        gather/paddle-3.x@cpu/axis-tensor >out 2>err
    same "$? $(jq -s 'map(.passed // 0) | add > 4' r.jsonl)" '0 true' "$(cat out err)"
}
check 'an axis that is a tensor of one integer reaches a function as a number' axis_tensor
axis_told() {
    timeout 60 "$gatherum" run --backend kernels.py:no_tensor:arrays=memoryview,dtypes=float32 --like gather/mindspore-2.x --draw 0 --out r.jsonl \
        gather/mindspore-2.x/axis-tensor/one-element-int64 >out 2>err
    same "$? $(verdicts)" '1 refused' "$(cat out err)" && grep -q 'indices \[2\], axis 1;' out || { why "$(cat out)"; return 1; }
}
check 'and a diagnosis tells that number' axis_told
bound() { # an attribute that a partial binds is claimed with that value
    python <<'EOF'
import functools
import gatherum as gat
import kernels
more = dict(like="onnx.Gather-13", arrays="memoryview", claim=gat.Claim(dtypes=["float32"], empties=False), draw=0, cases=["rows", "negative/*", "attributes/*"])
whole = gat.judge(kernels.take, **more)
first = gat.judge(functools.partial(kernels.take, axis=0), **more)
assert first and not whole and 0 < first.passed < whole.passed + whole.failed, f"{first} {whole}"
assert any("attribute axis" in why for why in first.not_claimed), first
EOF
}
check 'an attribute that a partial binds is claimed with that value' bound
own_stdout() { # with isolated=False what the tests print stays, and is no verdict
    python <<'EOF' && same "$(xargs <out)" 'before after' 'what is printed'
import gatherum as gat
import kernels
print("before", flush=True)
made = lambda data, indices, axis=0: kernels.take(data, indices, axis)
result = gat.judge(made, like="onnx.Gather-13", arrays="memoryview", isolated=False, draw=0, cases=["rows"],
                   claim=gat.Claim(dtypes=["float32"], attrs={"axis": [0]}))
assert result, str(result)
print("after")
EOF
}
check 'with isolated=False stdout is that of the tests' own_stdout
fuzzes() { # what is found is repeated by the line that is printed
    timeout 60 "$gatherum" fuzz --backend kernels.py:forgets:arrays=memoryview,dtypes=int8,axis=0 --like onnx.Gather-13 --time 2 -o finds >out 2>err
    same $? 1 "exit code; $(tail -n 3 out err)" || return
    sed -n 's/^ *repeat: //p' out >lines
    bash -c "$(tail -n 1 lines) --format tap" >again 2>&1
    same "$? $(grep -c '^not ok' again)" '1 1' "$(tail -n 1 lines): $(cat again)"
}
check 'the fuzzer finds it, and its repeat line repeats it' fuzzes
finish
