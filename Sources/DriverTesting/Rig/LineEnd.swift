// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// The simulated receiver's end of a line to a driver.
protocol LineEnd: Sendable {
    /// The device in the driver's configuration: the path of a terminal, or an address such as `127.0.0.1:40123`.
    var path: String { get }
    /// The descriptor to wait for; negative while no driver is connected.
    var descriptor: Int32 { get }
    /// The number of connections that drivers have made; always 0 for a terminal, because the master cannot detect when
    /// a driver opens it.
    var connections: Int { get }
    /// Sends bytes to the driver.
    ///
    /// - Returns: The number of bytes accepted; 0 or less if none can be accepted now.
    func write(_ bytes: UnsafeRawBufferPointer) -> Int
    /// Reads the bytes that the driver has sent.
    ///
    /// - Returns: The number of bytes in `room`; 0 or less if none have arrived.
    func read(_ room: inout [UInt8]) -> Int
    /// Closes the connection; a driver may reconnect at once. A terminal has no connection to close.
    func disconnect()
    /// Removes the device.
    func hangUp()
}

/// The master of a pseudo-terminal.
final class TerminalEnd: LineEnd {
    let path: String
    let descriptor: Int32
    let connections = 0
    /// Guards the terminal, which closes when `hangUp` drops it.
    private let terminal: Mutex<PseudoTerminal?>

    /// Nil if the system provides no terminal.
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
