// SPDX-License-Identifier: Apache-2.0

public import Wire

/// What the payload of a frame says, by the tables of RTCM 10403.
public enum RTCMMessage {
    /// The number of a message, 0...4095; nil where the payload is shorter than 12 bits.
    public static func number(of payload: Span<UInt8>) -> Int? {
        payload.bits(at: 0, width: 12).map { Int($0) }
    }

    /// The reference station that a message is of, 0...4095; nil where it is cut, or of a kind that is not known here or
    /// names none at its beginning.
    public static func station(of payload: Span<UInt8>) -> Int? {
        guard let number = number(of: payload) else { return nil }
        var namesStation = MultipleSignalMessage(number: number) != nil
        if let first = MessageLayoutTable.layout(number)?.items.first, first.form == .field, first.number == 3 {
            namesStation = true
        }
        return namesStation ? payload.bits(at: 12, width: 12).map { Int($0) } : nil
    }

    /// What the standard calls a message, or nil where it is not known here.
    public static func title(_ number: Int) -> String? {
        MultipleSignalMessage(number: number)?.title ?? MessageLayoutTable.layout(number)?.title
    }

    /// The messages that are decoded, in ascending order.
    public static let known: [Int] =
        (MessageLayoutTable.all.map(\.number) + (1070...1139).filter { MultipleSignalMessage(number: $0) != nil })
        .sorted()

    /// The data fields that they are made of, in ascending order.
    public static let dataFields: [DataField] = DataFieldTable.all.sorted { $0.number < $1.number }

    /// Writes the fields of a message as members of the object that is open.
    ///
    /// Keys are the numbers of the data fields (`DF003`); values have their scale applied and the unit of the standard,
    /// null where they say "not available". A message that is not known, or that ends before its fields do, is written
    /// as `undecoded`, which says why, and `payload`, hexadecimal.
    ///
    /// - Returns: whether the message is known and whole.
    @discardableResult
    public static func write(_ payload: Span<UInt8>, into writer: inout FieldWriter) -> Bool {
        let mark = writer.mark
        let number = number(of: payload)
        if let number {
            writer.name("DF002")
            writer.integer(number)
            if let message = MultipleSignalMessage(number: number) {
                if message.write(payload, into: &writer) { return true }
            } else if let layout = MessageLayoutTable.layout(number), layout.write(payload, into: &writer) {
                return true
            }
        }
        writer.rewind(to: mark)
        writer.name("undecoded")
        writer.text(
            number.map { title($0) == nil } == true ? "unknown message" : "no whole message: \(payload.count) bytes")
        writer.name("payload")
        writer.hexadecimal(payload)
        return false
    }
}
