// SPDX-License-Identifier: Apache-2.0

internal import CommandSupport
internal import DaemonRuntime
internal import Gateway
internal import Glibc

/// The connection of a simulated receiver.
protocol SimulatedLine: AnyObject {
    /// The address for clients; nil if clients cannot connect.
    var place: String? { get }
    /// The descriptors on which data may arrive.
    var inputs: [Int32] { get }
    /// The other end's baud rate in bit/s; nil if it has no effect.
    var baud: Int? { get }
    /// True if a client is connected, or if the line needs none.
    var hasClients: Bool { get }
    /// True if a client has not taken all bytes yet; `receive` sends more of them.
    var hasUnsent: Bool { get }
    /// True if bytes that no client reads are lost, as on a serial port, instead of waiting for the client.
    var losesUnread: Bool { get }
    /// Sends bytes.
    ///
    /// - Throws: `GatewayError` if the line fails.
    func send(_ bytes: [UInt8]) throws(GatewayError)
    /// Returns the bytes that have arrived.
    ///
    /// - Throws: `GatewayError` if the line fails.
    func receive() throws(GatewayError) -> [UInt8]
    /// Disconnects the line, or connects it again.
    ///
    /// - Throws: `GatewayError` if the line cannot be connected.
    func plug(_ isPlugged: Bool) throws(GatewayError)
}

/// A file or standard output, to which the receiver's bytes are written immediately.
final class FileLine: SimulatedLine {
    private let file: OutputFile
    /// True once the run is ending and no program reads from the pipe. The rest is dropped, so that no part is missing
    /// in the middle.
    private var hasGivenUp = false

    init(_ file: OutputFile) { self.file = file }

    var place: String? { nil }
    var inputs: [Int32] { [] }
    var baud: Int? { nil }
    var hasClients: Bool { true }
    var hasUnsent: Bool { false }
    var losesUnread: Bool { false }
    func send(_ bytes: [UInt8]) throws(GatewayError) {
        for start in stride(from: 0, to: bytes.count, by: OutputFile.room) {
            // A signal ends the run even if no program reads from the pipe. As it also interrupts the waiting, the
            // program gets another 200 ms.
            while !hasGivenUp, !file.hasRoom() {
                hasGivenUp = SimulationRun.isEnding && !file.hasRoom()
            }
            guard !hasGivenUp else { return }
            try file.write(Array(bytes[start..<min(start + OutputFile.room, bytes.count)]))
        }
    }
    func receive() throws(GatewayError) -> [UInt8] { [] }
    func plug(_ isPlugged: Bool) throws(GatewayError) {}
    func finish() throws(GatewayError) { try file.finish() }
}

/// Reads from non-blocking descriptors.
enum Descriptor {
    /// Returns the waiting bytes, at most 16 KiB; nil if the other end is closed.
    static func read(_ descriptor: Int32) -> [UInt8]? {
        var isGone = false
        let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 14) { room, used in
            let count = Glibc.read(descriptor, room.baseAddress, room.count)
            isGone = count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR && errno != EIO)
            used = max(0, count)
        }
        return isGone ? nil : bytes
    }
}
