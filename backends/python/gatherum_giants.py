"""gatherum_giants.py - an operand of more elements than memory holds, of which a few are no zeros.

SPDX-License-Identifier: Apache-2.0
"""

import mmap

NO_RESERVE = getattr(mmap, "MAP_NORESERVE", 0x4000)  # address space that counts only where it is written to


class Giant:
    """What an operand can do that comes as its parts: `extents` of them lie at `at` of `memory`."""

    @property
    def parts(self):
        """All parts that hold something: the byte of the tensor where each begins, and its bytes."""
        read, start, found = self.memory.read, self.at + 16 * self.extents, []
        places = read[self.at:start].cast("Q")
        for at, size in zip(places[::2], places[1::2]):
            found.append((at, read[start:start + size]))
            start += size
        return found

    def sparse(self, kind, numpy, size):
        """An array of zeros that takes memory only where the operand holds something."""
        room = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | NO_RESERVE)
        for at, part in self.parts:
            room[at:at + len(part)] = part
        array = numpy.ndarray(self.shape, kind, room)
        array.flags.writeable = False
        return array
