// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import StrictFormats

/// Encodes the service's answers.
enum ResponseWriter {
    static func time(_ writer: inout WireWriter, _ number: UInt32, _ time: UTCTime) {
        let (seconds, nanoseconds) = time.posix
        writer.message(number) {
            $0.integer(1, seconds)
            $0.integer(2, nanoseconds)
        }
    }

    /// `agrirouter.response.ResponseEnvelope`.
    static func envelope(
        code: Int64, kind: Int64, answers: String?, messageID: String?, at stamp: UTCTime, extra: Bool = false
    ) -> [UInt8] {
        var writer = WireWriter()
        writer.integer(1, code)
        writer.integer(2, kind)
        writer.text(3, answers)
        writer.text(4, messageID)
        time(&writer, 5, stamp)
        if extra { writer.text(99, "a field of tomorrow") }
        return writer.bytes
    }

    /// `agrirouter.response.ResponsePayloadWrapper` with a message.
    static func wrapper(_ name: String, _ bytes: [UInt8], prefixed: Bool = true, extra: Bool = false) -> [UInt8] {
        var writer = WireWriter()
        writer.message(1) { any(&$0, (prefixed ? FormTable.prefix : "") + name, bytes) }
        if extra { writer.text(99, "a field of tomorrow") }
        return writer.bytes
    }

    static func any(_ writer: inout WireWriter, _ url: String, _ bytes: [UInt8]) {
        writer.text(1, url)
        if !bytes.isEmpty { writer.blob(2, bytes) }
    }

    /// `agrirouter.commons.Messages`.
    static func messages(_ messages: [ResultMessage]) -> [UInt8] {
        var writer = WireWriter()
        for message in messages {
            writer.message(1) { writer in
                writer.text(1, message.text)
                writer.text(2, message.code)
                for (key, value) in message.arguments.sorted(by: { $0.key < $1.key }) {
                    writer.message(3) {
                        $0.text(1, key)
                        $0.text(2, value)
                    }
                }
            }
        }
        return writer.bytes
    }
}

/// A result: `agrirouter.commons.Message`.
struct ResultMessage: Hashable, Sendable {
    var code: String
    var text: String
    var arguments: [String: String] = [:]
}
