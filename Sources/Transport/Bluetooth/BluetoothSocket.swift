// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The security of a link to a receiver.
public enum BluetoothSecurity: String, Sendable, CaseIterable {
    /// No security unless the receiver asks for it; needed for old receivers that refuse encryption.
    case low
    /// Encrypted. Receivers without a display cannot do more (protection against a man in the middle).
    case medium

    /// The kernel's number of the level.
    fileprivate var level: UInt8 { self == .low ? 1 : 2 }
}

/// The kernel's Bluetooth sockets. They need neither a library nor special privileges.
public enum BluetoothSocket {
    /// The channel numbers of RFCOMM.
    public static let channels: ClosedRange<Int> = 1...30

    /// The conditions of a connection attempt.
    public struct Terms: Sendable {
        /// The adapter to use; nil to let the kernel choose.
        public var adapter: BluetoothAddress?
        /// The required security of the link.
        public var security = BluetoothSecurity.medium
        /// The time by which the attempt ends, by `MonotonicClock`.
        public var deadline: Int64
        /// A descriptor that becomes readable to cancel the attempt; negative for none.
        public var stop: Int32

        public init(
            adapter: BluetoothAddress? = nil, security: BluetoothSecurity = .medium, deadline: Int64, stop: Int32
        ) {
            (self.adapter, self.security, self.deadline, self.stop) = (adapter, security, deadline, stop)
        }
    }

    private static let (l2cap, rfcomm): (Int32, Int32) = (0, 3)
    private static let serviceDiscovery: UInt8 = 1

    /// Connects to a serial port of a receiver.
    ///
    /// - Parameter channel: 1...30.
    /// - Returns: A non-blocking descriptor, which the caller must close.
    /// - Throws: `BluetoothError` if no connection was established.
    public static func connect(
        to receiver: BluetoothAddress, channel: Int, _ terms: Terms
    ) throws(BluetoothError) -> Int32 {
        guard let channel = UInt8(exactly: channel), channels.contains(Int(channel)) else {
            throw .system(EINVAL)
        }
        let descriptor = open(SOCK_STREAM, rfcomm)
        // struct sockaddr_rc: family, address, channel, and a padding byte.
        try bind(descriptor, family + (terms.adapter?.kernelBytes ?? [0, 0, 0, 0, 0, 0]) + [0, 0], terms)
        var security = (terms.security.level, UInt8(0))
        guard setsockopt(descriptor, 274, 4, &security, socklen_t(MemoryLayout.size(ofValue: security))) == 0 else {
            throw closing(descriptor)
        }
        return try connect(descriptor, family + receiver.kernelBytes + [channel, 0], terms)
    }

    /// Connects to a device's service discovery (SDP), which needs no pairing.
    ///
    /// - Returns: A non-blocking descriptor that preserves message boundaries; the caller must close it.
    /// - Throws: `BluetoothError` if no connection was established.
    public static func connectToServices(
        of device: BluetoothAddress, _ terms: Terms
    ) throws(BluetoothError) -> Int32 {
        let descriptor = open(SOCK_SEQPACKET, l2cap)
        // struct sockaddr_l2: family, port, address, channel and address type (0: classic), 14 bytes.
        let here = family + [0, 0] + (terms.adapter?.kernelBytes ?? [0, 0, 0, 0, 0, 0]) + [0, 0, 0, 0]
        try bind(descriptor, here, terms)
        let there = family + [serviceDiscovery, 0] + device.kernelBytes + [0, 0, 0, 0]
        return try connect(descriptor, there, terms)
    }

    /// The address family in the kernel's byte order.
    private static let family: [UInt8] = withUnsafeBytes(of: UInt16(AF_BLUETOOTH)) { Array($0) }

    private static func open(_ type: __socket_type, _ number: Int32) -> Int32 {
        socket(AF_BLUETOOTH, Int32(type.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), number)
    }

    private static func bind(_ descriptor: Int32, _ address: [UInt8], _ terms: Terms) throws(BluetoothError) {
        guard descriptor >= 0 else { throw BluetoothError(connecting: errno) }
        // The bytes form a complete Bluetooth address, and the kernel copies them during the call.
        let code = address.withUnsafeBytes { bytes in
            bytes.baseAddress.map {
                Glibc.bind(descriptor, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
            } ?? -1
        }
        if code != 0 { throw closing(descriptor) }
    }

    private static func connect(
        _ descriptor: Int32, _ address: [UInt8], _ terms: Terms
    ) throws(BluetoothError) -> Int32 {
        switch SocketConnector.connect(descriptor, to: address, until: terms.deadline, stop: terms.stop) {
        case .connected(let descriptor): return descriptor
        case .stopped: throw .interrupted
        case .failed(let code): throw BluetoothError(connecting: code)
        }
    }

    private static func closing(_ descriptor: Int32) -> BluetoothError {
        let code = errno
        close(descriptor)
        return BluetoothError(connecting: code)
    }
}
