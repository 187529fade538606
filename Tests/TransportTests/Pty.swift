// SPDX-License-Identifier: Apache-2.0

import CTransport
import Glibc

/// A pseudo-terminal: the test is at its master, what is tested opens `path`.
final class Pty: @unchecked Sendable {
    let master: Int32
    let path: String
    private var isOpen = true

    init?() {
        let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        // TIOCSPTLCK and TIOCGPTN of the kernel's asm/ioctls.h.
        var (unlocked, number) = (Int32(0), UInt32(0))
        guard master >= 0, ioctl(master, 0x4004_5431, &unlocked) == 0, ioctl(master, 0x8004_5430, &number) == 0
        else { return nil }
        self.master = master
        path = "/dev/pts/\(number)"
        // A master that would block would hold up the test instead of failing it.
        _ = fcntl(master, F_SETFL, O_NONBLOCK)
    }

    deinit { unplug() }

    func send(_ bytes: [UInt8]) { _ = write(master, bytes, bytes.count) }
    func send(_ text: String) { send(Array(text.utf8)) }

    /// The rate that the other end is set to.
    var baud: Int {
        var line = gnss_line()
        return gnss_line_get(master, &line) == 0 ? Int(line.output_speed) : 0
    }

    var localFlags: UInt32 {
        var line = gnss_line()
        return gnss_line_get(master, &line) == 0 ? line.local_flags : 0
    }

    func unplug() {
        if isOpen { close(master) }
        isOpen = false
    }
}

/// Waits for a condition, with a generous limit.
func eventually(within seconds: Int = 60, _ condition: () -> Bool) -> Bool {
    for _ in 0..<seconds * 200 {
        if condition() { return true }
        usleep(5000)
    }
    return condition()
}
