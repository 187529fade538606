// SPDX-License-Identifier: Apache-2.0
//
// A receiver driver in Rust for lines "FIX latitude longitude", written from `gnss_driver.h` alone: no crate, no binding that
// is made from it, none of the kit's helpers. rustc --crate-type cdylib -C panic=abort driver.rs

use std::ffi::{c_char, c_int, c_short, c_ulong, c_void, CStr, CString};
use std::io::Error;

#[repr(C)]
pub struct Message {
    size: u32,
    length: u32,
    text: [u8; 1016],
}

#[repr(C)]
pub struct HostInfo {
    size: u32,
    contract_major: u16,
    contract_minor: u16,
    name: *const c_char,
    version: *const c_char,
}

#[repr(C)]
#[derive(Clone, Copy)]
struct Instant {
    monotonic_ns: i64,
    wall_ns: i64,
}

#[repr(C)]
struct Host {
    size: u32,
    reserved: u32,
    ctx: *mut c_void,
    publish: extern "C" fn(*mut c_void, *const c_void, usize, u32) -> i32,
    log: extern "C" fn(*mut c_void, i32, *const c_char, usize),
    report_state: extern "C" fn(*mut c_void, i32, *const c_char, usize),
    now: extern "C" fn(*mut c_void, *mut Instant),
}

#[repr(C)]
struct Plugin {
    size: u32,
    contract_major: u16,
    contract_minor: u16,
    capabilities: u64,
    delivers: u64,
    kind: *const c_char,
    version: *const c_char,
    summary: *const c_char,
    sample_configuration: *const c_char,
    configuration_schema: *const c_char,
    user: *mut c_void,
    create: extern "C" fn(*const Plugin, *const Host, *const u8, usize, *mut Message) -> *mut c_void,
    run: extern "C" fn(*mut c_void, *mut Message) -> i32,
    stop: extern "C" fn(*mut c_void),
    destroy: extern "C" fn(*mut c_void),
    probe: *const c_void,
    discover: *const c_void,
    write: *const c_void,
}
// It is never changed.
unsafe impl Sync for Plugin {}

const KIND_FIX: u16 = 1;
const FIX_POSITION: u64 = 1 << 1;
const STATE_RUNNING: i32 = 3;
const STATE_DEGRADED: i32 = 4;
const LOG_WARNING: i32 = 3;
const PUBLISH_MALFORMED: i32 = -1;
const RUN_STOPPED: i32 = 0;
const RUN_LOST: i32 = -1;
const RUN_FAILED: i32 = -2;

/// Where fields of `gnss_record_v1` and, behind it, `gnss_fix_v1` stand.
const RECORD: usize = 32;
const FIX: usize = 264;

mod system {
    use super::*;
    #[repr(C)]
    pub struct Poll {
        pub fd: c_int,
        pub events: c_short,
        pub revents: c_short,
    }
    extern "C" {
        pub fn open(path: *const c_char, flags: c_int, ...) -> c_int;
        pub fn close(fd: c_int) -> c_int;
        pub fn read(fd: c_int, bytes: *mut u8, count: usize) -> isize;
        pub fn write(fd: c_int, bytes: *const u8, count: usize) -> isize;
        pub fn poll(wanted: *mut Poll, count: c_ulong, timeout: c_int) -> c_int;
        pub fn eventfd(value: u32, flags: c_int) -> c_int;
    }
    pub const READ_WRITE: c_int = 2;
    pub const NO_TERMINAL: c_int = 0o400;
    pub const NON_BLOCKING: c_int = 0o4000;
    pub const CLOSE_ON_EXEC: c_int = 0o2000000;
    pub const AGAIN: i32 = 11;
}

struct Driver {
    host: *const Host,
    stop: c_int,
    device: CString,
    line: Vec<u8>,
    /// When the last position was decoded, or its absence reported.
    last_ns: i64,
    /// The number of records that the host has refused.
    refused: u64,
}

fn say(message: *mut Message, text: &str) {
    let message = unsafe { &mut *message };
    let count = text.len().min(message.text.len() - 1);
    message.text[..count].copy_from_slice(&text.as_bytes()[..count]);
    message.length = count as u32;
}

/// The text of a key of a JSON object without nested ones, which the host has checked; simple escapes are undone.
fn text_of(key: &str, json: &str) -> Option<String> {
    let start = json.find(&format!("\"{key}\":"))? + key.len() + 3;
    let mut letters = json[start..].trim_start().strip_prefix('"')?.chars();
    let mut text = String::new();
    loop {
        match letters.next()? {
            '"' => return Some(text),
            '\\' => match letters.next()? {
                'u' => return None,
                letter => text.push(letter),
            },
            letter => text.push(letter),
        }
    }
}

extern "C" fn create(
    _: *const Plugin, host: *const Host, json: *const u8, length: usize, error: *mut Message,
) -> *mut c_void {
    let bytes = unsafe { std::slice::from_raw_parts(json, length) };
    let device = std::str::from_utf8(bytes).ok().and_then(|json| text_of("device", json));
    let Some(device) = device.and_then(|device| CString::new(device).ok()) else {
        say(error, "config.device: the path of a serial port is needed");
        return std::ptr::null_mut();
    };
    let stop = unsafe { system::eventfd(0, system::CLOSE_ON_EXEC | system::NON_BLOCKING) };
    if stop < 0 {
        say(error, &format!("no descriptor left: {}", Error::last_os_error()));
        return std::ptr::null_mut();
    }
    Box::into_raw(Box::new(Driver { host, stop, device, line: Vec::new(), last_ns: 0, refused: 0 })) as *mut c_void
}

impl Driver {
    fn now(&self) -> Instant {
        let host = unsafe { &*self.host };
        let mut now = Instant { monotonic_ns: 0, wall_ns: 0 };
        (host.now)(host.ctx, &mut now);
        now
    }

    fn report(&self, state: i32, reason: &str) {
        let host = unsafe { &*self.host };
        (host.report_state)(host.ctx, state, reason.as_ptr() as *const c_char, reason.len());
    }

    /// Reports noise after a second of it.
    fn report_noise(&mut self) {
        let now = self.now().monotonic_ns;
        if now - self.last_ns >= 1_000_000_000 {
            self.last_ns = now;
            self.report(STATE_DEGRADED, "bytes arrive, but nothing valid");
        }
    }

    fn publish(&self, latitude: f64, longitude: f64) -> i32 {
        let host = unsafe { &*self.host };
        let now = self.now();
        let mut record = [0u64; (RECORD + FIX) / 8];
        record[0] = (RECORD + FIX) as u64 | (KIND_FIX as u64) << 32 | 1 << 48;
        record[2] = now.monotonic_ns as u64;
        record[3] = now.wall_ns as u64;
        record[RECORD / 8] = FIX_POSITION;
        // A fix in two dimensions, of the receiver alone.
        record[RECORD / 8 + 2] = 2 | 1 << 8;
        record[RECORD / 8 + 4] = latitude.to_bits();
        record[RECORD / 8 + 5] = longitude.to_bits();
        (host.publish)(host.ctx, record.as_ptr() as *const c_void, RECORD + FIX, 1)
    }

    /// Logs that a record was skipped: the first ten times, and then at every doubling, because the host keeps only 20
    /// log messages a second.
    fn report_refusal(&mut self) {
        self.refused += 1;
        if self.refused > 10 && !self.refused.is_power_of_two() {
            return;
        }
        let host = unsafe { &*self.host };
        let text = format!("skipped a line: its record is not valid ({} so far)", self.refused);
        (host.log)(host.ctx, LOG_WARNING, text.as_ptr() as *const c_char, text.len());
    }

    /// False if the host refuses records of this kind.
    fn take(&mut self, bytes: &[u8]) -> bool {
        for &byte in bytes {
            if byte != b'\n' {
                if self.line.len() < 128 {
                    self.line.push(byte);
                }
                continue;
            }
            let line = std::mem::take(&mut self.line);
            if let Some((latitude, longitude)) = position(&line) {
                self.last_ns = self.now().monotonic_ns;
                match self.publish(latitude, longitude) {
                    // The next line may be valid again.
                    PUBLISH_MALFORMED => self.report_refusal(),
                    answer if answer < 0 => return false,
                    _ => {}
                }
            }
        }
        true
    }

    fn listen(&mut self, device: c_int, error: *mut Message) -> i32 {
        self.report(STATE_RUNNING, "listening");
        self.last_ns = self.now().monotonic_ns;
        loop {
            let poll = |fd| system::Poll { fd, events: 1, revents: 0 };
            let mut wanted = [poll(device), poll(self.stop)];
            if unsafe { system::poll(wanted.as_mut_ptr(), 2, -1) } < 0 {
                continue;
            }
            if wanted[1].revents != 0 {
                return RUN_STOPPED;
            }
            let mut bytes = [0u8; 1024];
            let got = unsafe { system::read(device, bytes.as_mut_ptr(), bytes.len()) };
            if got > 0 {
                if !self.take(&bytes[..got as usize]) {
                    say(error, "the gateway does not accept fixes from this driver: see its log");
                    return RUN_FAILED;
                }
                self.report_noise();
            } else if got == 0 || Error::last_os_error().raw_os_error() != Some(system::AGAIN) {
                say(error, &format!("{} is gone (unplugged?)", self.device.to_string_lossy()));
                return RUN_LOST;
            }
        }
    }
}

fn position(line: &[u8]) -> Option<(f64, f64)> {
    let mut words = std::str::from_utf8(line).ok()?.split_ascii_whitespace();
    if words.next()? != "FIX" {
        return None;
    }
    let (latitude, longitude): (f64, f64) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    let is_possible = latitude.abs() <= 90.0 && longitude.abs() <= 180.0 && words.next().is_none();
    is_possible.then_some((latitude, longitude))
}

extern "C" fn run(driver: *mut c_void, error: *mut Message) -> i32 {
    let driver = unsafe { &mut *(driver as *mut Driver) };
    let flags = system::READ_WRITE | system::NO_TERMINAL | system::NON_BLOCKING | system::CLOSE_ON_EXEC;
    let device = unsafe { system::open(driver.device.as_ptr(), flags) };
    if device < 0 {
        say(error, &format!("{}: {}", driver.device.to_string_lossy(), Error::last_os_error()));
        return RUN_LOST;
    }
    let end = driver.listen(device, error);
    unsafe { system::close(device) };
    end
}

extern "C" fn stop(driver: *mut c_void) {
    // `run` may have the driver at the same time: only this number is read, which never changes.
    let stop = unsafe { (*(driver as *const Driver)).stop };
    let one = 1u64.to_ne_bytes();
    unsafe { system::write(stop, one.as_ptr(), one.len()) };
}

extern "C" fn destroy(driver: *mut c_void) {
    let driver = unsafe { Box::from_raw(driver as *mut Driver) };
    unsafe { system::close(driver.stop) };
}

const fn text(bytes: &'static [u8]) -> *const c_char {
    match CStr::from_bytes_with_nul(bytes) {
        Ok(text) => text.as_ptr(),
        Err(_) => panic!("no NUL at the end"),
    }
}

static PLUGIN: Plugin = Plugin {
    size: std::mem::size_of::<Plugin>() as u32,
    contract_major: 1,
    contract_minor: 4,
    capabilities: 0,
    delivers: 1 << KIND_FIX,
    kind: text(b"rust-lines\0"),
    version: text(b"1.0.0\0"),
    summary: text(b"A driver in Rust, from the header alone\0"),
    sample_configuration: text(b"device: /dev/ttyUSB0\n\0"),
    configuration_schema: text(
        b"{\"type\": \"object\", \"required\": [\"device\"], \"additionalProperties\": false, \"properties\": {\
        \"device\": {\"type\": \"string\", \"minLength\": 1, \"maxLength\": 200, \"description\": \"The line.\"}}}\0",
    ),
    user: std::ptr::null_mut(),
    create,
    run,
    stop,
    destroy,
    probe: std::ptr::null(),
    discover: std::ptr::null(),
    write: std::ptr::null(),
};

/// The one symbol of a plugin.
#[no_mangle]
pub extern "C" fn gnss_driver_plugin_v1(host: *const HostInfo, refusal: *mut Message) -> *const c_void {
    if unsafe { (*host).contract_major } != 1 {
        say(refusal, "built for driver contract 1");
        return std::ptr::null();
    }
    &PLUGIN as *const Plugin as *const c_void
}
