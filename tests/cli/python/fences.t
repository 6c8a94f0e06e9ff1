#!/usr/bin/env bash
# fences.t - with device= each call is made with operands flush with unmapped memory too: a function that reads beside them
# is stopped, on the CPU and on a stand-in for the CUDA driver, and the next case is judged.
# sanitizers: no, each judgement starts Python.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
gatherum=$(realpath "${GATHERUM:-build/gatherum}")
peers=${GATHERUM_PEERS:-$(dirname "$gatherum")/peers}
export PYTHONPATH=$work:$peers/numpy PYTHONDONTWRITEBYTECODE=1 GATHERUM=$gatherum GATHERUM_PEERS=$peers
python3 -c 'import numpy, sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null || skip_all 'no numpy here'
cc -std=c11 -D_GNU_SOURCE -O1 -shared -fPIC -fvisibility=hidden -Iinclude -Igpu -o "$work/libcuda.so.1" tests/fixtures/gpu/libcuda.c 2>"$work/err" ||
    bail "no stand-in: $(head -n 3 "$work/err")"
cat >"$work/on_cpu.py" <<'EOF'
import ctypes

import numpy

def take(a, indices, axis=0):
    return numpy.take(a, indices, axis=axis)

def reads_past(a, indices, axis=0):
    ctypes.string_at(a.ctypes.data + a.nbytes, 1)
    return take(a, indices, axis)

def reads_before(a, indices, axis=0):
    ctypes.string_at(indices.ctypes.data - 3, 2)
    return take(a, indices, axis)

def writes_before_a_page(a, indices, axis=0):
    if a.ctypes.data % 4096 == 0:
        ctypes.memset(a.ctypes.data - 1, 7, 1)
    return take(a, indices, axis)

def wrong_before_a_page(a, indices, axis=0):
    wrong = (a.ctypes.data + a.nbytes) % 4096 == 0
    return take(a, indices, axis) - wrong

def fails_before_a_page(a, indices, axis=0):
    if (a.ctypes.data + a.nbytes) % 4096 == 0:
        raise ValueError("so it ends a page")
    return take(a, indices, axis)

def answers_before_a_page(a, indices, axis=0):
    if (a.ctypes.data + a.nbytes) % 4096 != 0:
        raise ValueError("so it ends no page")
    return take(a, indices, axis)

def leaves_much_before_a_page(a, indices, axis=0, *, out):
    if (a.ctypes.data + a.nbytes) % 4096 == 0:
        out.reshape(-1)[:1] = take(a, indices, axis).reshape(-1)[:1]
    else:
        out[...] = take(a, indices, axis)

def reads_nothing(a, indices, axis=0):
    ctypes.string_at(8, 1)
EOF
cat >"$work/on_torch.py" <<'EOF'
import ctypes

import torch

def take(data, indices, axis=0):
    return data[indices]

def reads_past(data, indices, axis=0):
    ctypes.string_at(data.data_ptr() + data.nbytes, 1)
    return take(data, indices)
EOF
cat >"$work/on_jax.py" <<'EOF'
import ctypes

import jax.numpy

def take(data, indices, axis=0):
    return jax.numpy.take(data, indices, axis=0, mode="wrap")

def reads_past(data, indices, axis=0):
    ctypes.string_at(data.unsafe_buffer_pointer() + data.nbytes, 1)
    return take(data, indices)
EOF
cat >"$work/standin.py" <<'EOF'
"""Arrays in memory of the stand-in: known by their address, copied by the driver, moved by its kernel standin_copy."""
import ctypes

import numpy

from gatherum import dlpack

cuda = ctypes.CDLL("libcuda.so.1")
POINTER = ctypes.pythonapi.PyCapsule_GetPointer
POINTER.restype, POINTER.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
module, kernel = ctypes.c_void_p(), ctypes.c_void_p()
cuda.cuModuleLoadData(ctypes.byref(module), b".target sm_90 .entry standin_copy(")
cuda.cuModuleGetFunction(ctypes.byref(kernel), module, b"standin_copy")
assert kernel.value

class Array:
    def __init__(self, tensor):
        assert tensor.device.type == 2
        self.address, self.shape = tensor.data + tensor.offset, tuple(tensor.shape[:tensor.rank])
        code = {0: "int", 1: "uint", 2: "float", 5: "complex", 6: "bool"}[tensor.dtype.code]
        self.dtype = numpy.dtype(code + ("" if code == "bool" else str(tensor.dtype.bits)))
        self.nbytes = int(numpy.prod(self.shape, dtype=numpy.int64)) * self.dtype.itemsize

    def numpy(self):
        data = ctypes.create_string_buffer(max(self.nbytes, 1))
        assert self.nbytes == 0 or cuda.cuMemcpyDtoH_v2(data, ctypes.c_uint64(self.address), ctypes.c_size_t(self.nbytes)) == 0
        return numpy.frombuffer(data.raw[:self.nbytes], self.dtype).reshape(self.shape)

def from_dlpack(exported):
    capsule = exported.__dlpack__(max_version=(1, 0))
    return Array(dlpack.Versioned.from_address(POINTER(capsule, b"dltensor_versioned")).tensor)

def copy(to, start, n):
    words = [ctypes.c_uint64(one) for one in (start, 0, to, 0, 0)] + [ctypes.c_uint32(0)] * 2
    arguments = (ctypes.c_void_p * 7)(*[ctypes.addressof(one) for one in words])
    return cuda.cuLaunchKernel(kernel, n, 1, 1, 1, 1, 1, 0, None, arguments, None)
EOF
cat >"$work/on_device.py" <<'EOF'
import standin

def rows(data, indices, out, more=0, before=0):
    n, row = data.shape[0], data.nbytes // data.shape[0]
    for k, index in enumerate(indices.numpy().reshape(-1)):
        if not -n <= index < n:
            raise IndexError(index)
        standin.copy(out.address + k * row, data.address + index % n * row, row)
    standin.copy(out.address + out.nbytes - 1, data.address - before, 1) if before else None
    standin.copy(out.address, out.address, out.nbytes + more) if more else None
    if before:  # the last byte again
        standin.copy(out.address + out.nbytes - 1, data.address + int(indices.numpy().reshape(-1)[-1]) % n * row + row - 1, 1)

def take(data, indices, axis=0, *, out):
    rows(data, indices, out)

def reads_before(data, indices, axis=0, *, out):
    rows(data, indices, out, before=9)

def writes_past(data, indices, axis=0, *, out):
    rows(data, indices, out, more=4) if standin.copy(out.address + out.nbytes, out.address, 4) == 0 else None
EOF
export LD_LIBRARY_PATH=$work
cases=(gather/onnx-13/rows/row-15 gather/onnx-13/rows/row-16 gather/onnx-13/rows/row-64)
# judged MODULE:FUNCTION OPTIONS PASS FAIL TEXT...: the figures, and each text in what is printed.
"$gatherum" list calls --json >"$work/calls.json" # workers have it, as those of judge()
judged() {
    local text
    GATHERUM_CALLS=$work/calls.json timeout 100 "$gatherum" run --timeout 60 --backend "$work/${1/:/.py:}:axis=0,empties=no,index_dtypes=int64,dtypes=float32,$2" --like onnx.Gather-13 --draw 0 "${cases[@]}" >"$work/out" 2>"$work/err"
    code=$?
    same "$code" "$([ "$4" = 0 ]; echo $?)" "exit code; $(head -c 300 "$work/err")" || return
    has "cases judged: $3 pass, $4 fail" || return
    for text in "${@:5}"; do has "$text" || return; done
}
no_driver() { STANDIN_NONE=1 judged on_device:take "$device" 0 0 || grep -q 'no CUDA device 0' "$work/err"; }

plan 21
check 'a right function passes on the CPU' judged on_cpu:take device=cpu 3 0 'must not change, then flush with unmapped memory at either end'
check 'a read past the end is stopped where an operand ends at a multiple of 64, and the next case is judged' judged on_cpu:reads_past device=cpu 1 2 \
    'out-of-bounds-read: gather/onnx-13/rows/row-16/float32,int64' 'read right after the end of data (offset 320 of 320), in the first call'
check '... and everywhere where operands may lie inside others' judged on_cpu:reads_past device=cpu,strided=yes 0 3 'read right after the end of data (offset 300 of 300)'
check 'a read before the start is stopped' judged on_cpu:reads_before device=cpu 0 3 'out-of-bounds-read' 'read 3 bytes before indices, in the first call'
check 'a write that only fences meet is told as a write' judged on_cpu:writes_before_a_page device=cpu 0 3 'out-of-bounds-write' 'wrote 1 byte before data, in the first call'
check 'a wrong value where operands end at unmapped memory is seen' judged on_cpu:wrong_before_a_page device=cpu,strided=yes 0 3 'unstable: '
check 'so is an exception there' judged on_cpu:fails_before_a_page device=cpu,strided=yes 0 3 'so it ends a page'
check '... and an exception elsewhere alone' judged on_cpu:answers_before_a_page device=cpu,strided=yes 0 3 'so it ends no page'
check 'what is not written there was not written by the calls before' judged on_cpu:leaves_much_before_a_page device=cpu,strided=yes,out=out 0 3 'unwritten'
check 'a read that is near no operand is a crash' judged on_cpu:reads_nothing device=cpu 0 3 'crash: ' 'died of signal 11'
for library in torch jax; do
    if python3 -c "import $library" 2>/dev/null; then
        check "a right function of $library passes on the CPU" judged "on_$library:take" "device=cpu,arrays=$library" 3 0 'then flush with unmapped memory at either end'
        check "... and one that reads beside its operand is stopped" judged "on_$library:reads_past" "device=cpu,arrays=$library" 1 2 \
            'out-of-bounds-read: gather/onnx-13/rows/row-16/float32,int64' 'read right after the end of data (offset 320 of 320), in the first call'
    else
        for k in right wrong; do skip "a $k function of $library" "no $library here"; done
    fi
done
device=device=cuda,arrays=standin,out=out
check 'a right function passes on the stand-in' judged on_device:take "$device" 3 0 'must not change, then flush with unmapped memory at either end'
check 'a kernel that reads before the start is stopped by its device, each time in a new worker' judged on_device:reads_before "$device" 0 3 \
    'out-of-bounds-read' 'was stopped by its device: it touched memory that is not mapped, beside an operand: "cuCtxSynchronize of the CUDA driver answers 700 (an illegal address)"'
check 'one that writes past the end met a canary before' judged on_device:writes_past "$device" 0 3 'out-of-bounds-write' 'changed right after the end of output'
export STANDIN_GRAIN=0
check 'a driver that maps nothing piece by piece: canaries alone, which is said' judged on_device:take "$device" 3 0 'nothing beside them is unmapped: cuMemGetAllocationGranularity of the CUDA'
check '... and the read before the start is not seen, so it is fences that find it' judged on_device:reads_before "$device" 3 0
unset STANDIN_GRAIN
export STANDIN_FAIL=create@1:2
check 'a driver that has no memory to map is told, and canaries serve' judged on_device:take "$device" 3 0 'nothing beside them is unmapped: cuMemCreate of the CUDA'
unset STANDIN_FAIL
check 'no device' no_driver
finish
