//! The sentences that only a server says, beside those of the desk. Clients know the codes of both as those of a server.

pub use crate::service::says::*;

crate::sentences! { "server":
    read_only(why) "games can only be looked at: the store cannot be written ({why})";
    no_thread(why) "no thread could be started: {why}";
    not_engines "this seat does not belong to another engine";
    too_many_engines(most) "{most} other engines are thinking already";
    too_long "the request is longer than 4 MiB";
    too_late "the request did not arrive within 30 seconds";
    no_room "too much is being sent to this server: wait a moment";
    broken_off "the request broke off";
    too_often "too many requests: wait a moment";
    hosts(given) "a request must name its host exactly once; this one does so {given} times";
    other_host(hosts, host) "this server answers at {hosts}, not at `{host}`";
    other_host_hint(hosts, host) "this server answers at {hosts}, not at `{host}`; `quintet serve --origin` adds other addresses";
    other_page(page, hosts) "a page of {page} may not ask this server, only one of {hosts}";
    other_page_hint(page, hosts) "a page of {page} may not ask this server, only one of {hosts}; `quintet serve --origin` adds other addresses";
    another_site "another site";
    not_json_sent(given) "requests to this server must be `application/json`, not {given}";
    untyped "text without a type";
    asks_token "this server asks for its token: it is in the address that `quintet serve` printed, after `?token=`";
    wrong_token "this is not the token of this server: it is in the address that `quintet serve` printed, after `?token=`";
    token "Token";
    open_page "Open the page";
    not_possible "Not possible";
    unused_store(why) "the store of games cannot be opened: {why}";
    disk_failing "the disk is full or failing";
    is_read_only "it is read-only";
    not_allowed "the system does not allow it";
    write_protected "the file is write-protected";
    is_damaged "it is damaged";
    no_database "it is not an SQLite database";
}
