#define _GNU_SOURCE
#include "filter.h"
#include "program_filter.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <sched.h>

#ifdef SYS_open
#define REFUSE_OLD(name, error) REFUSE(name, error)
#else
#define REFUSE_OLD(name, error)
#endif

enum { writes = O_ACCMODE | O_CREAT | O_TRUNC };
// Calls missing from older headers; their numbers are the same on all architectures.
enum { call_fchmodat2 = 452, call_setxattrat = 463, call_removexattrat = 466, call_file_setattr = 469 };

// The calls of a foreign program cannot be listed: these are the ones that decoding does not need.
static const struct rule rules[] = {
    // No network or other communication.
    REFUSE(socket, EACCES) REFUSE(socketpair, EACCES) REFUSE(connect, EACCES) REFUSE(bind, EACCES)
    REFUSE(listen, EACCES) REFUSE(accept, EACCES) REFUSE(accept4, EACCES)
    REFUSE(sendto, EACCES) REFUSE(sendmsg, EACCES) REFUSE(sendmmsg, EACCES)
    // Writing only to files that are already open.
    ALLOW_IF(openat, 2, writes, 0) REFUSE(openat, EACCES) REFUSE(openat2, ENOSYS)
#ifdef SYS_open
    ALLOW_IF(open, 1, writes, 0) REFUSE(open, EACCES)
#endif
    REFUSE_OLD(creat, EACCES) REFUSE_OLD(unlink, EACCES) REFUSE_OLD(rename, EACCES) REFUSE_OLD(mkdir, EACCES)
    REFUSE_OLD(rmdir, EACCES) REFUSE_OLD(link, EACCES) REFUSE_OLD(symlink, EACCES) REFUSE_OLD(mknod, EACCES)
    REFUSE_OLD(chmod, EACCES) REFUSE_OLD(chown, EACCES) REFUSE_OLD(lchown, EACCES)
    REFUSE_OLD(utime, EACCES) REFUSE_OLD(utimes, EACCES) REFUSE_OLD(futimesat, EACCES)
    REFUSE(unlinkat, EACCES) REFUSE(renameat2, EACCES) REFUSE(mkdirat, EACCES) REFUSE(linkat, EACCES)
#ifdef SYS_renameat
    REFUSE(renameat, EACCES)
#endif
    REFUSE(symlinkat, EACCES) REFUSE(mknodat, EACCES) REFUSE(fchmod, EACCES) REFUSE(fchmodat, EACCES)
    REFUSE(fchown, EACCES) REFUSE(fchownat, EACCES) REFUSE(utimensat, EACCES)
    REFUSE(truncate, EACCES) REFUSE(ftruncate, EACCES) REFUSE(fallocate, EACCES)
    REFUSE(setxattr, EACCES) REFUSE(lsetxattr, EACCES) REFUSE(fsetxattr, EACCES)
    REFUSE(removexattr, EACCES) REFUSE(lremovexattr, EACCES) REFUSE(fremovexattr, EACCES)
    REFUSE_NUMBER(call_fchmodat2, EACCES) REFUSE_NUMBER(call_setxattrat, EACCES)
    REFUSE_NUMBER(call_removexattrat, EACCES) REFUSE_NUMBER(call_file_setattr, EACCES)
    REFUSE(memfd_create, EACCES) REFUSE(open_by_handle_at, EPERM)
    // Threads, but no other processes.
    ALLOW_IF(clone, 0, CLONE_THREAD, CLONE_THREAD) REFUSE(clone, EPERM) REFUSE(clone3, ENOSYS)
    REFUSE_OLD(fork, EPERM) REFUSE_OLD(vfork, EPERM) REFUSE(setsid, EPERM) REFUSE(setpgid, EPERM)
    REFUSE(kill, EPERM) REFUSE(tkill, EPERM) REFUSE(rt_sigqueueinfo, EPERM) REFUSE(rt_tgsigqueueinfo, EPERM)
    REFUSE(pidfd_open, EPERM) REFUSE(pidfd_send_signal, EPERM) REFUSE(pidfd_getfd, EPERM)
    REFUSE(ptrace, EPERM) REFUSE(process_vm_readv, EPERM) REFUSE(process_vm_writev, EPERM)
    REFUSE(msgget, EPERM) REFUSE(semget, EPERM) REFUSE(shmget, EPERM) REFUSE(mq_open, EPERM)
    // Administration and rarely used interfaces of the kernel.
    REFUSE(mount, EPERM) REFUSE(umount2, EPERM) REFUSE(pivot_root, EPERM) REFUSE(chroot, EPERM)
    REFUSE(setns, EPERM) REFUSE(unshare, EPERM) REFUSE(bpf, EPERM) REFUSE(perf_event_open, EPERM)
    REFUSE(userfaultfd, EPERM) REFUSE(io_setup, ENOSYS) REFUSE(io_uring_setup, ENOSYS)
    REFUSE(io_uring_enter, ENOSYS) REFUSE(io_uring_register, ENOSYS)
    REFUSE(add_key, EPERM) REFUSE(request_key, EPERM) REFUSE(keyctl, EPERM)
    REFUSE(init_module, EPERM) REFUSE(finit_module, EPERM) REFUSE(delete_module, EPERM)
    REFUSE(kexec_load, EPERM) REFUSE(reboot, EPERM) REFUSE(swapon, EPERM) REFUSE(swapoff, EPERM)
    REFUSE(fanotify_init, EPERM) REFUSE(name_to_handle_at, EPERM) REFUSE(vhangup, EPERM)
    REFUSE(settimeofday, EPERM) REFUSE(clock_settime, EPERM) REFUSE(adjtimex, EPERM)
    REFUSE(sethostname, EPERM) REFUSE(acct, EPERM) REFUSE(quotactl, EPERM)
};

int program_filter(void) {
  return filter_install(rules, sizeof rules / sizeof *rules, SECCOMP_RET_ALLOW);
}
