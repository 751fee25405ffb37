//! The border to the host: exports, imports, and what becomes of a panic.

use crate::page::Page;
use crate::{Halt, Module};
use quintet_core::search::moment::set_clock;
use serde_json::json;
use std::cell::RefCell;
use std::sync::LazyLock;
use std::time::Duration;

#[link(wasm_import_module = "env")]
unsafe extern "C" {
    #[link_name = "post"]
    fn host_post(place: *const u8, length: usize);
    #[link_name = "now"]
    safe fn host_now() -> f64;
}

/// Apart from the module, which is busy while it searches.
static HALT: LazyLock<Halt> = LazyLock::new(Halt::default);

thread_local! {
    /// The bytes of the next request.
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static MODULE: RefCell<Module> = RefCell::new(begin());
    static PAGE: RefCell<Page> = RefCell::new(Page::default());
}

fn begin() -> Module {
    set_clock(|| Duration::from_secs_f64(host_now().max(0.0) / 1e3));
    std::panic::set_hook(Box::new(|panic| {
        let said = format!("this is a defect in quintet: {panic}").replace('\n', " ");
        post(&json!({ "defect": said }).to_string());
        #[cfg(target_feature = "atomics")]
        quintet_core::search::host_threads::give_up();
    }));
    Module::new(HALT.clone())
}

fn post(answer: &str) {
    // SAFETY: the bytes are there during the call, and the host only reads them.
    unsafe { host_post(answer.as_ptr(), answer.len()) };
}

/// The place where the host writes the bytes of the next request.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        request.resize(length, 0);
        request.as_mut_ptr()
    })
}

/// Answers the request in that place.
#[unsafe(no_mangle)]
pub extern "C" fn call() {
    let request = REQUEST.take();
    // What is not UTF-8 is refused as what is not JSON.
    MODULE.with_borrow_mut(|module| module.answer(&String::from_utf8_lossy(&request), &mut post));
}

/// Does what the request in that place orders, as a module of a page.
#[unsafe(no_mangle)]
pub extern "C" fn obey() {
    let order = REQUEST.take();
    // The clock and what becomes of a panic are there with the module.
    MODULE.with_borrow(|_| ());
    let done = PAGE.with_borrow_mut(|page| page.obey(&String::from_utf8_lossy(&order), &mut post));
    if let Err(sentence) = done {
        post(&json!({ "defect": sentence }).to_string());
    }
}

/// Ends the search that is running; called while it asks for the time.
#[unsafe(no_mangle)]
pub extern "C" fn stop() {
    HALT.stop();
}

/// What further threads of the host need: workers that share the memory of this module.
#[cfg(target_feature = "atomics")]
mod threads {
    use quintet_core::search::{STACK_SIZE, host_threads};

    /// Memory for ever, as the host gives its threads back only with all memory.
    fn reserved(length: usize, alignment: usize) -> *mut u8 {
        let layout =
            std::alloc::Layout::from_size_align(length.max(1), alignment.max(16)).expect("the compiler's figures");
        // SAFETY: the length is not zero.
        unsafe { std::alloc::alloc_zeroed(layout) }
    }

    /// The end of a new stack, where it begins to grow.
    #[unsafe(no_mangle)]
    pub extern "C" fn thread_stack() -> *mut u8 {
        reserved(STACK_SIZE, 16).wrapping_add(STACK_SIZE)
    }

    /// A place for what a thread has for itself.
    #[unsafe(no_mangle)]
    pub extern "C" fn thread_locals(length: usize, alignment: usize) -> *mut u8 {
        reserved(length, alignment)
    }

    /// Works on this thread, which has a stack of its own, for ever.
    #[unsafe(no_mangle)]
    pub extern "C" fn help() {
        host_threads::help()
    }
}
