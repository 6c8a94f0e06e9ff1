"""wheel_build.py - the wheel: what `make wheel` staged, the package, and what pip wants to know of them (PEP 517).

The program needs no more than the C library.  The platform tag is the newest version of it that one of its
symbols asks for, so the wheel says itself where it runs; newer than MOST is an error.

SPDX-License-Identifier: Apache-2.0
"""

import base64
import hashlib
import os
import platform
import re
import subprocess
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
MOST = (2, 34)
METADATA = """Metadata-Version: 2.1
Name: gatherum
Version: {version}
Summary: Judges gather and scatter kernels by the documents that define them
License: Apache-2.0
Requires-Python: >=3.10
Description-Content-Type: text/markdown

"""
ENTRY_POINTS = """[console_scripts]
gatherum = gatherum.__main__:main

[pytest11]
gatherum = gatherum.pytest_plugin
"""


def staged():
    """The folder of `make wheel`: bin/, lib/, share/, include/ and licenses/."""
    folder = os.environ.get("GATHERUM_STAGE")
    if not folder or not os.path.isdir(folder):
        raise SystemExit("wheel_build: GATHERUM_STAGE names no folder; `make wheel` makes one and calls this")
    return Path(folder)


def platform_tag(binaries):
    """manylinux_2_XX of all binaries together."""
    newest, arch = (2, 17), platform.machine()
    for binary in binaries:
        symbols = subprocess.run(["objdump", "-T", binary], capture_output=True, text=True, check=True).stdout
        needed = subprocess.run(["objdump", "-p", binary], capture_output=True, text=True, check=True).stdout
        others = set(re.findall(r"NEEDED +(\S+)", needed)) - {"libc.so.6", "libm.so.6", f"ld-linux-{arch.replace('_', '-')}.so.2"}
        if others:
            raise SystemExit(f"wheel_build: {binary} needs {' '.join(sorted(others))}, which a wheel may not")
        newest = max([newest, *((int(a), int(b)) for a, b in re.findall(r"GLIBC_(\d+)\.(\d+)", symbols))])
    if newest > MOST:
        raise SystemExit(f"wheel_build: a symbol of GLIBC {newest[0]}.{newest[1]} is used; at most {MOST[0]}.{MOST[1]} may be")
    return f"manylinux_{newest[0]}_{newest[1]}_{arch}"


def files_of(folder, below):
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield f"{below}/{path.relative_to(folder)}", path


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    stage, version = staged(), (HERE.parent / "VERSION").read_text(encoding="utf-8").strip()
    binaries = [stage / "bin/gatherum", *sorted((stage / "lib").rglob("*.so"))]
    tag, info = f"py3-none-{platform_tag(binaries)}", f"gatherum-{version}.dist-info"
    texts = {f"{info}/METADATA": METADATA.format(version=version) + (HERE / "README.md").read_text(encoding="utf-8"),
             f"{info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: gatherum\nRoot-Is-Purelib: false\nTag: {tag}\n",
             f"{info}/entry_points.txt": ENTRY_POINTS}
    members = [*files_of(HERE / "gatherum", "gatherum"), (f"{info}/licenses/LICENSE", HERE.parent / "LICENSE"),
               *files_of(stage / "licenses", f"{info}/licenses")]
    members += [(f"gatherum/examples/{path.name}", path) for path in sorted((HERE.parent / "examples/python").glob("*_kernel.py"))]
    for part in ("bin", "lib", "share", "include"):
        members += files_of(stage / part, f"gatherum/{part}")
    name, record = f"gatherum-{version}-{tag}.whl", []

    def put(wheel, at, data, executable):
        entry = zipfile.ZipInfo(at, (1980, 1, 1, 0, 0, 0))
        entry.external_attr = (0o100755 if executable else 0o100644) << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        wheel.writestr(entry, data)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record.append(f"{at},sha256={digest},{len(data)}\n")

    with zipfile.ZipFile(Path(wheel_directory) / name, "w") as wheel:
        for at, path in members:
            put(wheel, at, path.read_bytes(), os.access(path, os.X_OK))
        for at, text in texts.items():
            put(wheel, at, text.encode(), False)
        wheel.writestr(zipfile.ZipInfo(f"{info}/RECORD", (1980, 1, 1, 0, 0, 0)), "".join(record) + f"{info}/RECORD,,\n")
    return name
