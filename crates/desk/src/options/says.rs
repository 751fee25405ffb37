//! Why an option cannot be set.

crate::sentences! { "options":
    whole(name, min, max, found) "{name} is a whole number from {min} to {max}, not `{found}`";
    check(name, found) "{name} is `true` or `false`, not `{found}`";
    one_of(name, known, found) "{name} is one of {known}, not `{found}`";
    stays(name) "{name} stays `true` until the process ends";
    no_room(hash, stays) "this machine has no room for {hash} MiB of memory, so Hash stays {stays}";
    unread_book(file, why) "the book `{file}` cannot be read: {why}";
    unused_proofs(file, why) "the proof file `{file}` is not used: {why}";
    log_is_read(file) "`{file}` is read, so the dialogue is not written to it";
}
