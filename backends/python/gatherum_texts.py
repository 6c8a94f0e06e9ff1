"""gatherum_texts.py - what documents each variant of an adapter: is it still the text that was read?

SPDX-License-Identifier: Apache-2.0
"""

import os
import sys


def texts_of(name):
    """The lines of <name>.texts beside the adapter, [variant, object, version, digest]; none where there is no file."""
    path = os.path.join(os.path.dirname(os.path.abspath(sys.argv[0])), f"{name}.texts")
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as lines:
        return [line.split() for line in lines if line.strip() and not line.startswith("#")]


def digest(what, scope):
    """SHA-256 of the text that documents an object of a library, without what comes of indentation."""
    import hashlib
    import inspect
    try:
        text = eval(what, scope)
        text = text if isinstance(text, str) else inspect.getdoc(text)
    except (AttributeError, NameError, LookupError):
        text = None
    return hashlib.sha256((text or "").strip().encode()).hexdigest()[:16] if text else "none"


def texts_compare(name, library, scope):
    """A sentence for each document whose text differs from the one that its variant was read from."""
    lines, notes = texts_of(name), []
    for variant, what, version, known in lines:
        if digest(what, scope) != known:
            notes.append(f"{variant} was read from the text of {what} in {version}; in {library['version']} it reads otherwise")
    read = {line[0] for line in lines}
    unread = sorted({f"{one['op']}/{variant}" for one in library["claims"] for variant in one["variants"]} - read)
    if lines and unread:
        notes.append(f"the texts of {len(unread)} variants are not compared with those of {library['version']}: " + ", ".join(unread))
    return [note[:200] for note in notes][:256]


def texts_print(name, library, scope):
    """The file for the library of this machine, for a person who has read what changed."""
    print(f"# {name}.texts - what documents each variant: the object, the version that was read, and the digest of its text\n"
          f"# (`PYTHONSAFEPATH=1 PYTHONPATH=backends/python python3 backends/{name}.py --texts` prints this for the version of this machine; read what changed before it goes in).\n"
          "# SPDX-License" "-Identifier: Apache-2.0")
    for variant, what, *_ in texts_of(name):
        print(variant, what, library["version"], digest(what, scope))
