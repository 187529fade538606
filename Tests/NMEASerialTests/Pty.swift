// SPDX-License-Identifier: Apache-2.0

import CTransport
import Glibc
import Synchronization
import SystemSupport

/// A pseudo-terminal with a false receiver at its master. What is tested opens `path`.
final class Pty: Sendable {
    /// The node, or a link to it that bears the name of a UART, so that its rate matters.
    let path: String
    private let master: Int32
    private let link: String?
    private let isOpen = Mutex(true)

    init?(asUART: Bool = false) {
        let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        // TIOCSPTLCK and TIOCGPTN of the kernel's asm/ioctls.h.
        var (unlocked, number) = (Int32(0), UInt32(0))
        guard master >= 0, ioctl(master, 0x4004_5431, &unlocked) == 0, ioctl(master, 0x8004_5430, &number) == 0
        else { return nil }
        let node = "/dev/pts/\(number)"
        // A master that would block would hold up the test instead of failing it.
        _ = fcntl(master, F_SETFL, O_NONBLOCK)
        self.master = master
        guard asUART else {
            (path, link) = (node, nil)
            return
        }
        let folder = "/tmp/gnss-pty-\(getpid())-\(node.split(separator: "/").last ?? "")"
        mkdir(folder, 0o700)
        path = "\(folder)/ttyUSB0"
        link = folder
        unlink(path)
        guard symlink(node, path) == 0 else { return nil }
    }

    deinit {
        unplug()
        if let link {
            unlink(path)
            rmdir(link)
        }
    }

    func send(_ bytes: [UInt8]) {
        isOpen.withLock { isOpen in
            var sent = 0
            // A reader that is behind is waited for.
            for _ in 0..<20_000 where isOpen && sent < bytes.count {
                let count = bytes[sent...].withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
                if count > 0 { sent += count } else { usleep(1000) }
            }
        }
    }

    /// What was written to the other end since it was asked last.
    func receive() -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        return isOpen.withLock { isOpen in
            let count = isOpen ? read(master, &buffer, buffer.count) : 0
            return Array(buffer.prefix(max(0, count)))
        }
    }

    /// The rate that the other end is set to.
    var baud: Int {
        var line = gnss_line()
        return isOpen.withLock { $0 && gnss_line_get(master, &line) == 0 } ? Int(line.output_speed) : 0
    }

    func unplug() {
        isOpen.withLock { isOpen in
            if isOpen { close(master) }
            isOpen = false
        }
    }
}

/// A receiver that speaks at one rate: at another, garbage is heard of it, as on a real line.
final class FalseReceiver: Sendable {
    private let isEnding = Atomic(false)
    private let hasEnded = Atomic(false)
    private let speed: Mutex<Int?>

    /// - Parameters:
    ///   - baud: nil: it is understood at any rate.
    ///   - interval: between two bursts, in microseconds.
    ///   - burst: the bytes of each second.
    init(_ pty: Pty, baud: Int? = nil, interval: UInt32 = 20_000, burst: @escaping @Sendable (Int) -> [UInt8]) {
        speed = Mutex(baud)
        // The thread holds the receiver until it has ended.
        Thread.start { [self] in
            var second = 0
            while !isEnding.load(ordering: .relaxed) {
                let bytes = burst(second)
                let wanted = speed.withLock { $0 }
                let isHeard = wanted.map { $0 == pty.baud } ?? true
                pty.send(isHeard ? bytes : bytes.map { ($0 &* 37) | 0x80 })
                second += 1
                usleep(interval)
            }
            hasEnded.store(true, ordering: .releasing)
        }
    }

    func change(to baud: Int) { speed.withLock { $0 = baud } }

    func end() {
        isEnding.store(true, ordering: .relaxed)
        _ = eventually { hasEnded.load(ordering: .acquiring) }
    }
}

/// A thread for what blocks.
enum Thread {
    static func start(_ body: @escaping @Sendable () -> Void) { _ = WorkerThread.detach(body) }
}

/// Waits for a condition, with a generous limit.
func eventually(within seconds: Int = 60, _ condition: () -> Bool) -> Bool {
    for _ in 0..<seconds * 200 {
        if condition() { return true }
        usleep(5000)
    }
    return condition()
}
