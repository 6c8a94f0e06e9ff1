"""here.py - a function in the process of the tests: for isolated=False, and to get at the operands of a case.

The program starts an adapter as ever; that one hands its line and its memory to this process through a socket,
and ends when this process lets go of it.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import os
import secrets
import select
import socket
import struct
import subprocess
import tempfile
from collections.abc import Callable

from . import program

VARIABLE = "GATHERUM_HERE"
Converse = Callable[[socket.socket, int, int], None]


def hand_over() -> None:
    """In the adapter: the process that waits gets the line and both memories."""
    with socket.socket(socket.AF_UNIX) as waiting:
        waiting.connect("\0" + os.environ[VARIABLE])
        socket.send_fds(waiting, [b"."], [3, 4, 5])
        for one in (3, 4, 5):
            os.close(one)
        waiting.recv(1)  # nothing, when it lets go


def taken_over(listener: socket.socket, converse: Converse) -> None:
    """One adapter: its line is served here until the program has enough."""
    with listener.accept()[0] as connection:
        size = struct.calcsize("3i")
        user = struct.unpack("3i", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size))[1]
        if user != os.getuid():
            return
        got = socket.recv_fds(connection, 1, 3)[1]
        if len(got) < 3:
            return
        try:
            with socket.socket(fileno=got[0]) as line:
                converse(line, got[1], got[2])
        except (BrokenPipeError, ConnectionResetError):
            pass  # the program did not wait for it
        finally:
            for one in got[1:]:
                os.close(one)


def run(words: list[str], converse: Converse) -> subprocess.CompletedProcess[str]:
    """The program with these words, whose adapter is served by converse(line, inputs, outputs)."""
    name = f"gatherum-{os.getpid()}-{secrets.token_hex(16)}"
    with socket.socket(socket.AF_UNIX) as listener, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        listener.bind("\0" + name)
        listener.listen()
        with subprocess.Popen([program.path(), *words], env={**program.awaited(), VARIABLE: name},
                              stdin=subprocess.DEVNULL, stdout=out, stderr=err) as running:
            try:
                while running.poll() is None:
                    if select.select([listener], [], [], 0.02)[0]:
                        taken_over(listener, converse)
            except BaseException:
                running.kill()
                raise
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode("utf-8", "replace"))
    return subprocess.CompletedProcess(words, running.returncode, *texts)
