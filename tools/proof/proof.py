#!/usr/bin/env python3
# proof.py - are the contracts of ref/ proved?
#
# usage: tools/proof/proof.py DIR [FILE.c ...], the files by default all of ref/
# A function of ref/ that has an ACSL contract, in its own file or in the header of its name, is
# proved by the WP of Frama-C; contracts of core/ are assumed.  Prints goals proved of all by kind
# and each goal that is open; fails where fewer are proved than LEAST says.
#
# SPDX-License-Identifier: Apache-2.0
import collections
import glob
import os
import re
import shutil
import subprocess
import sys
import time

LEAST = {"safety": 974, "termination": 91, "functional": 416}
STEPS = 80_000_000  # for a goal and a prover, the same on any machine
PROVERS = "z3,cvc4"
SECONDS = 120  # for one that does not count its steps
CONTRACT = re.compile(r"/\*@(?:(?!\*/).)*?\b(?:requires|ensures|assigns|terminates)\b"
                      r"(?:(?!\*/).)*\*/\s*(?:/\*(?!@)(?:(?!\*/).)*\*/\s*)*"
                      r"[^;{}()=@]*?\b(?!for\b|while\b)(\w+)\s*\(", re.S)
GHOST = re.compile(r"@/\s*void (\w+)\(")
GOAL = re.compile(r"^\[wp\] \[[^\]]+\] Goal (\S+)( : Valid)?", re.M)
FLAGS = ["-c11", "-cpp-extra-args=-Iinclude -Icore -Iref", "-wp", "-wp-rte",
         "-wp-steps", str(STEPS), "-wp-timeout", str(SECONDS),
         "-wp-par", "2", "-wp-cache", "update",
         "-wp-frama-c-stdlib-terminate",
         "-kernel-warn-key", "typing:implicit-function-declaration=inactive"]


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def contracts(path):
    """Names of the functions that have a contract in the file and in the header of its name."""
    names = []
    for p in (path[:-1] + "h", path):
        if os.path.exists(p):
            text = read(p)
            names += CONTRACT.findall(text) + GHOST.findall(text)
    return names


def kind(goal):
    if re.search(r"_terminates|_loop_variant", goal):
        return "termination"
    if re.search(r"_assert_rte_|_call_\w+_requires|assigns", goal):
        return "safety"
    return "functional"


def prove(path, config, *what, provers=PROVERS):
    """Goal by name: was it proved?  Ends the program where Frama-C cannot read the file.  Answers
    of provers are kept beside the configuration, for goals that stay as they are."""
    cache = os.path.join(os.path.dirname(config), "cache")
    done = subprocess.run(["frama-c", *FLAGS, "-wp-prover", provers, "-wp-cache-dir", cache, path, *what], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env=dict(os.environ, WHY3CONFIG=config, PWD=os.getcwd()))
    if done.returncode != 0 or "Proved goals" not in done.stdout:
        sys.exit(f"tools/proof/proof.py: Frama-C on {path}:\n{done.stdout[-2000:]}")
    return {goal: bool(valid) for goal, valid in GOAL.findall(done.stdout)}


def configure(out):
    """A configuration of Why3 that knows the provers of this machine."""
    os.makedirs(f"{out}/cache", exist_ok=True)
    config = os.path.abspath(f"{out}/why3.conf")
    if not os.path.exists(config):
        subprocess.run(["why3", "config", "detect"], check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, env=dict(os.environ, WHY3CONFIG=config))
    return config


def main(out, files):
    lack = [p for p in ("frama-c", "why3", "z3", "cvc4") if shutil.which(p) is None]
    if lack:
        print(f"skipped: no {' '.join(lack)} here (tools/deps.sh --proof)")
        return 0
    begun, config = time.time(), configure(out)
    goals = {}  # by name: was it proved?
    for path in files or sorted(glob.glob("ref/*.c")):
        names = contracts(path) + (contracts("ref/lemmas.c") if path == "ref/walk.c" else [])
        if names:
            goals.update(prove(path, config, "-wp-fct", ",".join(names)))
            print(f"{path}: {' '.join(names)}", flush=True)
        if re.search(r"^ *(?:/\*@)? *lemma ", read(path), re.M):  # and those that it includes
            goals.update(prove(path, config, "-wp-prop", "@lemma"))
    proved, every = collections.Counter(), collections.Counter()
    for goal, valid in goals.items():
        every[kind(goal)] += 1
        proved[kind(goal)] += valid
        if not valid:
            print(f"open: {goal}")
    for k in LEAST:
        print(f"{k}: {proved[k]} of {every[k]} goals proved")
    print(f"{sum(proved.values())} of {sum(every.values())} goals proved in "
          f"{time.time() - begun:.0f} seconds")
    lost = [k for k in LEAST if not files and proved[k] < LEAST[k]]
    for k in lost:
        print(f"tools/proof/proof.py: {LEAST[k]} goals of {k} are due", file=sys.stderr)
    return 1 if lost else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: tools/proof/proof.py DIR [FILE.c ...]")
    sys.exit(main(sys.argv[1], sys.argv[2:]))
