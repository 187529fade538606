// SPDX-License-Identifier: Apache-2.0

import CTransport
import Glibc

/// A pseudo-terminal: the test is at its master, what is tested opens `path`.
final class Pty: @unchecked Sendable {
    let master: Int32
    let path: String
    private var isOpen = true

    init?() {
        let master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)
        var name = [CChar](repeating: 0, count: 128)
        guard master >= 0, grantpt(master) == 0, unlockpt(master) == 0, ptsname_r(master, &name, name.count) == 0
        else { return nil }
        self.master = master
        path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
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
