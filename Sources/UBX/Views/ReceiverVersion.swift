// SPDX-License-Identifier: Apache-2.0

/// UBX-MON-VER: versions of firmware and hardware; 40 bytes, and 30 for each extension.
public struct ReceiverVersion: Hashable, Sendable {
    /// The firmware version: `EXT CORE 1.00 (f17067)`.
    public let software: String
    /// The hardware version: `00190000`.
    public let hardware: String
    /// Further information: `FWVER=HPG 1.50`, `PROTVER=27.50`, `MOD=ZED-F9P`, `GPS;GLO;GAL;BDS`. Old chips have none.
    public let extensions: [String]

    /// Reads a payload; nil if it has fewer than 40 bytes, as in a poll.
    public init?(_ payload: Span<UInt8>) {
        guard payload.count >= 40 else { return nil }
        (software, hardware) = (payload.text(0..<30), payload.text(30..<40))
        var extensions: [String] = []
        for at in stride(from: 40, through: payload.count - 30, by: 30) {
            extensions.append(payload.text(at..<at + 30))
        }
        self.extensions = extensions
    }

    /// The value of a name in the extensions: `value(of: "PROTVER")` is `27.50` for both `PROTVER=27.50` and
    /// `PROTVER 27.50`.
    public func value(of name: String) -> String? {
        for text in extensions where text.hasPrefix(name) {
            let rest = text.dropFirst(name.count)
            if let first = rest.first, first == "=" || first == " " { return String(rest.dropFirst()) }
        }
        return nil
    }

    /// The model, such as `ZED-F9P`.
    public var model: String? { value(of: "MOD") }

    /// The protocol version times 100: 2750 for 27.50. For chips that do not report it, it is derived from the
    /// firmware.
    public var protocolVersion: Int? {
        if let stated = value(of: "PROTVER") { return Self.hundredths(stated) }
        return Self.byFirmware.first { software.hasPrefix($0.firmware) }.map { $0.version * 100 }
    }

    /// Firmware of generations 4 to 6, which do not report their protocol version.
    private static let byFirmware: [(firmware: String, version: Int)] = [
        ("2.1", 8), ("3.04", 9), ("4.0", 10), ("5.00", 11), ("6.00", 12), ("6.02", 12), ("7.01", 13), ("7.03", 13),
        ("1.00", 14),
    ]

    private static func hundredths(_ text: String) -> Int? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard let whole = parts.first.flatMap({ Int($0) }), (0...999).contains(whole) else { return nil }
        guard parts.count > 1 else { return whole * 100 }
        let digits = parts[1].prefix(while: \.isWholeNumber).prefix(2)
        guard let part = Int(digits) else { return whole * 100 }
        return whole * 100 + (digits.count == 1 ? part * 10 : part)
    }
}
