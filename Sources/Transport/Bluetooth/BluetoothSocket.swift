// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// How a link to a receiver is to be secured.
public enum BluetoothSecurity: String, Sendable, CaseIterable {
    /// Not at all where the receiver does not ask for it; what old receivers need that refuse encryption.
    case low
    /// Encrypted. More (protection against a man in the middle) receivers without a display cannot do.
    case medium

    /// As the kernel counts.
    fileprivate var level: UInt8 { self == .low ? 1 : 2 }
}

/// Sockets of the kernel's Bluetooth. No library is needed for them, and no right that an ordinary user has not.
public enum BluetoothSocket {
    /// The channels of RFCOMM.
    public static let channels: ClosedRange<Int> = 1...30

    /// From where, and until when.
    public struct Terms: Sendable {
        /// The adapter to use; nil: as the kernel chooses.
        public var adapter: BluetoothAddress?
        /// How the link is to be secured.
        public var security = BluetoothSecurity.medium
        /// Until when at most, by `MonotonicClock`.
        public var deadline: Int64
        /// Becomes readable when the wait is to end; negative for none.
        public var stop: Int32

        /// Terms; the parameters are as the properties.
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
    /// - Returns: a descriptor that does not block; the caller closes it.
    public static func connect(
        to receiver: BluetoothAddress, channel: Int, _ terms: Terms
    ) throws(BluetoothError) -> Int32 {
        guard let channel = UInt8(exactly: channel), channels.contains(Int(channel)) else {
            throw .system(EINVAL)
        }
        let descriptor = open(SOCK_STREAM, rfcomm)
        // struct sockaddr_rc: family, address, channel, and a byte that fills it up.
        try bind(descriptor, family + (terms.adapter?.kernelBytes ?? [0, 0, 0, 0, 0, 0]) + [0, 0], terms)
        var security = (terms.security.level, UInt8(0))
        guard setsockopt(descriptor, 274, 4, &security, socklen_t(MemoryLayout.size(ofValue: security))) == 0 else {
            throw closing(descriptor)
        }
        return try connect(descriptor, family + receiver.kernelBytes + [channel, 0], terms)
    }

    /// Connects to the service that tells which services a device has (SDP). No pairing is needed for that.
    ///
    /// - Returns: a descriptor that does not block and keeps message boundaries; the caller closes it.
    public static func connectToServices(
        of device: BluetoothAddress, _ terms: Terms
    ) throws(BluetoothError) -> Int32 {
        let descriptor = open(SOCK_SEQPACKET, l2cap)
        // struct sockaddr_l2: family, port, address, channel and kind of address (0: classic), 14 bytes.
        let here = family + [0, 0] + (terms.adapter?.kernelBytes ?? [0, 0, 0, 0, 0, 0]) + [0, 0, 0, 0]
        try bind(descriptor, here, terms)
        let there = family + [serviceDiscovery, 0] + device.kernelBytes + [0, 0, 0, 0]
        return try connect(descriptor, there, terms)
    }

    /// The family, as the kernel has it in addresses.
    private static let family: [UInt8] = withUnsafeBytes(of: UInt16(AF_BLUETOOTH)) { Array($0) }

    private static func open(_ type: __socket_type, _ number: Int32) -> Int32 {
        socket(AF_BLUETOOTH, Int32(type.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), number)
    }

    private static func bind(_ descriptor: Int32, _ address: [UInt8], _ terms: Terms) throws(BluetoothError) {
        guard descriptor >= 0 else { throw BluetoothError(connecting: errno) }
        // The bytes are a whole address of the family Bluetooth; the kernel copies them during the call.
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
