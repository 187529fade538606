// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import Simulation
import Testing

/// A simulated receiver on a real pseudo-terminal, behind a name that comes and goes as a device does.
final class PseudoReceiver {
    /// What stands in a configuration as `device`.
    let path: String
    private var master: Int32 = -1
    private var scenario: DriveScenario

    /// - Parameter path: the name; it appears with `plug`.
    init(_ path: String, seed: UInt64 = 1) {
        self.path = path
        let now = Int64(Date().timeIntervalSince1970) * 1_000_000_000
        scenario = DriveScenario(seed: seed, start: .init(nanosecondsSince1970: now))
    }

    deinit { unplug() }

    /// Opens a terminal and gives it the name.
    func plug() throws {
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var (locked, number): (Int32, UInt32) = (0, 0)
        // TIOCSPTLCK and TIOCGPTN of the kernel's asm/ioctls.h.
        try #require(
            master >= 0 && ioctl(master, 0x4004_5431, &locked) == 0 && ioctl(master, 0x8004_5430, &number) == 0)
        try #require(symlink("/dev/pts/\(number)", path) == 0)
    }

    /// Takes the name away and closes the terminal: whoever has it open sees it hang up.
    func unplug() {
        guard master >= 0 else { return }
        unlink(path)
        close(master)
        master = -1
    }

    /// Sends epochs as fast as they are taken.
    ///
    /// - Returns: whether they were taken, each piece within the limit.
    func send(epochs: Int, within seconds: Double = 60) -> Bool {
        for _ in 0..<epochs where !send(scenario.nextEpoch().bytes, within: seconds) { return false }
        return true
    }

    /// What was written to it since it was asked last.
    func receive() -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var waiting = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        while poll(&waiting, 1, 0) > 0, waiting.revents & Int16(POLLIN) != 0 {
            let count = read(master, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer.prefix(count)
        }
        return bytes
    }

    /// Sends bytes as fast as they are taken.
    func send(_ bytes: [UInt8], within seconds: Double = 60) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            var wanted = pollfd(fd: master, events: Int16(POLLOUT), revents: 0)
            guard poll(&wanted, 1, Int32(seconds * 1000)) > 0 else { return false }
            // A terminal's buffer holds a few kB: no more at a time, so that the write does not block.
            let count = rest.prefix(1024).withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
