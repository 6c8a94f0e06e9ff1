# mutants_trial.py - compile a mutant, put its object in the place of the original, run the tests.
#
# Each job has a build folder of its own.  Nothing but objects is changed there, and what
# contains them is linked anew by the commands that make tells.
#
# SPDX-License-Identifier: Apache-2.0
import glob
import hashlib
import os
import shlex
import shutil
import signal
import subprocess
import threading


class TrialError(Exception):
    """Not the mutant's fault: the original does not build or does not pass."""


FLAGS = "CFLAGS=-O2"  # no -g: line numbers would make every object differ

# The tests in C that matter to a folder, by room and name; before them or after them, as time
# tells, come runs on written cases, whose literal expectations contradict an oracle that is wrong.
MATTER = {
    "core": "base/* oracle/* judge/* suite/catalog worker/giants",
    "ref": "oracle/* base/* judge/* kernels/opt",
    "harness": "judge/* oracle/* suite/features",
    "opt": "kernels/opt* kernels/memo oracle/call",
}
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


def tests_of(file, out):
    """Names, targets of make and commands."""
    folder = file.split("/")[0]
    gatherum = f"{out}/gatherum"

    def in_c(name):
        return (f"test_{name}", [f"{out}/tests/test_{name}"], [f"{out}/tests/test_{name}"])

    def judged(name, path, *more):
        return (name, [gatherum, path], [gatherum, "run", "-x", "--backend", path, *more])

    runs = [judged("run ref", f"{out}/backends/ref.so"), judged("run opt", f"{out}/backends/opt.so")]
    if folder == "ref":
        runs.append(judged("run honest", f"{out}/tests/saboteurs/honest.so"))
    tests = []
    for word in MATTER[folder].split():
        room, name = word.split("/")
        for source in sorted(glob.glob(f"tests/unit/{room}/test_{name}.c")):
            tests.append(in_c(os.path.basename(source)[5:-2]))
    if os.path.isdir("backends"):
        tests += runs
    if folder == "harness":
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
    """Compiles mutants; remembers by the sources' hash what became of them."""

    def __init__(self, out, key):
        self.out, self.store = out, f"{out}/objects-{key}"
        self.lines, self.codes, self.lock = {}, {}, threading.RLock()
        self.passed, self.times = set(), {}  # what the original was seen to pass, and in what time
        self.kills = {}  # of a file by a test
        os.makedirs(self.store, exist_ok=True)
        for name in os.listdir(out):
            if name.startswith("objects-") and not self.store.endswith(name):
                shutil.rmtree(f"{out}/{name}")

    def line_of(self, file):
        """The command by which make compiles this file."""
        if file not in self.lines:
            target = f"{self.out}/original/obj/{file[:-2]}.o"
            p = subprocess.run(["make", "-n", "-W", file, f"OUT={self.out}/original", FLAGS, target],
                               capture_output=True, text=True, check=False)
            found = [x for x in p.stdout.splitlines() if " -c -o " in x and x.endswith(" " + file)]
            if not found:
                raise TrialError(f"make tells no command for {target}: {p.stderr.strip()[:200]}")
            words = [w for w in shlex.split(found[0]) if w not in ("-MMD", "-MP")]
            self.lines[file] = words[:words.index("-o")]
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


def needed(files, out):
    """What make has to build before the tests of these files are linked: a test in C has all objects."""
    every = [test for file in files for test in tests_of(file, out)]
    in_c = [t for name, targets, _ in every if name.startswith("test_") for t in targets][:1]
    others = {t for name, targets, _ in every if not name.startswith("test_") for t in targets}
    if any(name == "kill" for name, *_ in every):
        others |= {f"{out}/tests/saboteurs/{name}.so" for name in sabotage()}
    return in_c + sorted(others)


class Job:
    """One build folder, in which one mutant after the other takes the original's place."""

    def __init__(self, builder, number, out, files):
        self.builder, self.out = builder, f"{out}/job{number}"
        self.links, self.fresh = {}, set()  # commands; what was linked with the objects as they are
        self.note = f"{self.out}.changed"  # a run that was cut short leaves a mutant behind
        self.changed = None
        if os.path.exists(self.note):
            with open(self.note, encoding="utf-8") as f:
                self.changed = f.read()
        self.restore()
        self.make(*needed(files, self.out))
        home = os.path.abspath(f"{self.out}/home")
        shutil.rmtree(home, ignore_errors=True)
        os.makedirs(f"{home}/cases")
        os.makedirs(f"{home}/tests")
        for name in glob.glob("cases/*/*.yaml"):  # written cases: those of generators take longer
            os.makedirs(os.path.dirname(f"{home}/{name}"), exist_ok=True)
            os.symlink(os.path.abspath(name), f"{home}/{name}")
        os.symlink(os.path.abspath("specs"), f"{home}/specs")
        os.symlink(os.path.abspath("tests/saboteurs"), f"{home}/tests/saboteurs")
        self.env = dict(os.environ, GATHERUM=f"{self.out}/gatherum", OUT=self.out, GATHERUM_HOME=home)
        self.plain = dict(os.environ, GATHERUM=f"{self.out}/gatherum", OUT=self.out)

    def make(self, *targets):
        with open(f"{self.out}.log", "w", encoding="utf-8") as log:
            status = run(["make", "-s", f"OUT={self.out}", FLAGS, *targets], 600, stdout=log, stderr=log)
        if status != 0:
            with open(f"{self.out}.log", encoding="utf-8") as log:
                raise TrialError(f"make {' '.join(targets)} failed: {log.read()[-400:]}")

    def place(self, file, path):
        """Copies an object into the build folder, where it is the newest file."""
        target = f"{self.out}/obj/{file[:-2]}.o"
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copyfile(path, target)
        os.utime(target)
        self.fresh.clear()

    def linker(self, target):
        """The command by which make links this target, with its own source compiled once."""
        if target not in self.links:
            name = target[len(self.out) + 1:]
            source = source_of(name)
            p = subprocess.run(["make", "-n", "-W", source, f"OUT={self.out}", FLAGS, target],
                               capture_output=True, text=True, check=False)
            found = [x for x in p.stdout.replace("\\\n", " ").splitlines() if f"-o {target} " in x]
            if not found:
                raise TrialError(f"make tells no command for {target}: {p.stderr.strip()[:200]}")
            words = shlex.split(found[0].split(" 2>")[0])
            if source in words:
                os.makedirs(os.path.dirname(target), exist_ok=True)
                flags = [w for w in words[:words.index("-o")] if w != "-shared"]
                if run([*flags, "-w", "-c", "-o", target + ".o", source], 100) != 0:
                    raise TrialError(f"{source} does not compile")
                words[words.index(source)] = target + ".o"
            self.links[target] = words
        return self.links[target]

    def passes(self, test, limited):
        """Link what the test needs and run it: None, or how it failed."""
        name, targets, command = test
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        for target in targets:
            if target not in self.fresh and run(self.linker(target), 60, **quiet) != 0:
                return "build"
            self.fresh.add(target)
        env = self.plain if name.startswith("test_") else self.env
        status = run(command, limited, env=env, **quiet)
        return None if status == 0 else name

    def baseline(self, file):
        """The original must pass what its mutants are judged by; tests that killed a mutant of this
        file go first, and then the quickest."""
        tests, shared = tests_of(file, self.out), self.builder
        with shared.lock:
            if file.split("/")[0] not in shared.passed:
                self.restore()
                for test in tests:
                    if test[0] not in shared.times:
                        shared.times[test[0]] = self.time(test)
                shared.passed.add(file.split("/")[0])
        kills = shared.kills.get(file, {})
        return sorted(tests, key=lambda t: (-kills.get(t[0], 0), shared.times[t[0]]))

    def time(self, test):
        """Seconds of processor time that the original takes."""
        before = os.times()
        failed = self.passes(test, 300)
        after = os.times()
        if failed:
            raise TrialError(f"the original fails '{test[0]}' ({failed}); mend that first")
        return after.children_user - before.children_user + after.children_system - before.children_system

    def restore(self):
        if self.changed and os.path.exists(self.changed):
            self.place(self.changed, self.builder.original(self.changed))
        self.changed = None

    def trial(self, mutant):
        """The test that kills this mutant, or None."""
        tests = self.baseline(mutant.file)
        self.restore()
        self.changed = mutant.file
        with open(self.note, "w", encoding="utf-8") as f:
            f.write(self.changed)
        self.place(mutant.file, self.builder.object_of(mutant))
        for test in tests:
            failed = self.passes(test, 10 + 5 * self.builder.times[test[0]])
            if failed:
                kills = self.builder.kills.setdefault(mutant.file, {})
                kills[failed] = kills.get(failed, 0) + 1
                return failed
        return None
