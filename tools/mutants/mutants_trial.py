# mutants_trial.py - compile a mutant, link its object in the place of the original, run the tests.
#
# Objects are those of the usual build, copied once; of a mutant nothing is built but its own.  Each
# job has a folder of programs, and links there what contains the mutant, by the commands that make
# tells.
#
# SPDX-License-Identifier: Apache-2.0
import glob
import hashlib
import os
import re
import shlex
import shutil
import signal
import subprocess
import threading


class TrialError(Exception):
    """Not the mutant's fault: the original does not build or does not pass."""


# The tests in C that matter to a folder, by room and name; before them or after them, as time
# tells, come runs on written cases, whose literal expectations contradict an oracle that is wrong.
MATTER = {
    "core": "base/* oracle/* judge/* suite/catalog worker/giants",
    "ref": "oracle/* base/* judge/* kernels/opt",
    "harness": "judge/* oracle/* suite/features",
    "opt": "kernels/opt* kernels/memo oracle/call",
}
# Those of them that are asked once more, under sanitizers, of a mutant that lives: a byte read or written beyond
# an array changes an answer by chance alone.
CAREFUL = {
    "core": "base/layout base/values oracle/arith oracle/portrayed judge/said",
    "ref": "oracle/portrayed oracle/consulted oracle/call oracle/ref oracle/sums",
    "harness": "oracle/portrayed judge/said judge/damage judge/diagnose judge/claims",
    "opt": "kernels/opt* kernels/memo",
}
SANITIZED = ["SAN=address,undefined", "CFLAGS=-O1 -g1"]
# One saboteur for each verdict, but for those that wait for a limit or need generated cases.
LEFT_OUT = {"aligned_load_of_odd_address", "broadcast_walked_as_compact", "empty_axis_is_endless", "index_hangs",
            "memory_for_each_index"}


def sabotage():
    chosen = {}
    for file in sorted(glob.glob("tests/saboteurs/*/*.c")):
        name = os.path.basename(file)[:-2]
        with open(file, encoding="utf-8") as f:
            head = f.read(2000)
        due = [x.split()[2:] for x in head.splitlines() if x.startswith(" * verdict:")]
        if name not in LEFT_OUT and due and len(due[0]) == 1:
            chosen.setdefault(due[0][0], name)
    return sorted(chosen.values())


def tests_of(file, out, careful=False):
    """Names, targets of make and commands."""
    folder = file.split("/")[0]
    gatherum = f"{out}/gatherum"

    def in_c(source):
        name = os.path.basename(source)[:-2]
        with open(source, encoding="utf-8") as text:
            asked = sorted(set(re.findall(r'"%s/(backends/\w+\.so)"', text.read())))
        return (name, [f"{out}/tests/{name}", *(f"{out}/{path}" for path in asked)], [f"{out}/tests/{name}"])

    def judged(name, path, *more):
        return (name, [gatherum, path], [gatherum, "run", "-x", *more, "--backend", path])

    written = ["--draw", "0"]  # of what is drawn, ref and the oracle that it is always say the same
    runs = [judged("run ref", f"{out}/backends/ref.so", *written), judged("run opt", f"{out}/backends/opt.so")]
    if folder == "ref":
        runs.append(judged("run honest", f"{out}/tests/saboteurs/honest.so", *written))
    tests = []
    for word in (CAREFUL if careful else MATTER)[folder].split():
        room, name = word.split("/")
        for source in sorted(glob.glob(f"tests/unit/{room}/test_{name}.c")):
            tests.append(in_c(source))
    if careful:
        return tests
    if os.path.isdir("backends"):
        tests += runs
    if folder == "harness":
        for script in sorted(glob.glob("tests/cli/*/*.t")):
            with open(script, encoding="utf-8") as text:
                if "# coverage: counts\n" in text.read(2000):
                    tests.append((os.path.basename(script), [gatherum], ["bash", script]))
        tests.append(("kill", [gatherum], [gatherum, "kill", "-j", "1", *sabotage()]))
    if folder == "opt":
        tests.append(("run opt, all cases", [gatherum], ["env", "-u", "GATHERUM_HOME", gatherum, "run", "-x", "-j", "1",
                                                        "--backend", f"{out}/backends/opt.so"]))
    return tests


def run(command, seconds, **more):
    """Exit status, or 'time' when it took too long; whatever it started is ended.

    The limit is one of processor time, so that a busy machine kills nobody."""
    limited = ["/bin/sh", "-c", f'ulimit -c 0; ulimit -t {int(seconds)}; exec "$@"', "sh", *command]
    p = subprocess.Popen(limited, stdin=subprocess.DEVNULL, start_new_session=True, **more)
    try:
        status = p.wait(30 + 10 * seconds)
    except subprocess.TimeoutExpired:
        status = "time"
    finally:
        try:
            os.killpg(p.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        p.wait()
    return status


class Builder:
    """The objects of the usual build, and those of mutants; remembers by the sources' hash what became of them."""

    def __init__(self, build, out, key, careful=False):
        self.build, self.out, self.store = build, out, f"{out}/objects-{key}"
        self.careful, self.variables = careful, [f"OUT={build}", *(SANITIZED if careful else [])]
        self.objects, self.key = f"{out}/obj", key
        self.lines, self.codes, self.files, self.lock = {}, {}, {}, threading.Lock()
        self.times = {}  # of a test, that the original was seen to pass
        self.kills = {}  # of a file by a test
        os.makedirs(self.store, exist_ok=True)
        for name in os.listdir(out):
            if name.startswith("objects-") and not self.store.endswith(name):
                shutil.rmtree(f"{out}/{name}")

    def make(self, files):
        """Builds what the tests of these files need, and copies the objects: who builds meanwhile disturbs
        nothing.  What debuggers read is left behind, for quicker links."""
        targets = needed(files, self.build, self.careful)
        with open(f"{self.out}/make.log", "w", encoding="utf-8") as log:
            status = run(["make", "-s", "-j2", *self.variables, *targets], 3000, stdout=log, stderr=log)
        if status != 0:
            with open(f"{self.out}/make.log", encoding="utf-8") as log:
                raise TrialError(f"make {' '.join(targets)} failed: {log.read()[-400:]}")
        shutil.rmtree(self.objects, ignore_errors=True)
        shutil.copytree(f"{self.build}/obj", self.objects)
        subprocess.run(["strip", "-g", *glob.glob(f"{self.objects}/**/*.o", recursive=True)], check=True)

    def command(self, source, target, sign, *more):
        """The command, with this sign in it, by which make builds the target when the source has changed."""
        p = subprocess.run(["make", "-n", "-W", source, *self.variables, target],
                           capture_output=True, text=True, check=False)
        found = [x for x in p.stdout.replace("\\\n", " ").splitlines() if sign in x and all(m in x for m in more)]
        if not found:
            raise TrialError(f"make tells no command for {target}: {p.stderr.strip()[:200]}")
        return shlex.split(found[0].split(" 2>")[0])

    def line_of(self, file):
        """The command by which make compiles this file; without what debuggers read, as line numbers
        would make every object differ."""
        if file not in self.lines:
            words = self.command(file, f"{self.build}/obj/{file[:-2]}.o", " -c -o ", " " + file)
            words = [w for w in words if w not in ("-MMD", "-MP")]
            self.lines[file] = [*words[:words.index("-o")], "-g0"]
        return self.lines[file]

    def compile_text(self, file, text, target):
        """From stdin, so that no object holds a file name of its own."""
        p = subprocess.run([*self.line_of(file), "-w", "-o", target, "-x", "c", "-"], input=text.encode(),
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        return p.returncode == 0

    def code_of(self, path):
        with open(path, "rb") as f:
            return hashlib.sha256(f.read()).hexdigest()

    def original(self, file):
        path = f"{self.store}/{file.replace('/', '.')[:-2]}.o"
        with self.lock:
            own = self.files.setdefault(file, threading.Lock())
        with own:
            if file not in self.codes:
                with open(file, encoding="utf-8") as f:
                    if not self.compile_text(file, f'#line 1 "{file}"\n' + f.read(), path):
                        raise TrialError(f"{file} does not compile as it is")
                self.codes[file] = self.code_of(path)
        return path

    def object_of(self, mutant):
        return f"{self.store}/{mutant.id}.o"

    def compile(self, mutant):
        """('valid', hash of the code), ('equal', ..) or ('invalid', None)."""
        self.original(mutant.file)
        path = self.object_of(mutant)
        if not os.path.exists(path) and not os.path.exists(path + ".bad"):
            if self.compile_text(mutant.file, mutant.source(), path + ".new"):
                os.rename(path + ".new", path)
            else:
                with open(path + ".bad", "w", encoding="utf-8"):
                    pass
        if not os.path.exists(path):
            return "invalid", None
        code = self.code_of(path)
        return ("equal" if code == self.codes[mutant.file] else "valid"), code


def source_of(name):
    """The source of a program or a backend below the build folder; tests keep theirs by subject."""
    if name == "gatherum":
        return "harness/command/main.c"
    source = name.removesuffix(".so") + ".c"
    found = glob.glob(f"tests/**/{os.path.basename(source)}", recursive=True) if name.startswith("tests/") else []
    return found[0] if found else source


def needed(files, out, careful):
    """What make has to build before the tests of these files are linked: a test in C has all objects."""
    every = [test for file in files for test in tests_of(file, out, careful)]
    in_c = [t for name, targets, _ in every if name.startswith("test_") for t in targets][:1]
    others = {t for name, targets, _ in every if not name.startswith("test_") for t in targets}
    if any(name == "kill" for name, *_ in every):
        others |= {f"{out}/tests/saboteurs/{name}.so" for name in sabotage()}
    if any(name.endswith(".t") for name, *_ in every):
        others |= {"broken", "plugins"}
    return in_c + sorted(others)


class Job:
    """One folder of programs, in which one mutant after the other takes the original's place."""

    def __init__(self, builder, number):
        self.builder, self.out = builder, f"{builder.out}/job{number}"
        self.links, self.made = {}, {}  # of a target its command, and the mutant that is in it
        self.mutant = None
        shutil.rmtree(self.out, ignore_errors=True)
        home = os.path.abspath(f"{self.out}/home")
        os.makedirs(f"{home}/cases")
        os.makedirs(f"{home}/tests")
        for name in glob.glob("cases/*/*.yaml"):  # written cases: those of generators take longer
            os.makedirs(os.path.dirname(f"{home}/{name}"), exist_ok=True)
            os.symlink(os.path.abspath(name), f"{home}/{name}")
        os.symlink(os.path.abspath("specs"), f"{home}/specs")
        os.symlink(os.path.abspath("tests/saboteurs"), f"{home}/tests/saboteurs")
        for name in glob.glob(f"{builder.build}/tests/saboteurs/*.so") + glob.glob(f"{builder.build}/tests/plugins/*.so"):
            here = f"{self.out}/{os.path.relpath(name, builder.build)}"
            os.makedirs(os.path.dirname(here), exist_ok=True)
            os.symlink(os.path.abspath(name), here)
        self.env = dict(os.environ, GATHERUM=f"{self.out}/gatherum", OUT=self.out, GATHERUM_HOME=home)
        self.plain = dict(os.environ, GATHERUM=f"{self.out}/gatherum", OUT=self.out)

    def linker(self, target):
        """The command by which make links this target, with its own source compiled once."""
        if target not in self.links:
            name, build = target[len(self.out) + 1:], self.builder.build
            source = source_of(name)
            words = self.builder.command(source, f"{build}/{name}", f"-o {build}/{name} ")
            os.makedirs(os.path.dirname(target), exist_ok=True)
            words[words.index("-o") + 1] = target
            if source in words:
                flags = [w for w in words[:words.index("-o")] if w != "-shared"]
                if run([*flags, "-w", "-g0", "-c", "-o", target + ".o", source], 100) != 0:
                    raise TrialError(f"{source} does not compile")
                words[words.index(source)] = target + ".o"
            begin = f"{build}/obj/"
            self.links[target] = [f"{self.builder.objects}/{w[len(begin):]}" if w.startswith(begin) else w for w in words]
        return self.links[target]

    def link(self, target, **more):
        """With the mutant where it belongs; false where that cannot be."""
        words, path, mutant = self.linker(target), None, self.mutant
        if mutant:
            path = f"{self.builder.objects}/{mutant.file[:-2]}.o"
        within = mutant if path in words else None
        if target in self.made and self.made[target] is within:
            return True
        self.made.pop(target, None)
        if os.path.lexists(target):
            os.unlink(target)
        if run([self.builder.object_of(within) if within and w == path else w for w in words], 60, **more) != 0:
            return False
        self.made[target] = within
        return True

    def passes(self, test, limited):
        """Link what the test needs and run it: None, or how it failed."""
        name, targets, command = test
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        if not all(self.link(target, **quiet) for target in targets):
            return "build"
        env = self.plain if name.startswith("test_") or name.endswith(".t") else self.env
        status = run(command, limited, env=env, **quiet)
        return None if status == 0 else name

    def ordered(self, file):
        """The tests of this file: first those that killed a mutant of it, then those that include its header, and then the
        quickest, as far as is known."""
        kills, times = self.builder.kills.get(file, {}), self.builder.times
        header = re.compile(rf'^#include "(\w+/)?{os.path.basename(file)[:-2]}\.h"', re.M)

        def includes(name):
            paths = glob.glob(f"tests/unit/*/{name}.c") if name.startswith("test_") else []
            for path in paths:
                with open(path, encoding="utf-8") as text:
                    return bool(header.search(text.read()))
            return False

        def key(test):
            usual = 1 if test[0].startswith("test_") else 20
            return -kills.get(test[0], 0), not includes(test[0]), times.get(test[0], usual)
        return sorted(tests_of(file, self.out, self.builder.careful), key=key)

    def limit(self, test):
        """Seconds that a mutant gets: the original, which must pass, tells once how many it takes."""
        times = self.builder.times
        if test[0] not in times:
            mutant, self.mutant = self.mutant, None
            times[test[0]] = self.time(test)
            self.mutant = mutant
        return 10 + 5 * times[test[0]]

    def time(self, test):
        """Seconds of processor time that the original takes."""
        before = os.times()
        failed = self.passes(test, 300)
        after = os.times()
        if failed:
            raise TrialError(f"the original fails '{test[0]}' ({failed}); mend that first")
        return after.children_user - before.children_user + after.children_system - before.children_system

    def trial(self, mutant):
        """The test that kills this mutant, or None."""
        self.mutant = mutant
        for test in self.ordered(mutant.file):
            failed = self.passes(test, self.limit(test))
            if failed:
                kills = self.builder.kills.setdefault(mutant.file, {})
                kills[failed] = kills.get(failed, 0) + 1
                return failed + (" with sanitizers" if self.builder.careful else "")
        return None
