// SPDX-License-Identifier: Apache-2.0

internal import Wire

/// All messages known to the program.
public enum UBXDictionary {
    /// The tables, by class.
    public static let all: [MessageLayout] =
        NavigationTable.all + NavigationTimeTable.all + NavigationMoreTable.all + SecondaryNavigationTable.all
        + ReceiverManagerTable.all + MeasurementTable.all + InformationTable.all + ConfigurationTable.all
        + OldConfigurationTable.all + MonitoringTable.all + AidingTable.all + TimingTable.all + SensorTable.all
        + AssistanceTable.all + LogTable.all + SecurityTable.all

    /// The forms of a message, in the order in which they are tried; empty for an unknown message.
    public static func layouts(of id: MessageID) -> [MessageLayout] { byID[id.key] ?? [] }

    /// The table for a payload; nil if the message is unknown, the payload is too short, or its version is unknown.
    public static func layout(of id: MessageID, payload: Span<UInt8>) -> MessageLayout? {
        guard let forms = byID[id.key] else { return nil }
        for form in forms where form.fits(payload) { return form }
        return nil
    }

    private static let byID: [UInt16: [MessageLayout]] = Dictionary(grouping: all) { $0.id.key }
}

extension MessageID {
    /// Class and number in one value.
    var key: UInt16 { UInt16(messageClass) << 8 | UInt16(id) }

    /// The manufacturer's name of the message: `NAV-PVT`; `MON-0x32` if only the class is known, otherwise
    /// `0x0C-0x31`.
    public var name: String {
        if let known = Self.names[key] { return known }
        return (Self.classes[messageClass] ?? Self.hexadecimal(messageClass)) + "-" + Self.hexadecimal(id)
    }

    private static let names: [UInt16: String] = {
        var names: [UInt16: String] = [:]
        for layout in UBXDictionary.all {
            // Forms with their own names share a prefix: MGA-GPS-EPH, MGA-GPS-ALM.
            let name = "\(layout.name)"
            names[layout.id.key] = names[layout.id.key].map { common($0, name) } ?? name
        }
        return names
    }()

    private static func common(_ a: String, _ b: String) -> String {
        if a == b { return a }
        let (first, second) = (a.split(separator: "-"), b.split(separator: "-"))
        return zip(first, second).prefix { $0 == $1 }.map { String($0.0) }.joined(separator: "-")
    }

    private static let classes: [UInt8: String] = [
        0x01: "NAV", 0x02: "RXM", 0x04: "INF", 0x05: "ACK", 0x06: "CFG", 0x09: "UPD", 0x0A: "MON", 0x0B: "AID",
        0x0C: "DBG", 0x0D: "TIM", 0x10: "ESF", 0x13: "MGA", 0x21: "LOG", 0x27: "SEC", 0x28: "HNR", 0x29: "NAV2",
    ]

    private static func hexadecimal(_ byte: UInt8) -> String { "0x" + Hexadecimal.upperText([byte]) }
}
