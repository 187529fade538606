// SPDX-License-Identifier: Apache-2.0

import DriverKit
import DriverTesting
import GNSSTypes
import NewReceiver
import PluginHosting
import Testing

struct NewReceiverTests {
    private let line = Array("POS 1767225600 48.137154 11.576124 519.0 9\n".utf8)

    @Test func `a line is a fix`() {
        var decoder = NewReceiverDecoder()
        guard case .fix(let fix)? = decoder.consume(line).first else {
            Issue.record("no fix")
            return
        }
        #expect(fix.position?.latitude == Angle(degrees: 48.137154))
        #expect(fix.position?.longitude == Angle(degrees: 11.576124))
        #expect(fix.height.orthometric == Length(metres: 519))
        #expect(fix.satellitesUsed == 9)
        #expect(fix.time == UTCTime(nanosecondsSince1970: 1_767_225_600_000_000_000))
    }

    @Test func `a line may come in any pieces`() {
        for end in line.indices {
            var decoder = NewReceiverDecoder()
            let payloads = decoder.consume(line[..<end]) + decoder.consume(line[end...])
            #expect(payloads.count == 1)
        }
    }

    @Test func `without a position there is a fix that says so, and what is damaged is none`() {
        var decoder = NewReceiverDecoder()
        guard case .fix(let fix)? = decoder.consume(Array("POS 1767225600\n".utf8)).first else {
            Issue.record("no fix")
            return
        }
        #expect(fix.kind == .none && fix.position == nil)
        for damaged in [
            "POS", "POS x", "POS 99999999999 1 1 1 1", "POS 1 91 0 0 9", "POS 1 0 181 0 9", "POS 1 nan 0 0 9",
            "PUS 1 2 3 4 5",
        ] {
            #expect(decoder.consume(Array("\(damaged)\n".utf8)).isEmpty, "\(damaged)")
        }
        #expect(decoder.consume([UInt8](repeating: 0x41, count: 10_000) + [0x0A]).isEmpty)
        #expect(decoder.consume(line).count == 1)
    }

    @Test func `the driver keeps the contract`() throws {
        let output = try #require(FalseReceiverOutput(repeating: line))
        let rig = ReceiverRig(.terminal, output: output) { "{\"device\":\"\($0)\",\"baud\":9600}" }
        let table = try PluginTable(ExportedPlugin(NewReceiverDriver.plugin).table)
        for finding in DriverConformance(plugin: table, rig: rig).run() {
            #expect(finding.failure == nil, "\(finding)")
        }
    }
}
