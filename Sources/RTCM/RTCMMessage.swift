// SPDX-License-Identifier: Apache-2.0

public import Wire

/// Decodes the payload of a frame with the tables of RTCM 10403.
public enum RTCMMessage {
    /// The message number, 0...4095; nil if the payload is shorter than 12 bits.
    public static func number(of payload: Span<UInt8>) -> Int? {
        payload.bits(at: 0, width: 12).map { Int($0) }
    }

    /// The ID of the message's reference station, 0...4095; nil if the message is truncated, unknown, or does not begin
    /// with a station ID.
    public static func station(of payload: Span<UInt8>) -> Int? {
        guard let number = number(of: payload) else { return nil }
        var namesStation = MultipleSignalMessage(number: number) != nil
        if let first = MessageLayoutTable.layout(number)?.items.first, first.form == .field, first.number == 3 {
            namesStation = true
        }
        return namesStation ? payload.bits(at: 12, width: 12).map { Int($0) } : nil
    }

    /// The message's title in the standard; nil if the message is unknown here.
    public static func title(_ number: Int) -> String? {
        MultipleSignalMessage(number: number)?.title ?? MessageLayoutTable.layout(number)?.title
    }

    /// The numbers of the messages that are decoded, in ascending order.
    public static let known: [Int] =
        (MessageLayoutTable.all.map(\.number) + (1070...1139).filter { MultipleSignalMessage(number: $0) != nil })
        .sorted()

    /// The data fields of these messages, in ascending order.
    public static let dataFields: [DataField] = DataFieldTable.all.sorted { $0.number < $1.number }

    /// Writes the fields of a message as members of the open object.
    ///
    /// Keys are the numbers of the data fields (`DF003`). Values are scaled and in the unit of the standard, or null if
    /// not available. A message that is unknown or too short is written as `undecoded`, which contains the reason, and
    /// `payload` in hexadecimal.
    ///
    /// - Returns: True if the message is known and complete.
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
