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
