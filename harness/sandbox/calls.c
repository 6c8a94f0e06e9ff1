/* calls.c - the filter of system calls.
 *
 * Calls that only a hostile or a lost program makes are refused with EPERM; all others pass.
 * A list of what is allowed would be shorter lived: runtimes of GPUs and languages call what
 * their next version needs.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sandbox/calls.h"
#include "sandbox/sandbox.h"

#if defined(__x86_64__)
#define MACHINE AUDIT_ARCH_X86_64
#define MOST_CALL 0x40000000u /* above: the calls of x32 */
#elif defined(__aarch64__)
#define MACHINE AUDIT_ARCH_AARCH64
#define MOST_CALL 0x40000000u
#endif

#ifndef MACHINE

bool gat_calls_known(void)
{
    return false;
}

bool gat_calls_filter(uint32_t needs)
{
    (void)needs;
    return false;
}

#else

enum { MOST = 400, TIOCSTI_CALL = 0x5412, TIOCLINUX_CALL = 0x541C };

struct filter {
    struct sock_filter code[MOST];
    unsigned n;
};

static void put(struct filter *f, unsigned code, uint32_t k, unsigned yes, unsigned no)
{
    f->code[f->n++] =
        (struct sock_filter){(unsigned short)code, (unsigned char)yes, (unsigned char)no, k};
}

static void load(struct filter *f, size_t at)
{
    put(f, BPF_LD | BPF_W | BPF_ABS, (uint32_t)at, 0, 0);
}

static void answer(struct filter *f, bool allow)
{
    put(f, BPF_RET | BPF_K, allow ? SECCOMP_RET_ALLOW : SECCOMP_RET_ERRNO | EPERM, 0, 0);
}

static void refuse(struct filter *f, long call)
{
    put(f, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 1);
    answer(f, false);
}

/* One call with one of its arguments (the lower half): `good` for these values alone, or for
 * all but these. */
static void argument(struct filter *f, long call, unsigned which, bool good, const uint32_t *values,
                     unsigned n)
{
    put(f, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, n + 3);
    load(f, offsetof(struct seccomp_data, args) + which * sizeof(uint64_t));
    for (unsigned k = 0; k < n; k++)
        put(f, BPF_JMP | BPF_JEQ | BPF_K, values[k], n - k, 0);
    answer(f, !good);
    answer(f, good);
}

#define ONLY(f, call, which, ...) LIST(f, call, which, true, __VA_ARGS__)
#define ALL_BUT(f, call, which, ...) LIST(f, call, which, false, __VA_ARGS__)
#define LIST(f, call, which, good, ...)                                                            \
    do {                                                                                           \
        const uint32_t values[] = {__VA_ARGS__};                                                   \
        argument(f, call, which, good, values, sizeof values / sizeof values[0]);                  \
    } while (0)

/* Threads are made, processes are not. */
static void refuse_processes(struct filter *f)
{
    put(f, BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4);
    load(f, offsetof(struct seccomp_data, args));
    put(f, BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0);
    answer(f, false);
    answer(f, true);
    /* Its flags lie in memory: the C library goes on with the older call. */
    put(f, BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1);
    put(f, BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS, 0, 0);
#ifdef SYS_fork
    refuse(f, SYS_fork);
    refuse(f, SYS_vfork);
#endif
    refuse(f, SYS_execve);
    refuse(f, SYS_execveat);
}

/* A process that stops itself would only look like a slow machine. */
static const uint32_t stops[] = {SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU};

/* Programs send signals to each other, but for those. */
static void refuse_stops(struct filter *f)
{
    static const struct {
        uint32_t call, argument; /* which argument the signal is */
    } sends[] = {{SYS_kill, 1},
                 {SYS_tkill, 1},
                 {SYS_tgkill, 2},
                 {SYS_rt_sigqueueinfo, 1},
                 {SYS_rt_tgsigqueueinfo, 2},
                 {SYS_pidfd_send_signal, 1}};
    for (unsigned k = 0; k < sizeof sends / sizeof sends[0]; k++) {
        put(f, BPF_JMP | BPF_JEQ | BPF_K, sends[k].call, 0, 7);
        load(f, offsetof(struct seccomp_data, args) + sends[k].argument * sizeof(uint64_t));
        for (unsigned s = 0; s < 4; s++)
            put(f, BPF_JMP | BPF_JEQ | BPF_K, stops[s], 4 - s, 0);
        answer(f, true);
        answer(f, false);
    }
}

/* Signals to this process alone. */
static void refuse_signals(struct filter *f)
{
    const uint32_t self = (uint32_t)getpid();
    for (unsigned k = 0; k < 2; k++) {
        /* Which process first, then which signal. */
        put(f, BPF_JMP | BPF_JEQ | BPF_K, k == 0 ? SYS_kill : SYS_tgkill, 0, 10);
        load(f, offsetof(struct seccomp_data, args));
        put(f, BPF_JMP | BPF_JEQ | BPF_K, self, 1, 0);
        answer(f, false);
        load(f, offsetof(struct seccomp_data, args) + (k == 0 ? 1 : 2) * sizeof(uint64_t));
        for (unsigned s = 0; s < 4; s++)
            put(f, BPF_JMP | BPF_JEQ | BPF_K, stops[s], 4 - s, 0);
        answer(f, true);
        answer(f, false);
    }
    refuse(f, SYS_tkill);
    ONLY(f, SYS_rt_sigqueueinfo, 0, self);
    ONLY(f, SYS_rt_tgsigqueueinfo, 0, self);
    refuse(f, SYS_pidfd_send_signal);
    /* The handlers of these stay the worker's: fault_chain.h. */
    put(f, BPF_JMP | BPF_JEQ | BPF_K, SYS_rt_sigaction, 0, 8);
    load(f, offsetof(struct seccomp_data, args) + sizeof(uint64_t));
    put(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 5, 0);
    load(f, offsetof(struct seccomp_data, args));
    put(f, BPF_JMP | BPF_JEQ | BPF_K, SIGSEGV, 2, 0);
    put(f, BPF_JMP | BPF_JEQ | BPF_K, SIGBUS, 1, 0);
    put(f, BPF_JMP | BPF_JA, 1, 0, 0);
    answer(f, false);
    answer(f, true);
}

static void refuse_sockets(struct filter *f, uint32_t needs)
{
    if ((needs & 1u << GAT_NEED_NETWORK) != 0)
        return;
    if ((needs & 1u << GAT_NEED_DEVICES) != 0)
        ONLY(f, SYS_socket, 0, AF_UNIX);
    else
        refuse(f, SYS_socket);
}

/* Nobody needs these. */
static const long never[] = {
    SYS_ptrace,          SYS_process_vm_readv,  SYS_process_vm_writev, SYS_pidfd_getfd,
    SYS_setsid,          SYS_setpgid,           SYS_mount,             SYS_umount2,
    SYS_pivot_root,      SYS_chroot,            SYS_swapon,            SYS_swapoff,
    SYS_reboot,          SYS_sethostname,       SYS_setdomainname,     SYS_init_module,
    SYS_finit_module,    SYS_delete_module,     SYS_kexec_load,        SYS_bpf,
    SYS_perf_event_open, SYS_userfaultfd,       SYS_io_uring_setup,    SYS_keyctl,
    SYS_add_key,         SYS_request_key,       SYS_open_by_handle_at, SYS_setns,
    SYS_unshare,         SYS_quotactl,          SYS_acct,              SYS_settimeofday,
    SYS_clock_settime,   SYS_adjtimex,          SYS_clock_adjtime,     SYS_syslog,
    SYS_process_madvise, SYS_kcmp,              SYS_move_pages,        SYS_migrate_pages,
    SYS_vhangup,         SYS_move_mount,        SYS_fsopen,            SYS_open_tree,
};

bool gat_calls_known(void)
{
    const unsigned action = SECCOMP_RET_ERRNO;
    return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

bool gat_calls_filter(uint32_t needs)
{
    static struct filter f;
    f.n = 0;
    load(&f, offsetof(struct seccomp_data, arch));
    put(&f, BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0);
    answer(&f, false);
    load(&f, offsetof(struct seccomp_data, nr));
    put(&f, BPF_JMP | BPF_JGE | BPF_K, MOST_CALL, 0, 1);
    answer(&f, false);
    for (unsigned k = 0; k < sizeof never / sizeof never[0]; k++)
        refuse(&f, never[k]);
    if ((needs & 1u << GAT_NEED_PROGRAMS) == 0) {
        refuse_processes(&f);
        refuse_signals(&f);
    } else {
        refuse_stops(&f);
    }
    refuse_sockets(&f, needs);
    if ((needs & 1u << GAT_NEED_MEMORY) == 0) {
        refuse(&f, SYS_shmget);
        refuse(&f, SYS_shmat);
        refuse(&f, SYS_msgget);
        refuse(&f, SYS_semget);
    }
    /* Limits of other processes; the terminal's input; who ends with whom. */
    ONLY(&f, SYS_prlimit64, 0, 0, (uint32_t)getpid());
    ALL_BUT(&f, SYS_ioctl, 1, TIOCSTI_CALL, TIOCLINUX_CALL);
    put(&f, BPF_JMP | BPF_JEQ | BPF_K, SYS_prctl, 0, 6);
    load(&f, offsetof(struct seccomp_data, args));
    put(&f, BPF_JMP | BPF_JEQ | BPF_K, PR_SET_PDEATHSIG, 0, 3);
    load(&f, offsetof(struct seccomp_data, args) + sizeof(uint64_t));
    put(&f, BPF_JMP | BPF_JEQ | BPF_K, SIGKILL, 1, 0);
    answer(&f, false);
    answer(&f, true);
    answer(&f, true);
    const struct sock_fprog program = {(unsigned short)f.n, f.code};
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
}

#endif
