// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import SwiftProtobuf
import Testing

@testable import Agrirouter

struct ContentTests {
    private static let time = Values.time(1_795_000_000)

    private func entry(_ north: Double, _ east: Double, status: Int) -> Agrirouter_Technicalmessagetype_GPSList.GPSEntry
    {
        var entry = Agrirouter_Technicalmessagetype_GPSList.GPSEntry()
        (entry.positionNorth, entry.positionEast) = (north, east)
        entry.positionStatus = .init(rawValue: status) ?? .dNoGps
        entry.positionUp = 5
        entry.hdop = .nan
        entry.gpsUtcTimestamp = Self.time.timestamp
        return entry
    }

    @Test("North is latitude, east is longitude")
    func north() throws {
        let position = try #require(GPSEntry(entry(52, 8, status: 1)).position)
        #expect(position.latitude.degrees == 52 && position.longitude.degrees == 8)
    }

    @Test(
        "A height that no machine has is unknown",
        arguments: [
            (5, 5), (-999_999_999_999, -999_999_999_999), (0, nil), (1_000_000_000_000, nil), (.min, nil), (.max, nil),
        ] as [(Int64, Int64?)])
    func heights(_ sent: Int64, _ height: Int64?) throws {
        var wire = entry(52, 8, status: 1)
        wire.positionUp = sent
        var list = Agrirouter_Technicalmessagetype_GPSList()
        list.gpsEntries = [wire]
        let read = try GPSList(decoding: list.encoded).entries.first
        #expect(read?.position != nil && read?.ellipsoidalHeight == height)
    }

    @Test(
        "No marker moves to 0/0, to no number, out of range, or for a status without a position",
        arguments: [
            (0, 0, 1), (.nan, 8, 1), (52, .infinity, 4), (91, 8, 1), (52, 181, 1), (52, 8, 0), (52, 8, 14), (52, 8, 15),
        ] as [(Double, Double, Int)])
    func noPosition(_ north: Double, _ east: Double, _ status: Int) {
        let read = GPSEntry(entry(north, east, status: status))
        #expect(read.position == nil && read.ellipsoidalHeight == nil)
        #expect(read.status.rawValue == status && read.time == Self.time && read.hdop == nil)
    }

    @Test("An unknown status keeps its number and its position")
    func unknownStatus() {
        let read = GPSEntry(entry(52, 8, status: 12))
        #expect(read.status.rawValue == 12 && read.position != nil)
        #expect(GPSList([read]).bytes.contains(12))
    }

    @Test("A time that is none is unknown")
    func badTime() {
        var bad = entry(52, 8, status: 1)
        bad.gpsUtcTimestamp.nanos = -1
        #expect(GPSEntry(bad).time == nil)
        bad.gpsUtcTimestamp.nanos = 0
        bad.gpsUtcTimestamp.seconds = .max
        #expect(GPSEntry(bad).time == nil)
        bad.clearGpsUtcTimestamp()
        #expect(GPSEntry(bad).time == nil)
        let old = UTCTime(nanosecondsSince1970: -1_500_000_000)
        #expect(old.timestamp.seconds == -2 && old.timestamp.nanos == 500_000_000 && UTCTime(old.timestamp) == old)
    }

    @Test("A fix is sent with its true status, millimetres above the ellipsoid, plain dilutions and the caller's time")
    func fix() {
        var fix = Fix(kind: .threeDimensional, quality: .rtkFloat)
        fix.position = Values.place(52.25, 8.5)
        fix.height = Height(orthometric: Length(metres: 40.5), geoidSeparation: Length(metres: 44.4996))
        fix.dop = DilutionOfPrecision(pdop: 1.2, hdop: 0.7)
        fix.satellitesUsed = 17
        let entry = GPSEntry(fix, at: Self.time)
        #expect(
            entry
                == GPSEntry(
                    position: Values.place(52.25, 8.5), ellipsoidalHeight: 85_000, status: .rtkFloat, pdop: 1.2,
                    hdop: 0.7, satellites: 17, time: Self.time))
        fix.time = Values.time(1)
        #expect(GPSEntry(fix, at: Self.time) == entry, "the caller knows whether the receiver's time is right")
    }

    @Test("The status of every quality is its own", arguments: FixQuality.allCases)
    func statuses(_ quality: FixQuality) {
        let expected = quality == .combinedDeadReckoning ? 6 : Int(quality.rawValue)
        #expect(PositionStatus(quality).rawValue == expected)
    }

    @Test("A fix without a position says so, and never 0/0")
    func noFix() {
        var fix = Fix(kind: .none, quality: .invalid)
        #expect(GPSEntry(fix, at: Self.time) == GPSEntry(absence: .noGPS, at: Self.time))
        fix.kind = .threeDimensional
        fix.quality = .autonomous
        fix.position = Values.place(0, 0)
        #expect(GPSEntry(fix, at: Self.time) == GPSEntry(absence: .noGPS, at: Self.time))
        #expect(GPSEntry(absence: .rtkFixed, at: Self.time).status == .noGPS)
        // No coordinates, whatever stands in the entry.
        let odd = GPSEntry(position: Values.place(52, 8), ellipsoidalHeight: 3, status: .error, time: Self.time)
        #expect(GPSList([odd]).bytes == GPSList([GPSEntry(absence: .error, at: Self.time)]).bytes)
    }

    @Test("Heights and dilutions that are no numbers are not sent")
    func noNumbers() {
        #expect(Length(metres: .nan).millimetres == nil && Length(metres: 1e300).millimetres == nil)
        #expect(Length(metres: -12.3456).millimetres == -12_346)
        let odd = GPSEntry(position: Values.place(52, 8), status: .gnss, pdop: .infinity, hdop: .nan, time: Self.time)
        let plain = GPSEntry(position: Values.place(52, 8), status: .gnss, time: Self.time)
        #expect(GPSList([odd]).bytes == GPSList([plain]).bytes)
    }

    @Test("Entries that are kept one by one are a list when they stand behind each other")
    func concatenation() throws {
        let entries = Values.entries.map(\.1)
        #expect(entries.flatMap { GPSList([$0]).bytes } == GPSList(entries).bytes)
        #expect(try GPSList(decoding: GPSList(entries).bytes).entries == entries)
        #expect(try GPSList(decoding: []).entries.isEmpty)
    }

    @Test("A great many empty entries are not read")
    func tooMany() throws {
        func list(_ count: Int, _ field: UInt8) -> [UInt8] { (0..<count).flatMap { _ in [field, 0x00] } }
        #expect(try GPSList(decoding: list(1000, 0x0A)).entries.count == 1000)
        #expect(throws: ContentError.tooMany(100_001)) { try GPSList(decoding: list(100_001, 0x0A)) }
        #expect(throws: ContentError.tooMany(100_001)) { try TimeLog(decoding: list(100_001, 0x22)) }
    }

    @Test("Random entries come back as they were")
    func roundTrip() throws {
        var random = Sequence64(state: 1)
        let entries = (0..<500).map { _ in RandomValues.entry(&random) }
        #expect(try GPSList(decoding: GPSList(entries).bytes).entries == entries)
        let log = TimeLog(
            entries.map { entry in
                var entry = entry
                entry.fieldStatus = 0
                return TimeLog.Entry(entry)
            })
        #expect(try TimeLog(decoding: log.bytes) == log)
    }

    @Test("A description of devices comes back as it was")
    func devices() throws {
        let description = DeviceDescription([
            DeviceDescription.Device(
                number: -1, designator: "Gateway", softwareVersion: "1", serialNumber: "7",
                clientName: [1, 2, 3, 4, 5, 6, 7, 8]),
            DeviceDescription.Device(number: 5, designator: "Sprayer"),
        ])
        #expect(try DeviceDescription(decoding: description.bytes) == description)
        let written = try Efdi_ISO11783_TaskData(serializedBytes: description.bytes)
        #expect(written.versionMajor.rawValue == 4)
        #expect(written.device.first?.deviceElement.map(\.deviceElementType) == [.cDevice, .cNavigation])
        #expect(written.device.first?.deviceElement.map(\.parentObjectID) == [0, 1])
        #expect(throws: ContentError.self) { try DeviceDescription(decoding: [0x0A]) }
        #expect(throws: ContentError.self) { try TimeLog(decoding: [0x0A]) }
    }
}

/// Values at random, the same in every run.
enum RandomValues {
    static func entry(_ random: inout Sequence64) -> GPSEntry {
        let time = UTCTime(nanosecondsSince1970: Int64.random(in: 1...4_000_000_000_000_000_000, using: &random))
        guard Int.random(in: 0..<5, using: &random) > 0 else { return GPSEntry(absence: .notAvailable, at: time) }
        let height = Int64.random(in: -500_000...9_000_000, using: &random)
        return GPSEntry(
            position: Values.place(
                .random(in: -90...90, using: &random), .random(in: -180...180, using: &random)),
            ellipsoidalHeight: height == 0 ? 1 : height,
            status: PositionStatus(rawValue: .random(in: 1...13, using: &random)),
            pdop: Bool.random(using: &random) ? .random(in: 0.1...99, using: &random) : nil,
            hdop: Bool.random(using: &random) ? .random(in: 0.1...99, using: &random) : nil,
            satellites: Bool.random(using: &random) ? .random(in: 1...60, using: &random) : nil, time: time,
            fieldStatus: .random(in: 0...3, using: &random))
    }
}
