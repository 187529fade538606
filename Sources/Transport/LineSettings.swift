// SPDX-License-Identifier: Apache-2.0

/// How bytes stand on a serial line.
public struct LineSettings: Hashable, Sendable, CustomStringConvertible {
    /// A bit for checking, sent with each byte.
    public enum Parity: String, Sendable, CaseIterable {
        /// There is none.
        case none
        /// It makes the number of ones odd.
        case odd
        /// It makes the number of ones even.
        case even
    }

    /// The rates that a line can be asked for, in bits a second. What it can do depends on its hardware.
    public static let rates: ClosedRange<Int> = 50...4_000_000

    /// The rate in bits a second.
    public var baud: Int
    /// Data bits of a byte, 5...8.
    public var dataBits: Int
    /// The bit for checking.
    public var parity: Parity
    /// Stop bits, 1 or 2.
    public var stopBits: Int

    /// Settings; 8N1 where nothing else is said.
    public init(baud: Int, dataBits: Int = 8, parity: Parity = .none, stopBits: Int = 1) {
        self.baud = baud
        self.dataBits = dataBits
        self.parity = parity
        self.stopBits = stopBits
    }

    /// Bits on the line for each byte, the start bit included.
    public var bitsPerByte: Int { 1 + dataBits + (parity == .none ? 0 : 1) + stopBits }

    /// Bytes a second that the line can carry.
    public var bytesPerSecond: Double { Double(baud) / Double(bitsPerByte) }

    /// As people write it: `9600 baud`, and `4800 baud 7E1` where it is not 8N1.
    public var description: String {
        guard dataBits != 8 || parity != .none || stopBits != 1 else { return "\(baud) baud" }
        let letter = parity == .none ? "N" : parity == .odd ? "O" : "E"
        return "\(baud) baud \(dataBits)\(letter)\(stopBits)"
    }
}

/// Errors that the kernel counted on a line since the line was first opened.
public struct LineErrors: Hashable, Sendable {
    /// Bytes without a stop bit: the sign of a wrong rate.
    public var framing: Int
    /// Bytes with a wrong parity.
    public var parity: Int
    /// Bytes that the hardware lost because they were not fetched in time.
    public var overrun: Int
    /// Bytes that the kernel lost because they were not read in time.
    public var bufferOverrun: Int
    /// Times the line was held low.
    public var breaks: Int
}

/// The control lines of a serial port.
public struct ModemLines: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    /// A set of lines.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Data terminal ready, ours.
    public static let dataTerminalReady = ModemLines(rawValue: 1 << 0)
    /// Request to send, ours.
    public static let requestToSend = ModemLines(rawValue: 1 << 1)
    /// Clear to send, theirs.
    public static let clearToSend = ModemLines(rawValue: 1 << 2)
    /// Carrier detect, theirs; receivers put their pulse each second there.
    public static let carrierDetect = ModemLines(rawValue: 1 << 3)
    /// Ring indicator, set by the other end.
    public static let ringIndicator = ModemLines(rawValue: 1 << 4)
    /// Data set ready, theirs.
    public static let dataSetReady = ModemLines(rawValue: 1 << 5)
}
