// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Wire

@testable import AgrirouterSimulator
@testable import StrictFormats

/// A message of a client, any part of which can be wrong.
struct TestMessage {
    var type: String
    var sequence: Int64
    var payload: [UInt8]?
    var mode: Int64
    var time: UTCTime?
    var id = TestMessage.newID()
    var recipients: [String] = []
    var teamSet = ""
    var hasChunk = false
    /// In place of the one that fits.
    var typeURL: String?
    /// Raw fields at the end of the envelope.
    var extra: [UInt8] = []

    init(type: String, sequence: Int64, payload: [UInt8]?, mode: Int64, time: UTCTime?) {
        (self.type, self.sequence, self.payload, self.mode, self.time) = (type, sequence, payload, mode, time)
    }

    private static func newID() -> String {
        var random = SeededRandom(seed: UInt64.random(in: .min ... .max))
        return random.uuid()
    }

    var bytes: [UInt8] {
        var envelope = WireWriter()
        envelope.text(1, id)
        envelope.integer(2, sequence)
        envelope.text(3, type)
        envelope.text(4, teamSet)
        envelope.integer(5, mode)
        for recipient in recipients { envelope.text(6, recipient) }
        if hasChunk { envelope.message(7) { $0.text(1, id) } }
        if let time { ResponseWriter.time(&envelope, 8, time) }
        var wrapper: [UInt8] = []
        if let payload {
            let name = MessageTypeTable.form(type)?.name ?? "example.Unknown"
            var writer = WireWriter()
            writer.message(1) { ResponseWriter.any(&$0, typeURL ?? FormTable.prefix + name, payload) }
            wrapper = writer.bytes
        }
        return WireWriter.delimited(envelope.bytes + extra) + WireWriter.delimited(wrapper)
    }

    /// As a measure carries it.
    var text: String { Base64.encode(bytes) }
}

/// Payloads of messages.
enum TestPayload {
    static func capabilities(
        _ types: [(String, Int64)] = [("gps:info", 2)], application: String = World.Default.application,
        version: String = World.Default.version, push: Int64 = 1
    ) -> [UInt8] {
        var writer = WireWriter()
        for (type, direction) in types {
            writer.message(1) {
                $0.text(1, type)
                $0.integer(2, direction)
            }
        }
        writer.text(2, application)
        writer.text(3, version)
        writer.integer(4, push)
        return writer.bytes
    }

    static func subscription(_ types: [String]) -> [UInt8] {
        var writer = WireWriter()
        for type in types { writer.message(1) { $0.text(1, type) } }
        return writer.bytes
    }

    static func listing(_ type: String = "gps:info", _ direction: Int64 = 2) -> [UInt8] {
        var writer = WireWriter()
        writer.text(1, type)
        writer.integer(2, direction)
        return writer.bytes
    }

    static func ids(_ ids: [String]) -> [UInt8] {
        var writer = WireWriter()
        for id in ids { writer.text(1, id) }
        return writer.bytes
    }

    static func period(from: UTCTime, to: UTCTime) -> [UInt8] {
        var writer = WireWriter()
        writer.message(3) {
            ResponseWriter.time(&$0, 1, from)
            ResponseWriter.time(&$0, 2, to)
        }
        return writer.bytes
    }

    /// Positions: a fix each, so many seconds after the start.
    static func positions(
        _ seconds: [Double], north: Double = 52.28, east: Double = 8.05, up: Int64 = 85_000, status: Int64 = 4
    ) -> [UInt8] {
        var writer = WireWriter()
        for second in seconds {
            writer.message(1) {
                $0.real(1, north)
                $0.real(2, east)
                $0.zigzag(3, up)
                $0.integer(4, status)
                ResponseWriter.time(&$0, 8, Bench.start.adding(second))
            }
        }
        return writer.bytes
    }
}
