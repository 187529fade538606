// SPDX-License-Identifier: Apache-2.0
//
// The driver in Rust on a FIFO, with a host that refuses its first record, and with one that accepts none of its kind.

include!("driver.rs");

use std::io::Write;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicI32, AtomicPtr, Ordering::SeqCst};

extern "C" {
    fn mkfifo(path: *const c_char, mode: u32) -> c_int;
}

/// The answer to the first record; the following ones are accepted.
static FIRST_ANSWER: AtomicI32 = AtomicI32::new(0);
static PUBLISHED: AtomicI32 = AtomicI32::new(0);
static WARNINGS: AtomicI32 = AtomicI32::new(0);
static CREATED: AtomicPtr<c_void> = AtomicPtr::new(null_mut());

extern "C" fn publish(_: *mut c_void, _: *const c_void, _: usize, _: u32) -> i32 {
    let count = PUBLISHED.fetch_add(1, SeqCst) + 1;
    if count == 3 {
        (PLUGIN.stop)(CREATED.load(SeqCst));
    }
    if count == 1 { FIRST_ANSWER.load(SeqCst) } else { 0 }
}

extern "C" fn log(_: *mut c_void, level: i32, _: *const c_char, _: usize) {
    if level == LOG_WARNING {
        WARNINGS.fetch_add(1, SeqCst);
    }
}

extern "C" fn report_state(_: *mut c_void, _: i32, _: *const c_char, _: usize) {}

extern "C" fn now(_: *mut c_void, _: *mut Instant) {}

/// Runs the driver on three lines, and returns the result of `run`.
fn run_on_three_lines(folder: &str, first_answer: i32) -> i32 {
    let path = format!("{folder}/{first_answer}");
    let name = CString::new(path.as_str()).unwrap();
    assert_eq!(unsafe { mkfifo(name.as_ptr(), 0o600) }, 0);
    // Open for reading too, so that opening does not wait and the lines stay in the FIFO.
    let mut line = std::fs::File::options().read(true).write(true).open(&path).unwrap();
    line.write_all(&b"FIX 48.1 11.1\n".repeat(3)).unwrap();
    let host = Host {
        size: std::mem::size_of::<Host>() as u32, reserved: 0, ctx: null_mut(), publish, log, report_state, now,
    };
    let json = format!("{{\"device\":\"{path}\"}}");
    let mut error = Message { size: 1024, length: 0, text: [0; 1016] };
    let driver = (PLUGIN.create)(&PLUGIN, &host, json.as_ptr(), json.len(), &mut error);
    assert!(!driver.is_null());
    CREATED.store(driver, SeqCst);
    FIRST_ANSWER.store(first_answer, SeqCst);
    PUBLISHED.store(0, SeqCst);
    WARNINGS.store(0, SeqCst);
    let end = (PLUGIN.run)(driver, &mut error);
    (PLUGIN.destroy)(driver);
    end
}

fn main() {
    let folder = std::env::args().nth(1).unwrap();
    assert_eq!(run_on_three_lines(&folder, PUBLISH_MALFORMED), RUN_STOPPED);
    assert_eq!((PUBLISHED.load(SeqCst), WARNINGS.load(SeqCst)), (3, 1));
    // Forbidden: the kind is never accepted, so trying again cannot help.
    assert_eq!(run_on_three_lines(&folder, -2), RUN_FAILED);
    assert_eq!((PUBLISHED.load(SeqCst), WARNINGS.load(SeqCst)), (1, 0));
    println!("a refused record is skipped");
}
