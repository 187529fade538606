// SPDX-License-Identifier: Apache-2.0

internal import CBluetooth
internal import Glibc
internal import Transport

/// A query for services (SDP) on a connected socket. The library encodes and decodes the messages; the waiting is
/// done here, so that it can be cancelled.
enum ServiceSearch {
    /// Sends a query and waits for the answer.
    ///
    /// - Parameters:
    ///   - descriptor: Connected, preserving message boundaries; stays open.
    ///   - kind: The service to search for.
    ///   - deadline: The end of the wait, by `MonotonicClock`.
    ///   - stop: Becomes readable to cancel the wait; negative for none.
    /// - Throws: `BluetoothError.nonsense` if the answer is malformed, other errors if there is no answer.
    static func run(
        on descriptor: Int32, _ kind: ServiceKind, deadline: Int64, stop: Int32
    ) throws(BluetoothError) -> [SerialService] {
        guard let search = gnss_bluetooth_search_begin(descriptor, kind.code) else {
            throw BluetoothError(connecting: errno)
        }
        defer { gnss_bluetooth_search_end(search) }
        while true {
            try wait(for: descriptor, deadline: deadline, stop: stop)
            switch gnss_bluetooth_search_process(search) {
            case 0: continue
            case 1: return try services(search)
            default: throw failure(errno)
            }
        }
    }

    private static func wait(for descriptor: Int32, deadline: Int64, stop: Int32) throws(BluetoothError) {
        var waiting = (
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: stop, events: Int16(POLLIN), revents: 0)
        )
        while true {
            let left = max(0, deadline &- MonotonicClock.now)
            guard left > 0 else { throw .noAnswer }
            // A tuple of two equal structs has the memory layout of an array of them, which poll takes.
            let answer = withUnsafeMutableBytes(of: &waiting) { bytes in
                poll(
                    bytes.baseAddress?.assumingMemoryBound(to: pollfd.self), 2,
                    Int32(min(left, 1_000_000_000) / 1_000_000) + 1)
            }
            guard answer > 0 else { continue }
            if waiting.1.revents != 0 { throw .interrupted }
            if waiting.0.revents != 0 { return }
        }
    }

    private static func services(_ search: OpaquePointer) throws(BluetoothError) -> [SerialService] {
        var size = 0
        // The search owns the answer, which is valid until it ends; the records are read from a copy.
        let answer = gnss_bluetooth_search_answer(search, &size)
        guard let services = ServiceRecords.read(Array(UnsafeBufferPointer(start: answer, count: size))) else {
            throw .nonsense
        }
        return services
    }

    private static func failure(_ code: Int32) -> BluetoothError {
        switch code {
        case EPROTO, EBADMSG, EINVAL, ENOMEM, EIO: .nonsense
        case ETIMEDOUT: .noAnswer
        default: BluetoothError(connecting: code)
        }
    }
}

extension ServiceKind {
    /// The number of the service.
    fileprivate var code: UInt16 {
        switch self {
        case .serialPort: UInt16(GNSS_BLUETOOTH_SERIAL_PORT)
        case .anyRFCOMM: UInt16(GNSS_BLUETOOTH_RFCOMM)
        case .browsable: UInt16(GNSS_BLUETOOTH_BROWSE_GROUP)
        }
    }
}
