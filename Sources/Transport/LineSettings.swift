// SPDX-License-Identifier: Apache-2.0

/// The format of bytes on a serial line.
public struct LineSettings: Hashable, Sendable, CustomStringConvertible {
    /// The parity bit sent with each byte.
    public enum Parity: String, Sendable, CaseIterable {
        /// No parity bit.
        case none
        /// The number of ones is odd.
        case odd
        /// The number of ones is even.
        case even
    }

    /// The rates that may be requested, in bits per second. The hardware determines which of them it supports.
    public static let rates: ClosedRange<Int> = 50...4_000_000

    /// The rate in bits per second.
    public var baud: Int
    /// Data bits per byte, 5...8.
    public var dataBits: Int
    /// The parity bit.
    public var parity: Parity
    /// Stop bits per byte, 1 or 2.
    public var stopBits: Int

    /// Creates settings, 8N1 by default.
    public init(baud: Int, dataBits: Int = 8, parity: Parity = .none, stopBits: Int = 1) {
        self.baud = baud
        self.dataBits = dataBits
        self.parity = parity
        self.stopBits = stopBits
    }

    /// Bits on the line for each byte, including start, parity and stop bits.
    public var bitsPerByte: Int { 1 + dataBits + (parity == .none ? 0 : 1) + stopBits }

    /// The capacity of the line in bytes per second.
    public var bytesPerSecond: Double { Double(baud) / Double(bitsPerByte) }

    /// The text for people: `9600 baud`, or `4800 baud 7E1` if it is not 8N1.
    public var description: String {
        guard dataBits != 8 || parity != .none || stopBits != 1 else { return "\(baud) baud" }
        let letter = parity == .none ? "N" : parity == .odd ? "O" : "E"
        return "\(baud) baud \(dataBits)\(letter)\(stopBits)"
    }
}

/// The errors that the kernel has counted on a line since it was first opened.
public struct LineErrors: Hashable, Sendable {
    /// Bytes without a valid stop bit: the sign of a wrong rate.
    public var framing: Int
    /// Bytes with wrong parity.
    public var parity: Int
    /// Bytes lost by the hardware because the kernel did not fetch them in time.
    public var overrun: Int
    /// Bytes lost by the kernel because the program did not read them in time.
    public var bufferOverrun: Int
    /// Break conditions: the number of times the line was held low.
    public var breaks: Int
}

/// The control lines of a serial port.
public struct ModemLines: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    /// Creates a set of lines.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Data terminal ready, set by this side.
    public static let dataTerminalReady = ModemLines(rawValue: 1 << 0)
    /// Request to send, set by this side.
    public static let requestToSend = ModemLines(rawValue: 1 << 1)
    /// Clear to send, set by the other side.
    public static let clearToSend = ModemLines(rawValue: 1 << 2)
    /// Carrier detect, set by the other side; receivers output their pulse per second here.
    public static let carrierDetect = ModemLines(rawValue: 1 << 3)
    /// Ring indicator, set by the other side.
    public static let ringIndicator = ModemLines(rawValue: 1 << 4)
    /// Data set ready, set by the other side.
    public static let dataSetReady = ModemLines(rawValue: 1 << 5)
}
