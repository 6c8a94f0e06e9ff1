#!/usr/bin/env bash
# mutants.t - make mutants: kills what a test notices, reports what none does, and
# refuses excuses that nobody needs; on a project of two functions.
# sanitizers: no, it tries a tool in Python.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
plan 7
quotes_there() {
    python3 tools/mutants/mutants.py --check >"$work/out" 2>&1 || { why "$(head -n 5 "$work/out")"; return 1; }
}
check "each equivalence line quotes what is there" quotes_there

tool=$PWD/$out/mutants/tool
if [ ! -d "$tool/universalmutator" ] && ! tools/mutants/mutator.sh "$tool" >"$work/install" 2>&1; then
    for k in 2 3 4 5 6 7; do skip "mutants of two functions" "$(tail -n 1 "$work/install")"; done
    finish
fi

root=$PWD toy=$work/toy
mkdir -p "$toy/ref" "$toy/tests/unit/oracle" "$toy/tools/mutants"
echo 9.9 >"$toy/VERSION"
cat >"$toy/ref/toy.c" <<'END'
int least(int x)
{
    return x > 9 ? 9 : x;
}

int twice(int x)
{
    return x * 2;
}
END
cat >"$toy/tests/unit/oracle/test_ref.c" <<'END'
int least(int), twice(int);
int main(void)
{
    return least(9) != 9 || least(10) != 9 || least(3) != 3 || least(-1) != -1 || twice(2) != 4;
}
END
printf '%s\n' 'OUT = build' 'all plugins broken: $(OUT)/obj/ref/toy.o' '$(OUT)/obj/%.o: %.c' '	@mkdir -p $(@D)' '	$(CC) $(CFLAGS) -c -o $@ $<' \
    '$(OUT)/tests/test_ref: tests/unit/oracle/test_ref.c $(OUT)/obj/ref/toy.o' '	@mkdir -p $(@D)' '	$(CC) -o $@ $^' >"$toy/Makefile"

# mutants ARGUMENTS...: of the two functions; leaves $code and $work/out.
mutants() {
    (cd "$toy" && MAKEFLAGS='' python3 "$root/tools/mutants/mutants.py" --tool "$tool" --rules "$root/tools/mutants/mutants.rules" "$@") >"$work/out" 2>&1
    code=$?
}
field() { jq -rc "$1" "$toy/build/mutants.json"; }
says() { grep -qF -- "$1" "$work/out" || { why "not said: $1"; why "$(head -n 12 "$work/out")"; return 1; }; }

# x + 2 for x * 2 is not told by 2; that least() may say >= for > is the same code.
known() {
    mutants
    same "$code" 1 "exit code with a survivor" && [ -e "$toy/build/mutants.json" ] || { why "$(head -n 12 "$work/out")"; return 1; }
    same "$(field '[.survivors[] | [.file, .function, .before, .after, .justified]]')" \
        '[["ref/toy.c","twice","return x * 2;","return x + 2;",null]]' "survivors" || return
    says "survived: ref/toy.c:8 in twice" && says "+return x + 2;" || return
    same "$(field '.killed_by | keys[]')" test_ref "killers" || return
    same "$(field '[.killed > 5, .survived, .justified, .killed + .survived == .judged, .discarded.same_object > 0]')" \
        '[true,1,0,true,true]' "figures"
}
check "a mutant that a test notices is killed, one that none notices is reported" known

again() {
    cp "$toy/build/mutants.json" "$work/first.json"
    mutants --jobs 1
    says "$(field .judged) of them tried before" || return
    cmp -s "$work/first.json" "$toy/build/mutants.json" || { why "other figures the second time"; return 1; }
    mutants --sample 3 --seed 4
    cp "$toy/build/mutants.json" "$work/first.json"
    same "$(field .judged)" 3 "mutants of a sample of 3" || return
    rm -rf "$toy/build"
    mutants --sample 3 --seed 4
    cmp -s "$work/first.json" "$toy/build/mutants.json" || { why "another sample by the same seed"; return 1; }
}
check "what was tried is remembered; a seed gives the same sample again" again

justified() {
    echo 'ref/toy.c@twice: return x * 2; ==> return x + 2; :: only 2 is ever doubled' >"$toy/tools/mutants/mutants.equivalent"
    mutants
    same "$code" 0 "exit code; $(tail -n 2 "$work/out")" || return
    same "$(field '[.survived, .justified, .survivors[0].justified]')" '[1,1,"only 2 is ever doubled"]' "figures"
}
check "a survivor with an equivalence line is justified" justified

killed_excuse() {
    echo 'ref/toy.c@twice: return x * 2; ==> return x / 2; :: nobody would notice' >>"$toy/tools/mutants/mutants.equivalent"
    mutants
    same "$code" 1 "exit code" && says "mutants.equivalent:2: ref/toy.c:8 is killed by test_ref; take the line out"
}
check "an equivalence line for a mutant that a test kills is an error" killed_excuse

stale_excuse() {
    sed -i '2s/.*/ref\/toy.c@twice: return x * 2; ==> return x ** 2; :: no rule makes this/' "$toy/tools/mutants/mutants.equivalent"
    mutants
    same "$code" 1 "exit code" && says "mutants.equivalent:2: stale: no mutant of ref/toy.c is so" || return
    sed -i '2s/.*/ref\/toy.c@twice: return x * 2; ==> return x + 2; :: said twice/' "$toy/tools/mutants/mutants.equivalent"
    mutants
    same "$code" 1 "exit code" && says "mutants.equivalent:2: the same mutant as in line 1" || return
    sed -i '2s/.*/ref\/toy.c@twice: return x * 2;/' "$toy/tools/mutants/mutants.equivalent"
    mutants
    same "$code" 1 "exit code" && says "mutants.equivalent:2: not 'FILE@FUNCTION"
}
check "an equivalence line that no mutant needs is an error" stale_excuse

quick_check() {
    sed -i 2d "$toy/tools/mutants/mutants.equivalent"
    mutants --check
    same "$code" 0 "exit code of --check; $(cat "$work/out")" || return
    sed -i 's/return x \* 2/return 2 * x/' "$toy/ref/toy.c"
    mutants --check
    same "$code" 1 "exit code of --check" && says "mutants.equivalent:1: stale: twice has no line 'return x * 2;'"
}
check "an equivalence line whose text is gone is found at once" quick_check
finish
