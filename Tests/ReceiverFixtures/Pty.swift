// SPDX-License-Identifier: Apache-2.0

import DriverTesting
import Glibc
import Synchronization

/// A pseudo-terminal with a false receiver at its master, which may be unplugged. What is tested opens `path`.
public final class Pty: Sendable {
    /// The node, or a link to it that bears the name of a UART, so that its rate matters.
    public let path: String
    private let terminal: Mutex<PseudoTerminal?>

    /// Nil where the system gives no terminal.
    public init?(asUART: Bool = false) {
        guard let terminal = PseudoTerminal(asUART: asUART) else { return nil }
        path = terminal.path
        self.terminal = Mutex(terminal)
    }

    /// Sends bytes to whatever has the terminal open.
    public func send(_ bytes: [UInt8]) {
        terminal.withLock { terminal in
            var sent = 0
            // A reader that is behind is waited for.
            for _ in 0..<20_000 {
                guard let terminal, sent < bytes.count else { return }
                let count = bytes[sent...].withUnsafeBytes { write(terminal.master, $0.baseAddress, $0.count) }
                // The buffer of the kernel is full: there is no signal from a reader at the other end.
                if count > 0 { sent += count } else { usleep(1000) }
            }
        }
    }

    /// What was written to the other end since it was asked last.
    public func receive() -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        return terminal.withLock { terminal in
            let count = terminal.map { read($0.master, &buffer, buffer.count) } ?? 0
            return Array(buffer.prefix(max(0, count)))
        }
    }

    /// The rate that the other end is set to.
    public var baud: Int { terminal.withLock { $0?.baud ?? 0 } }

    /// Takes it away.
    public func unplug() { terminal.withLock { $0 = nil } }
}
