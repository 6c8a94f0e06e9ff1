# Makefile - everything is found by its folder; there are no lists to edit.
# SPDX-License-Identifier: Apache-2.0

OUT     ?= build
CC      ?= cc
SAN     ?=
WERROR  ?=
CFLAGS  ?= -O2 -g
WARN    := -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wundef -Wvla -Wwrite-strings \
           -Wstrict-prototypes -Wmissing-prototypes -Wswitch-enum \
           $(if $(WERROR),-Werror,-Werror=implicit-function-declaration -Werror=incompatible-pointer-types)
FLAGS   := -std=c11 -D_POSIX_C_SOURCE=200809L -D_GNU_SOURCE -fPIC -fvisibility=hidden -ffp-contract=off -pthread \
           -fdebug-prefix-map=$(CURDIR)=. $(WARN) $(CFLAGS) $(if $(SAN),-fsanitize=$(SAN) -fno-sanitize-recover=all -fno-omit-frame-pointer)
# V=1 shows the commands.  Otherwise a line says what was built or skipped, and on a terminal one
# moving line says what is being made.
ifeq ($(filter-out 0,$(V)),)
.SILENT:
MAKEFLAGS += --no-print-directory
MAKING     = [ ! -t 1 ] || printf '\r\033[K  %s' '$@';
CLEAR     := [ ! -t 1 ] || printf '\r\033[K';
endif
PLACE      = @$(MAKING) mkdir -p $(@D)
# Not VERSION: `make release-report VERSION=1.0` names a folder, and no other program.
RELEASE := $(shell cat VERSION)

# Reading ONNX models is optional: without protobuf-c or onnx.proto only `import onnx` is left out.
HAVE_ONNX := $(shell tools/setup/onnx_proto.sh --check && echo yes)
# Without capstone nothing is known of the sizes that a backend's code treats apart.
HAVE_CAPSTONE := $(shell pkg-config --exists capstone && echo yes)

INC_core     := -Iinclude -Icore
INC_ref      := $(INC_core) -Iref
INC_lib      := $(INC_ref) -Ilib
INC_opt      := $(INC_ref) -Iopt
INC_gpu      := -Iinclude -Igpu -I$(OUT)/gen
INC_ascend   := -Iinclude -Iascend
INC_backends := -Iinclude
INC_harness  := $(INC_ref) -Iharness -I$(OUT)/gen $(shell pkg-config --cflags yaml-0.1 jansson lua5.4 $(if $(HAVE_ONNX),libprotobuf-c))
INC_tests    := $(INC_opt) -Iascend -Iharness -Itests/unit -I$(OUT)/gen
INC_bench    := $(INC_tests)
INC_fuzz     := $(INC_opt) -Iharness -Ifuzz $(filter-out -I%/ref,$(INC_harness))
LIBS         := $(shell pkg-config --libs yaml-0.1 jansson lua5.4 $(if $(HAVE_ONNX),libprotobuf-c)) -lm

# A program outside of this folder does not find specs/ and cases/ by itself.
ifeq ($(filter $(CURDIR)/%,$(abspath $(OUT))),)
export GATHERUM_HOME ?= $(CURDIR)
endif

comma   := ,
obj      = $(patsubst %.c,$(OUT)/obj/%.o,$(1))
CORE    := $(call obj,$(wildcard core/*.c))
REF     := $(call obj,$(wildcard ref/*.c))
OPT     := $(call obj,$(wildcard opt/*.c))
GPU     := $(call obj,$(wildcard gpu/*.c)) $(patsubst %,$(OUT)/obj/gen/gpu_%.o,source ptx table)
ASCEND  := $(call obj,$(wildcard ascend/*.c))
ONNX     = $(wildcard harness/onnx/*.c)
HARNESS := $(call obj,$(filter-out $(if $(HAVE_ONNX),,$(ONNX)),$(wildcard harness/*/*.c))) \
           $(if $(HAVE_ONNX),$(OUT)/obj/gen/onnx.pb-c.o)
# ref/call.c serves the backends: it needs the table that the program itself makes.
LIBRARY := $(CORE) $(filter-out %/call.o,$(REF)) $(filter-out %/main.o,$(HARNESS))
VARIANTS := $(OUT)/obj/gen/variants.o
# Frameworks ("framework: yes" in the first lines) are judged by name only.
FRAMES  := $(basename $(notdir $(shell grep -lE '^ \* framework: yes' $(wildcard backends/*.c) /dev/null)))
OWN     := $(filter-out $(FRAMES),$(basename $(notdir $(wildcard backends/*.c))))
# The driver that backends/aicpu.py runs under qemu, where that can be compiled.
ARM     := $(if $(shell command -v aarch64-linux-gnu-gcc),aarch64-linux-gnu-gcc -std=c11 -O2 $(WARN))
AICPU   := $(if $(ARM),$(OUT)/frameworks/aicpu_driver)
BACKENDS := $(OWN:%=$(OUT)/backends/%.so) $(FRAMES:%=$(OUT)/frameworks/%.so) $(AICPU)
# Sources of tests lie in folders by subject; what is made of them lies in one.
vpath %.c $(filter-out %/npu/,$(sort $(dir $(wildcard tests/unit/*/*.c tests/saboteurs/*/*.c tests/fixtures/plugins/*/*.c))))
PLUGINS  := $(patsubst %.c,$(OUT)/tests/plugins/%.so,$(notdir $(wildcard tests/fixtures/plugins/*/*.c)))
NPU      := $(patsubst tests/%.c,$(OUT)/tests/%.so,$(wildcard tests/saboteurs/npu/*.c))
SABOTEURS := $(patsubst %.c,$(OUT)/tests/saboteurs/%.so,$(notdir $(filter-out tests/saboteurs/npu/%,$(wildcard tests/saboteurs/*/*.c))))
BENCHPLUGINS := $(patsubst bench/%.c,$(OUT)/bench/%.so,$(wildcard bench/*.c))
# Every file of fuzz/ is a target, what they share aside.
TARGETS  := $(basename $(notdir $(filter-out fuzz/replay.c fuzz/target%.c $(if $(HAVE_ONNX),,fuzz/onnx_%.c),$(wildcard fuzz/*.c))))
REPLAYS  := $(TARGETS:%=$(OUT)/replay/%)
CTESTS   := $(patsubst %.c,$(OUT)/tests/%,$(notdir $(wildcard tests/unit/*/test_*.c)))

.PHONY: all
## all: build the program and every backend that this machine can build
all: $(OUT)/gatherum $(BACKENDS) $(BENCHPLUGINS) $(OUT)/lib/libgatherum-ref.so $(OUT)/lib/libgatherum-ref.a
	@$(CLEAR) true

# A backend with coverage counters finds in the program only the functions that it calls.
$(OUT)/gatherum: $(LIBRARY) $(OUT)/obj/harness/command/main.o
	$(CC) $(FLAGS) $(patsubst %,-Wl$(comma)--export-dynamic-symbol=__sanitizer_cov_%_init,8bit_counters pcs) -o $@ $^ $(LIBS)
	@$(CLEAR) echo "built $@"

COMPILE  = $(CC) $(FLAGS) $(INC_$(firstword $(subst /, ,$*))) -DGAT_VERSION='"$(RELEASE)"' -MMD -MP
$(OUT)/obj/%.o: %.c
	$(PLACE)
	$(COMPILE) $(ALSO_$(firstword $(subst /, ,$*))) $(ALSO_$(notdir $*)) -c -o $@ $<

ALSO_constants := $(if $(HAVE_CAPSTONE),-DGAT_CAPSTONE)
ALSO_capstone  := $(ALSO_constants)
# opt/ is made for speed; opt/level_NAME.c is compiled for the instruction set NAME.
X86      := $(filter x86_64%,$(shell $(CC) -dumpmachine))
FLAGS_avx2   := -mavx2 -mbmi -mbmi2 -mlzcnt -mpopcnt
FLAGS_avx512 := $(FLAGS_avx2) -mavx512f -mavx512bw -mavx512dq -mavx512vl -mavx512vbmi
$(OUT)/obj/opt/%.o: FLAGS += $(if $(SAN),,-O3) $(if $(X86),$(FLAGS_$(patsubst level_%,%,$(notdir $*))))

$(OUT)/gen/onnx.pb-c.c: tools/setup/onnx_proto.sh
	$(PLACE)
	tools/setup/onnx_proto.sh $(@D)
$(OUT)/obj/gen/onnx.pb-c.o: $(OUT)/gen/onnx.pb-c.c
	$(PLACE)
	$(CC) -std=gnu11 -fPIC -w $(CFLAGS) -fdebug-prefix-map=$(CURDIR)=. $(INC_harness) -c -o $@ $<
$(call obj,$(ONNX)): $(OUT)/gen/onnx.pb-c.c

# The specs as a C table, for the backends ref and opt; SPECS="DIR ...": and those of folders that
# --path names, in a build folder of its own.
$(OUT)/gen/variants.c: $(OUT)/gatherum $(wildcard specs/*/*.yaml $(SPECS:%=%/specs/*/*.yaml))
	$(PLACE)
	$(OUT)/gatherum list specs --c $(SPECS:%=--path %) > $@.new && mv $@.new $@
$(OUT)/gen/readings.c: $(OUT)/gen/variants.c
	$(OUT)/gatherum list clauses --c $(SPECS:%=--path %) > $@.new && mv $@.new $@
$(OUT)/obj/gen/%.o: $(OUT)/gen/%.c
	$(PLACE)
	$(CC) $(FLAGS) $(INC_ref) -c -o $@ $<

# Where ref/ looks at each rule, for reports.
$(OUT)/gen/rule_places.def: tools/setup/rule_places.sh ref/rules.def $(wildcard ref/*.c ref/*.h)
	$(PLACE)
	$< > $@.new && mv $@.new $@
$(OUT)/obj/harness/report/render_suite.o: $(OUT)/gen/rule_places.def

# The kernels of the GPU backends as text, and as PTX where something makes that.
$(OUT)/gen/gpu_%.c: tools/setup/gpu_%.sh tools/setup/gpu_source.sh $(wildcard gpu/kernel*.h)
	$(PLACE)
	$< --c > $@.new && mv $@.new $@
# Their rules of variants, from the same table as those of ref and opt.
$(OUT)/gen/gpu_table.c: tools/setup/gpu_table.sh $(OUT)/gen/variants.c ref/rules.def
	$(PLACE)
	$< $(OUT)/gen/variants.c > $@.new && mv $@.new $@
$(OUT)/gen/gpu_rules.h: tools/setup/gpu_rules.sh ref/rules.def
	$(PLACE)
	$< > $@.new && mv $@.new $@
$(GPU): $(OUT)/gen/gpu_rules.h
.SECONDARY: $(OUT)/gen/gpu_source.c $(OUT)/gen/gpu_ptx.c $(OUT)/gen/gpu_table.c
$(OUT)/obj/gen/gpu_%.o: $(OUT)/gen/gpu_%.c gpu/gpu.h
	$(PLACE)
	$(CC) $(FLAGS) $(INC_gpu) -c -o $@ $<

# libgatherum-ref: one object, of which only what include/gatherum/oracle.h declares is seen.
ORACLE_SONAME := libgatherum-ref.so.1
ORACLE := $(call obj,$(wildcard lib/*.c)) $(CORE) $(REF) $(VARIANTS)
$(OUT)/lib/oracle.o: $(ORACLE)
	$(PLACE)
	$(LD) -r -o $@ $^ && objcopy --localize-hidden $@
$(OUT)/lib/libgatherum-ref.a: $(OUT)/lib/oracle.o
	@rm -f $@
	ar rc $@ $<
$(OUT)/lib/$(ORACLE_SONAME): $(ORACLE) lib/oracle.map
	$(PLACE)
	$(CC) $(FLAGS) -shared -Wl,-soname,$(@F) -Wl,--version-script=lib/oracle.map -o $@ $(filter %.o,$^) -lm
$(OUT)/lib/libgatherum-ref.so: $(OUT)/lib/$(ORACLE_SONAME)
	ln -sf $(ORACLE_SONAME) $@

# A backend may say in its first lines: "link: -lfoo"; and "inside: ref opt" or "inside: gpu" for our own.
link_line = $(shell sed -n '1,12s|^.*link: ||p' $(1))
inside_line = $(sort $(foreach d,$(shell sed -n '1,12s|^ \* inside: ||p' $(1)),$(INC_$(d))))
ON_GPU  := $(basename $(notdir $(shell grep -lE '^ \* inside: gpu' $(wildcard backends/*.c) /dev/null)))
$(ON_GPU:%=$(OUT)/backends/%.so): $(GPU) $(wildcard gpu/*.h)
$(OUT)/backends/ref.so: $(CORE) $(REF) $(VARIANTS)
$(OUT)/backends/opt.so: $(CORE) $(REF) $(OPT) $(VARIANTS)
$(OUT)/backends/ascend.so $(OUT)/backends/ascend_sim.so: $(ASCEND)
$(OUT)/backends/%.so $(OUT)/frameworks/%.so: backends/%.c include/gatherum/backend.h
	$(PLACE)
	@rm -f $@
	$(CC) $(FLAGS) -DGAT_VERSION='"$(RELEASE)"' $(INC_backends) $(call inside_line,$<) -fvisibility=hidden -shared \
	  -o $@ $(filter %.c %.o,$^) $(call link_line,$<) 2>$@.log && { $(CLEAR) cat $@.log >&2; echo "built $@"; } || \
	  { if [ "$*" = ref ] || [ "$*" = opt ]; then cat $@.log >&2; exit 1; fi; \
	    $(CLEAR) echo "skipped backend $*: $$(grep -m1 -E 'cannot find|No such file|error' $@.log)"; }

# A library for Arm takes symbols from the program that loads it.
$(OUT)/frameworks/aicpu_driver: ascend/aicpu/aicpu_driver.c
	$(PLACE)
	$(ARM) -rdynamic -o $@ $< -ldl

$(OUT)/tests/plugins/%.so: %.c $(wildcard tests/fixtures/plugins/*.h) include/gatherum/backend.h
	$(PLACE)
	$(CC) $(FLAGS) -Iinclude -Itests/fixtures/plugins -shared -o $@ $<
# Kept: an intermediate file would go after each make, and all of them be linked again.
.SECONDARY: $(OUT)/obj/tests/saboteurs/broken.o $(TARGETS:%=$(OUT)/obj/fuzz/%.o)
# Saboteurs: honest kernels of their own over the demands of ref, and one fault.
$(OUT)/tests/saboteurs/%.so: %.c $(wildcard tests/saboteurs/*.h) $(OUT)/obj/tests/saboteurs/broken.o $(CORE) $(REF) $(VARIANTS)
	$(PLACE)
	$(CC) $(FLAGS) $(INC_ref) -Itests/saboteurs -shared -o $@ $< $(filter %.o,$^) -lm
# Drawn saboteurs: a plug-in that takes its fault as an option, and what draws faults.
DRAWN := $(OUT)/tests/drawn/drawn.so $(OUT)/tests/drawn/draw
FAULT := $(call obj,$(addprefix tests/drawn/,fault.c drawn_facts.c drawn_values.c effects.c effects_values.c effects_process.c drawn.c))
$(OUT)/obj/tests/drawn/%.o: FLAGS += $(INC_ref)
$(OUT)/tests/drawn/drawn.so: $(FAULT) $(CORE) $(REF) $(VARIANTS)
	$(PLACE)
	$(CC) $(FLAGS) -shared -o $@ $^ -lm
$(OUT)/tests/drawn/draw: $(filter-out $(FAULT),$(call obj,$(wildcard tests/drawn/*.c))) $(OUT)/obj/tests/drawn/fault.o $(CORE) $(REF) $(VARIANTS) $(OUT)/obj/gen/readings.o
	$(PLACE)
	$(CC) $(FLAGS) -o $@ $^ -lm -ldl
# The simulator with one step of its kernels replaced: "wrap:" names the functions.
$(OUT)/tests/saboteurs/npu/%.so: tests/saboteurs/npu/%.c backends/ascend_sim.c $(ASCEND)
	$(PLACE)
	$(CC) $(FLAGS) -Wno-missing-prototypes -DGAT_VERSION='"$(RELEASE)"' $(INC_ascend) -shared -o $@ $^ \
	  $(patsubst %,-Wl$(comma)--wrap=%,$(shell sed -n 's/^ \* wrap: //p' $<))
# Stand-ins for the libraries of CANN: a folder that looks like an installation.
CANN := $(OUT)/tests/cann/lib64
STANDINS := $(CANN)/libascendcl.so $(CANN)/libnnopbase.so $(CANN)/libopapi.so
$(CANN)/libascendcl.so: tests/fixtures/cann/standin_acl.c
$(CANN)/libnnopbase.so: tests/fixtures/cann/standin_nn.c | $(CANN)/libascendcl.so
$(CANN)/libopapi.so: tests/fixtures/cann/standin_op.c ascend/npu_number.c ascend/npu_number.h | $(CANN)/libnnopbase.so $(CANN)/libascendcl.so
$(STANDINS): tests/fixtures/cann/standin.h ascend/cann.h
	$(PLACE)
	$(CC) $(FLAGS) $(INC_ascend) -Itests/fixtures/cann -fvisibility=default -shared -o $@ $(filter %.c,$^) -L$(CANN) \
	  -Wl,-rpath,'$$ORIGIN' $(patsubst $(CANN)/lib%.so,-l%,$|) -lm
$(OUT)/bench/%.so: bench/%.c include/gatherum/backend.h
	$(PLACE)
	$(CC) $(FLAGS) -Iinclude -shared -o $@ $<

$(OUT)/tests/test_%: test_%.c $(wildcard tests/unit/*.h tests/unit/*/*.h) $(LIBRARY) $(OUT)/obj/ref/call.o $(OPT) $(ASCEND) $(VARIANTS)
	$(PLACE)
	$(CC) $(FLAGS) $(INC_tests) -o $@ $< $(filter %.o,$^) $(LIBS)

# A target with known inputs, and with libFuzzer.  From the archive comes only what a
# target uses: libFuzzer looks at the counters of all the code that is there.
SHARED := $(OUT)/obj/fuzz/target.o $(OUT)/obj/fuzz/target_case.o
$(OUT)/library.a: $(HARNESS) $(SHARED) $(CORE)
	@rm -f $@
	ar rc $@ $(filter-out %/main.o,$^)
$(OUT)/replay/%: $(OUT)/obj/fuzz/%.o $(OUT)/obj/fuzz/replay.o $(OUT)/library.a $(filter-out %/call.o,$(REF)) $(OPT)
	$(PLACE)
	$(CC) $(FLAGS) -o $@ $(filter %.o,$^) $(OUT)/library.a $(LIBS)
# Others bring an engine of their own, and the driver that links what it is written in.
LIB_FUZZING_ENGINE ?= -fsanitize=fuzzer
FUZZLD   ?= $(CC) $(FLAGS)
$(OUT)/target/%: $(OUT)/obj/fuzz/%.o $(OUT)/library.a $(filter-out %/call.o,$(REF)) $(OPT)
	$(PLACE)
	$(FUZZLD) -o $@ $(filter %.o,$^) $(OUT)/library.a $(LIB_FUZZING_ENGINE) $(LIBS)

.PHONY: fuzz fuzz-run fuzz-targets fuzz-afl
fuzz-targets: $(TARGETS:%=$(OUT)/target/%)
FUZZCC  ?= clang
FUZZSAN ?= address,undefined
TIME    ?= 10
FUZZFLAGS := CFLAGS='-O2 -g1 -fno-sanitize-recover=all -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION' FUZZING=1 WERROR=$(WERROR)
ifdef FUZZING
# Looking at every comparison helps to find words, and costs half of the speed where
# there are none.
COUNTS    := inline-8bit-counters,pc-table,indirect-calls,trace-cmp,stack-depth
FEWER     := -fno-sanitize-coverage=trace-cmp,indirect-calls,stack-depth
ALSO_core := $(FEWER)
ALSO_ref  := $(FEWER)
# opt makes addresses that it only prefetches, wherever they point.
ALSO_opt  := $(FEWER) -fno-sanitize=pointer-overflow
# Every counter costs time whether it is hit or not.  In opt_against_ref only opt has some: what
# draws a case and what answers it for comparison, which other targets look at, are compiled
# once more without; of the levels, which compile the same loops, the one that every
# machine has has them.
NOTHING   := -fno-sanitize-coverage=$(COUNTS)
$(foreach f,opt_against_ref level_avx2 level_avx512 opt_memo opt_pool opt_stage,$(eval ALSO_$f := $(NOTHING)))
QUIET     := $(patsubst $(OUT)/obj/%,$(OUT)/quiet/%,$(CORE) $(filter-out %/call.o,$(REF)) $(call obj,harness/draw/draft.c harness/draw/draft_boxes.c harness/draw/draft_index.c harness/parts/fitting.c fuzz/target.c))
$(OUT)/quiet/%.o: %.c
	$(PLACE)
	$(COMPILE) $(NOTHING) -c -o $@ $<
$(OUT)/target/opt_against_ref: $(OUT)/obj/fuzz/opt_against_ref.o $(QUIET) $(OPT)
	$(PLACE)
	$(FUZZLD) -o $@ $^ $(LIB_FUZZING_ENGINE) $(LIBS)
endif
## fuzz: the targets of fuzz/ for libFuzzer, in build/fuzz; needs clang
fuzz:
	@if ! echo 'int LLVMFuzzerTestOneInput(void); int LLVMFuzzerTestOneInput(void) { return 0; }' | \
	   $(FUZZCC) -fsanitize=fuzzer,$(FUZZSAN) -x c - -o /dev/null 2>/dev/null; then \
	   echo "skipped: no $(FUZZCC) with libFuzzer here (packages clang and libclang-rt-14-dev)"; \
	 else $(MAKE) OUT=$(OUT)/fuzz CC=$(FUZZCC) SAN=fuzzer-no-link,$(FUZZSAN) $(FUZZFLAGS) fuzz-targets; fi
# Without AddressSanitizer: beside it the counters of AFL++ 4.04c reach outside their
# memory.  What is found is repeated with build/fuzz.
## fuzz-afl: the same targets for AFL++, in build/afl; needs afl-clang-fast
fuzz-afl:
	@if ! command -v afl-clang-fast >/dev/null; then echo "skipped: no afl-clang-fast here (package afl++)"; \
	 else $(MAKE) OUT=$(OUT)/afl CC=afl-clang-fast SAN=undefined $(FUZZFLAGS) fuzz-targets; fi
## fuzz-run: run each target for TIME=10 seconds on its corpus; what is found goes to build/fuzz/found
fuzz-run: fuzz
	@OUT=$(OUT)/fuzz tools/mutants/fuzz_run.sh $(TIME) $(TARGETS)

GATHERUM := $(OUT)/gatherum
NODES    ?= /usr/share/libonnx-testdata/data/node
IMPORTED := $(OUT)/imported

# The published ONNX node tests, as cases beside our own; one line when they are absent.
$(IMPORTED)/done: $(GATHERUM) $(wildcard specs/*/*.yaml)
	@rm -rf $(@D)/cases
	@mkdir -p $(@D)/cases $(@D)/specs
	@if [ -d $(NODES) ]; then $(GATHERUM) import onnx $(NODES) -o $(@D) | sed 's/^/# /'; \
	 else echo "# ONNX node tests: no $(NODES) here (package libonnx-testdata); left out"; fi
	@touch $@

# The kernels that PoCL compiled stay here.
export POCL_CACHE_DIR ?= $(abspath $(OUT))/pocl-cache

.PHONY: check test plugins broken kill kill-selftest trust lint
# Our own backends take a lane for each processor; yours, which may have threads, one.
LANES := $(if $(BACKEND),1,$(shell nproc 2>/dev/null || echo 1))
# Seconds for the generated cases of a backend whose calls are slow; 0 for all of them.
BUDGET ?= 5
# PoCL's device without threads answers a small call in a third of the time; it had the first name before the second.
check: export POCL_DEVICES ?= basic cpu-minimal
## check: judge the backends of this machine, or BACKEND=path.so; TAP and a summary
check: all $(IMPORTED)/done
	@$(GATHERUM) run $(if $(BACKEND),$(BACKEND:%=--backend %),$(if $(filter-out 0,$(BUDGET)),--budget $(BUDGET))) --path $(IMPORTED) $(if $(findstring -j,$(ARGS)),,-j $(LANES)) $(ARGS)

broken: $(GATHERUM) $(SABOTEURS) $(DRAWN)
## kill: judge backends with one seeded bug each; all of them must be caught
kill: broken
	@$(GATHERUM) kill $(ARGS)

## kill-selftest: without any one protection of the harness a saboteur survives
kill-selftest:
	$(MAKE) OUT=$(OUT)/selftest CFLAGS="$(CFLAGS) -DGAT_SELFTEST" broken
	@GATHERUM=$(OUT)/selftest/gatherum tools/mutants/kill_selftest.sh

## trust: docs/why/trust.md with its tables made anew
trust: broken
	@$(GATHERUM) kill -o $(OUT)/kill.json
	@tools/release/trust.sh $(OUT)/kill.json $(if $(wildcard $(OUT)/mutants.json),$(if $(wildcard $(OUT)/coverage.json),$(OUT)/mutants.json $(OUT)/coverage.json)) > $(OUT)/trust.md && cp $(OUT)/trust.md docs/why/trust.md

# A test that says "sanitizers: no" and why is left out where they would slow it down.
TESTS := $(if $(SAN),$(shell grep -L '^# sanitizers: no' tests/cli/*/*.t),$(wildcard tests/cli/*/*.t))
# First, so that none runs alone at the end.
LONGEST := $(filter %/kill.t %/coverage.t %/kill_drawn.t %/fuzz.t %/diff.t %/lint_cases.t,$(TESTS)) $(OUT)/tests/test_member
.PHONY: report release-report
## report: a page of what the backends of this machine do, or of RECORDS="a.jsonl b.jsonl"
report: all
	@mkdir -p $(OUT)/report
	@$(if $(RECORDS),true,$(GATHERUM) run --out $(OUT)/report/records.jsonl $(ARGS) >$(OUT)/report/tap || [ $$? = 1 ])
	@$(GATHERUM) report html $(or $(RECORDS),$(OUT)/report/records.jsonl) -o $(OUT)/report/report.html
	@echo "$(OUT)/report/report.html"
## release-report: all that a release says of itself, into build/release-VERSION (give VERSION=x; BENCH=1: speed too)
release-report: all broken
	@GATHERUM=$(GATHERUM) OUT=$(OUT) BENCH=$(BENCH) tools/release/release_report.sh $(VERSION)

plugins: $(PLUGINS) $(DRAWN)
## test: the tests of gatherum itself, through prove
test: all plugins broken $(NPU) $(STANDINS) $(CTESTS) $(REPLAYS)
	@PATH="$$(tools/setup/python_ready.sh)" GATHERUM=$(GATHERUM) OUT=$(OUT) prove --timer --failures --comments -j 3 -e '' $(LONGEST) $(filter-out $(LONGEST),$(TESTS) $(CTESTS))

.PHONY: exhaust
# Small cases of each variant and profile, at most.
EXHAUST ?= 1000000000
## exhaust: ref against the formulas, and blas, on all small cases of every variant, some minutes
exhaust: $(OUT)/tests/test_exhaust $(filter %/blas.so,$(BACKENDS))
	@$< $(EXHAUST) $$(ls $(OUT)/backends/blas.so 2>/dev/null)

## lint: layers, names, lengths, banned functions
lint: all
	@OUT=$(OUT) tools/lint/lint.sh

.PHONY: print-ctests
print-ctests:
	@echo $(CTESTS)

.PHONY: bench
## bench: opt beside the frameworks of this machine, then what the harness itself costs
bench: all
	@$(GATHERUM) bench $(ARGS)
	@$(GATHERUM) bench harness

.PHONY: coverage reachable
reachable: all broken plugins $(STANDINS) $(CTESTS)
## coverage: lines, branches and conditions (MC/DC) of ref/ and of the judge that the tests reach; all of ref/ is demanded
COUNTED := -fprofile-instr-generate -fcoverage-mapping -fcoverage-mcdc
# An assertion is no decision: another assert.h goes before that of the library.
coverage:
	@mkdir -p $(OUT)/coverage/counted
	@printf '%s\n' '#define assert(e) ((void)sizeof(e))' '#define static_assert _Static_assert' > $(OUT)/coverage/counted/assert.h
	$(MAKE) OUT=$(OUT)/coverage CC=clang-19 CFLAGS='-O0 -I$(OUT)/coverage/counted -Wno-unused $(COUNTED)' reachable
	@tools/mutants/coverage.sh $(OUT)/coverage

.PHONY: proof
## proof: the contracts of ref/ by Frama-C: safety, termination and what each function computes
proof:
	@tools/proof/proof.py $(OUT)/proof

.PHONY: proof-broken
## proof-broken: each contract of ref/ falls when a line that it speaks about is broken
proof-broken:
	@tools/proof/broken.py $(OUT)/proof

.PHONY: mutants
MUTATOR := $(OUT)/mutants/tool/universalmutator
SAMPLE  ?= 0
SEED    ?= 1
$(MUTATOR):
	tools/mutants/mutator.sh $(@D)
## mutants: change our own code in one place at a time, [SAMPLE=n] [SEED=n] [FILES=glob]; the tests must notice
mutants: $(MUTATOR)
	@python3 tools/mutants/mutants.py --tool $(<D) --build $(OUT) --out $(OUT)/mutants --json $(OUT)/mutants.json \
	  --sample $(SAMPLE) --seed $(SEED) --files '$(FILES)' --mutant '$(MUTANT)'

.PHONY: asan tsan
## asan: the tests under AddressSanitizer and UBSan, in a folder of their own
asan:
	$(MAKE) OUT=$(OUT)/asan SAN=address,undefined CFLAGS='-O1 -g1' test
## tsan: the tests under ThreadSanitizer
tsan:
	$(MAKE) OUT=$(OUT)/tsan SAN=thread CFLAGS='-O1 -g' test

.PHONY: peers
## peers: install frameworks to judge and to measure into build/peers; PEERS="numpy torch" names them
peers:
	tools/setup/peers.sh $(OUT)/peers $(PEERS)

.PHONY: board
## board: judge the frameworks that are here by their own documents, into build/board; [FRAMEWORKS="numpy torch"]
board: all
	@tools/release/board.sh $(GATHERUM) $(OUT)/board $(FRAMEWORKS)

.PHONY: device-proof
## device-proof: what only a machine with an NVIDIA GPU can show, in ten minutes, into build/device-proof.md; [ROWS=PATTERN]
device-proof: all
	@ROWS="$(ROWS)" tools/release/device_proof.sh $(GATHERUM) $(OUT)

.PHONY: deps
## deps: install what building and testing needs
deps:
	tools/deps.sh

# The files that the program reads, as they lie here.
READ     := specs cases reports templates bench
PREFIX   ?= /usr/local
SHARE    := $(DESTDIR)$(PREFIX)/share

.PHONY: install
## install: program, suite, backends, header, man page and completion below PREFIX (and DESTDIR)
install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/include/gatherum $(DESTDIR)$(PREFIX)/lib/pkgconfig \
	  $(DESTDIR)$(PREFIX)/lib/gatherum/backends $(DESTDIR)$(PREFIX)/lib/gatherum/frameworks $(DESTDIR)$(PREFIX)/lib/gatherum/bench \
	  $(SHARE)/gatherum $(SHARE)/man/man1 $(SHARE)/bash-completion/completions
	install $(GATHERUM) $(DESTDIR)$(PREFIX)/bin/gatherum
	for f in backend oracle; do install -m 644 include/gatherum/$$f.h $(DESTDIR)$(PREFIX)/include/gatherum/ || exit 1; done
	install -m 644 $(OUT)/lib/libgatherum-ref.a $(DESTDIR)$(PREFIX)/lib/
	install $(OUT)/lib/$(ORACLE_SONAME) $(DESTDIR)$(PREFIX)/lib/
	ln -sf $(ORACLE_SONAME) $(DESTDIR)$(PREFIX)/lib/libgatherum-ref.so
	for d in backends frameworks bench; do for f in $(OUT)/$$d/*.so; do \
	  [ ! -e "$$f" ] || install "$$f" $(DESTDIR)$(PREFIX)/lib/gatherum/$$d/ || exit 1; done; done
	for d in $(READ); do rm -rf $(SHARE)/gatherum/$$d && cp -R $$d $(SHARE)/gatherum/$$d || exit 1; done
	install -d $(SHARE)/gatherum/backends/python
	[ ! -e $(OUT)/frameworks/aicpu_driver ] || install $(OUT)/frameworks/aicpu_driver $(DESTDIR)$(PREFIX)/lib/gatherum/frameworks/
	for f in backends/*.py; do install "$$f" $(SHARE)/gatherum/backends/ || exit 1; done
	install -m 644 backends/python/*.py backends/python/*.pyi $(SHARE)/gatherum/backends/python/
	for f in backends/*.waivers.yaml; do [ ! -e "$$f" ] || install -m 644 "$$f" $(SHARE)/gatherum/backends/ || exit 1; done
	printf '%s\n' 'prefix=$(PREFIX)' 'includedir=$${prefix}/include' '' 'Name: gatherum' \
	  'Description: Contract of a backend that gatherum judges' 'Version: $(RELEASE)' 'Cflags: -I$${includedir}' \
	  > $(DESTDIR)$(PREFIX)/lib/pkgconfig/gatherum.pc
	printf '%s\n' 'prefix=$(PREFIX)' 'includedir=$${prefix}/include' 'libdir=$${prefix}/lib' '' 'Name: gatherum-ref' \
	  'Description: What documents of gather and scatter operators say about a call' 'Version: $(RELEASE)' \
	  'Cflags: -I$${includedir}' 'Libs: -L$${libdir} -lgatherum-ref' 'Libs.private: -lm' \
	  > $(DESTDIR)$(PREFIX)/lib/pkgconfig/gatherum-ref.pc
	$(GATHERUM) --man > $(SHARE)/man/man1/gatherum.1
	$(GATHERUM) --bash-completion > $(SHARE)/bash-completion/completions/gatherum

# The program for a wheel: everything but the C library is linked into it, and the notices go along.
STATIC    = $(if $(HAVE_CAPSTONE),-DGAT_CAPSTONE -DGAT_CAPSTONE_LINKED $(INC_harness) harness/code/capstone.c) \
            -Wl,-Bstatic $(filter -l%,$(LIBS:-lm=)) $(if $(HAVE_CAPSTONE),-lcapstone) -Wl,-Bdynamic -lm
LINKED   := libyaml-dev libjansson-dev liblua5.4-dev $(if $(HAVE_CAPSTONE),libcapstone-dev) $(if $(HAVE_ONNX),libprotobuf-c-dev)
WHEEL    := $(OUT)/wheel
.PHONY: wheel
## wheel: program, suite, header and Python package as one file for pip, in build/wheel/dist
wheel: $(OUT)/gatherum $(OUT)/backends/ref.so $(OUT)/backends/opt.so $(OUT)/bench/dies.so $(OUT)/lib/libgatherum-ref.so
	rm -rf $(WHEEL) && mkdir -p $(WHEEL)/stage/bin $(WHEEL)/stage/lib/gatherum/backends $(WHEEL)/stage/lib/gatherum/bench $(WHEEL)/stage/licenses \
	  $(WHEEL)/stage/share/gatherum/backends/python $(WHEEL)/stage/include/gatherum $(WHEEL)/dist
	$(CC) $(FLAGS) -s $(patsubst %,-Wl$(comma)--export-dynamic-symbol=__sanitizer_cov_%_init,8bit_counters pcs) \
	  -o $(WHEEL)/stage/bin/gatherum $(filter-out %/capstone.o,$(LIBRARY)) $(OUT)/obj/harness/command/main.o $(STATIC)
	for b in backends/ref backends/opt bench/dies; do strip -o $(WHEEL)/stage/lib/gatherum/$$b.so $(OUT)/$$b.so || exit 1; done
	strip -o $(WHEEL)/stage/lib/libgatherum-ref.so $(OUT)/lib/libgatherum-ref.so
	cp -RH $(READ) $(WHEEL)/stage/share/gatherum/
	cp backends/*.py backends/*.texts backends/*.waivers.yaml $(WHEEL)/stage/share/gatherum/backends/
	cp backends/python/*.py backends/python/*.pyi $(WHEEL)/stage/share/gatherum/backends/python/
	cp include/gatherum/backend.h $(WHEEL)/stage/include/gatherum/
	for p in $(LINKED); do cp /usr/share/doc/$$p/copyright $(WHEEL)/stage/licenses/$$p || exit 1; done
	cd python && GATHERUM_STAGE=$(abspath $(WHEEL)/stage) PYTHONDONTWRITEBYTECODE=1 \
	  python3 -c 'import wheel_build, sys; print("built", wheel_build.build_wheel(sys.argv[1]))' $(abspath $(WHEEL)/dist)

.PHONY: clean
## clean: remove everything that was made
clean:
	rm -rf $(OUT)

.PHONY: help
## help: this list
help:
	@sed -n 's/^## //p' $(MAKEFILE_LIST) | awk -F': ' '{ printf "  make %-14s %s\n", $$1, $$2 }'

-include $(shell find $(wildcard $(OUT)/obj $(OUT)/quiet) /dev/null -name '*.d')
