//! The system calls that a parser may use: those for memory, time, its own threads and its two
//! descriptors. Every other one fails.
//!
//! Landlock and the limits still allow calls that need neither a path nor a new descriptor, or that
//! could reuse a closed descriptor: a socket, a change of permissions, a signal.

use crate::error::Why;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule,
};

/// Calls that are allowed whatever their arguments.
const ALLOWED: &[libc::c_long] = &[
    libc::SYS_read,
    libc::SYS_write,
    libc::SYS_writev,
    libc::SYS_close,
    libc::SYS_fstat,
    libc::SYS_lseek,
    libc::SYS_munmap,
    libc::SYS_mremap,
    libc::SYS_madvise,
    libc::SYS_brk,
    libc::SYS_futex,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sigaltstack,
    libc::SYS_restart_syscall,
    libc::SYS_sched_yield,
    libc::SYS_sched_getaffinity,
    libc::SYS_getrandom,
    libc::SYS_clock_gettime,
    libc::SYS_clock_nanosleep,
    libc::SYS_gettimeofday,
    libc::SYS_getpid,
    libc::SYS_gettid,
    libc::SYS_exit,
    libc::SYS_exit_group,
];

/// The flag of `mmap` and `mprotect` for memory that may be run.
const PROT_EXEC: u64 = libc::PROT_EXEC as u64;

/// Allows all threads of this process only the calls that a parser needs. Returns the reason if
/// that is not possible.
pub(super) fn restrict() -> Result<(), Why> {
    let own = u64::try_from(rustix::process::getpid().as_raw_nonzero().get()).unwrap_or(0);
    let program = program(own).map_err(Why::of)?;
    seccompiler::apply_filter_all_threads(&program).map_err(Why::of)
}

fn program(own: u64) -> Result<BpfProgram, seccompiler::BackendError> {
    let one = |at, operator, value| {
        let condition = SeccompCondition::new(at, SeccompCmpArgLen::Dword, operator, value)?;
        Ok::<_, seccompiler::BackendError>(vec![SeccompRule::new(vec![condition])?])
    };
    let not_run = || one(2, SeccompCmpOp::MaskedEq(PROT_EXEC), 0);
    let to_itself = || one(0, SeccompCmpOp::Eq, own);
    let mut rules: Vec<_> = ALLOWED.iter().map(|call| (*call, Vec::new())).collect();
    rules.push((libc::SYS_mmap, not_run()?));
    rules.push((libc::SYS_mprotect, not_run()?));
    // To abort, and to end when nobody reads the output.
    rules.push((libc::SYS_tgkill, to_itself()?));
    rules.push((libc::SYS_kill, to_itself()?));
    let filter = SeccompFilter::new(
        rules.into_iter().collect(),
        SeccompAction::Errno(libc::EPERM as u32),
        SeccompAction::Allow,
        std::env::consts::ARCH.try_into()?,
    )?;
    filter.try_into()
}
