// SPDX-License-Identifier: Apache-2.0

import ControlModel
import Foundation
import GNSSTypes
import Testing

@testable import Corrections

/// The list of a caster's mount points, whatever the caster sends.
@Suite(.serialized) struct SourceTableRequestTests {
    private static let python = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

    private func report(
        _ port: UInt16, login: CasterLogin? = nil, version: CorrectionsConfiguration.Version = .two,
        patience: Int64 = SourceTableRequest.patience, from place: (Double, Double)? = (49.45, 11.08)
    ) async -> MountpointsReport {
        var configuration = CorrectionsConfiguration(
            caster: CasterAddress(host: "127.0.0.1", port: port, isSecure: false), mountpoint: "IGNORED")
        configuration.version = version
        let request = SourceTableRequest(configuration, login: login, patience: patience)
        return await withCheckedContinuation { done in
            Thread.detachNewThread {
                done.resume(
                    returning: request.report(from: place.map { (latitude: $0.0, longitude: $0.1) }) {
                        $0.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"/?#%<>".utf8.contains($0) }
                    })
            }
        }
    }

    @Test(
        .enabled(if: python), arguments: ["usual", "two", "plain", "open", "two-open"],
        CorrectionsConfiguration.Version.allCases)
    func `the mount points come in the order of their distance`(
        kind: String, version: CorrectionsConfiguration.Version
    ) async throws {
        let caster = try Caster(table: kind)
        let list = await report(caster.port, version: version)
        #expect(list.problem == nil, "\(list.reason ?? "")")
        #expect(list.mountpoints.map(\.name) == ["NEAR", "RAWNEAR", "OFFLINE", "V2", "FAR"])
        #expect(list.total == 5 && list.unusable == 0)
        let near = try #require(list.mountpoints.first)
        #expect(near.distance == 7.3 && near.needsPosition && near.needsPassword && !near.hasFee)
        #expect(near.place == "Fürth" && near.format == "RTCM 3.3" && near.messages == "1077(1)")
        #expect(near.systems == "GPS" && near.network == "TEST" && near.country == "DEU")
        // Perth is nearly on the other side of the Earth.
        #expect((13_000...14_500).contains(list.mountpoints.last?.distance ?? 0))
        #expect(caster.lines.contains { $0.hasPrefix("REQUEST GET / HTTP/1.") })
        let unknown = await report(caster.port, from: nil)
        #expect(unknown.mountpoints.map(\.name) == ["FAR", "NEAR", "OFFLINE", "RAWNEAR", "V2"])
        #expect(unknown.mountpoints.allSatisfy { $0.distance == nil })
    }

    @Test(
        .enabled(if: python), .timeLimit(.minutes(3)),
        arguments: [
            ("huge", CorrectionsReport.Cause.tooLarge), ("no-lines", .tooLarge), ("slow", .tooSlow),
            ("binary", .notCaster), ("stream", .notCaster), ("html", .html), ("locked", .wrongPassword),
            ("mute", .unreachable), ("closes", .closed),
        ])
    func `what is no list is refused with a code, soon, and not kept`(
        kind: String, cause: CorrectionsReport.Cause
    ) async throws {
        let caster = try Caster(table: kind)
        let patience: Int64 = ["slow", "mute"].contains(kind) ? 2000 : SourceTableRequest.patience
        let list = await report(caster.port, patience: patience)
        #expect(list.problem?.value == cause, "\(list.reason ?? "")")
        #expect(list.mountpoints.isEmpty && list.total == 0)
        #expect(list.message != nil && list.cure?.isEmpty == false && list.cureMessage != nil)
    }

    @Test(.enabled(if: python)) func `a list behind a password opens with it, and the report does not have it`()
        async throws
    {
        let caster = try Caster(table: "locked")
        let list = await report(caster.port, login: CasterLogin(user: "user", password: "secret-word"))
        #expect(list.total == 5 && !"\(list)".contains("secret-word"))
    }

    @Test func `no server is told as such`() async throws {
        let list = await report(1)
        #expect(list.problem?.value == .refused, "\(list.reason ?? "")")
    }

    @Test(.enabled(if: python))
    func `hostile names and places stay bounded text, and those no request can have are left out`()
        async throws
    {
        let caster = try Caster(table: "hostile")
        let list = await report(caster.port)
        #expect(Set(list.mountpoints.map(\.name)) == ["RTL", "WRAP[31m", "NAN", "EDGE", "BYTES"])
        #expect(list.unusable == 2 && list.total == 7)
        for point in list.mountpoints {
            #expect(point.place.utf8.count <= 400 && point.format.utf8.count <= 400)
            #expect(![point.name, point.place].joined().unicodeScalars.contains { $0.value < 0x20 })
        }
        #expect(list.mountpoints.filter { $0.distance == nil }.map(\.name).sorted() == ["EDGE", "NAN"])
    }

    @Test func `a report has at most so many mount points, the nearest`() {
        let lines = (0..<5000).map { "STR;M\($0);P;RTCM 3.2;;;;;;\(Double($0) / 100);7.0;0\n" }
        let table = SourceTable(Array(lines.shuffled().joined().utf8))
        let list = table.report(of: "ntrip://c:1", from: (latitude: 0, longitude: 7)) { _ in true }
        #expect(list.total == 5000 && list.mountpoints.count == MountpointsReport.limit)
        #expect(list.mountpoints.map(\.name) == (0..<MountpointsReport.limit).map { "M\($0)" })
    }
}

/// The position of the station in messages 1005 and 1006.
struct StationPositionTests {
    @Test func `the position is read, and one that is none is not`() throws {
        func message(_ number: UInt64, _ coordinates: [Double], length: Int = 19) -> RTCMMessage {
            var bits: [Bool] = []
            func add(_ value: Int64, _ width: Int) {
                for bit in (0..<width).reversed() { bits.append(value >> bit & 1 == 1) }
            }
            add(Int64(number), 12)
            add(42, 12)
            add(0, 10)
            for (index, coordinate) in coordinates.enumerated() {
                if index > 0 { add(3, 2) }
                add(Int64((coordinate * 10_000).rounded()), 38)
            }
            while bits.count % 8 != 0 { bits.append(false) }
            var bytes = stride(from: 0, to: bits.count, by: 8).map { start in
                bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
            }
            bytes = Array(bytes.prefix(length))
            return RTCMMessage(bytes: [0xD3, 0, UInt8(bytes.count)] + bytes + [0, 0, 0])
        }
        let place = [4_076_700.1234, -791_600.5, -4_825_600.25]
        let position = try #require(message(1005, place).stationPosition)
        #expect(position == StationPosition(x: place[0], y: place[1], z: place[2]))
        #expect(message(1006, place).stationPosition == position)
        #expect(message(1077, place).stationPosition == nil)
        #expect(message(1005, [0, 0, 0]).stationPosition == nil)
        #expect(message(1005, [13_000_000, 13_000_000, 0]).stationPosition == nil)
        for length in 0..<19 { #expect(message(1005, place, length: length).stationPosition == nil, "\(length)") }
    }
}
