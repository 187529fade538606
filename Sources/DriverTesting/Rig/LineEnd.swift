// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// The false receiver's end of a line to a driver.
protocol LineEnd: Sendable {
    /// What the driver is configured with: the path of a terminal, or an address such as `127.0.0.1:40123`.
    var path: String { get }
    /// The descriptor to wait for; negative while no driver is connected.
    var descriptor: Int32 { get }
    /// How often a driver has connected; always 0 for a terminal, on which a driver that opens it cannot be seen.
    var connections: Int { get }
    /// Sends to the driver.
    ///
    /// - Returns: how many bytes were taken; 0 or less if none can be taken now.
    func write(_ bytes: UnsafeRawBufferPointer) -> Int
    /// Takes what the driver has sent.
    ///
    /// - Returns: how many bytes are in `room`; 0 or less if nothing has arrived.
    func read(_ room: inout [UInt8]) -> Int
    /// Closes the connection; a driver may connect again at once. A terminal has no connection to close.
    func disconnect()
    /// Takes the device away.
    func hangUp()
}

/// The master of a pseudo-terminal.
final class TerminalEnd: LineEnd {
    let path: String
    let descriptor: Int32
    let connections = 0
    /// Protects the terminal, which closes when `hangUp` drops it.
    private let terminal: Mutex<PseudoTerminal?>

    /// Nil if the system gives no terminal.
    init?() {
        guard let terminal = PseudoTerminal() else { return nil }
        (path, descriptor) = (terminal.path, terminal.master)
        self.terminal = Mutex(terminal)
    }

    func write(_ bytes: UnsafeRawBufferPointer) -> Int { Glibc.write(descriptor, bytes.baseAddress, bytes.count) }

    func read(_ room: inout [UInt8]) -> Int { Glibc.read(descriptor, &room, room.count) }

    func disconnect() {}

    func hangUp() { terminal.withLock { $0 = nil } }
}
