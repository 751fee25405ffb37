//! Returns unused memory to the system.

/// Makes the allocator return large blocks as soon as they are free. By default glibc ends up keeping blocks as large
/// as the memory of a small search, and the heap of a process whose searches change from game to game grows to many
/// times what is in use.
pub fn return_large_blocks() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        /// In bytes: far below the memory of any search, far above other frequent allocations.
        const LARGE: nix::libc::c_int = 1 << 20;
        // SAFETY: `mallopt` only sets a parameter of the allocator; glibc lets it be called at any time.
        let _ = unsafe { nix::libc::mallopt(nix::libc::M_MMAP_THRESHOLD, LARGE) };
    }
}

/// From now on all threads take their memory from one heap. By itself glibc gives each thread one of its own, so that what
/// many have freed helps nobody else. Threads wait for each other then: for a server, whose searches allocate nothing while
/// they run, that costs nothing that can be measured.
#[cfg(feature = "web")]
pub fn share_one_heap() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        // SAFETY: `mallopt` only sets a parameter of the allocator; glibc lets it be called at any time.
        let _ = unsafe { nix::libc::mallopt(nix::libc::M_ARENA_MAX, 1) };
    }
}
