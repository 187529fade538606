// SPDX-License-Identifier: Apache-2.0

import CGNSSDriver
import GNSSTypes
import Records
import Testing

@Suite struct RecordTests {
    static let time = HostTime(monotonicNanoseconds: 5_000_000_001, wallNanoseconds: 1_700_000_000_123_456_789)

    @Test func `every kind of observation is read back as it was written`() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<500 {
            let payloads = PayloadGenerator.all(using: &generator)
            var writer = RecordWriter()
            for (index, payload) in payloads.enumerated() {
                let isWritten = writer.append(payload, sequence: UInt64(index + 1), hostTime: Self.time)
                #expect(isWritten)
            }
            #expect(writer.recordCount == payloads.count)
            var reader = RecordReader(writer.bytes)
            for (index, payload) in payloads.enumerated() {
                let record = try #require(try reader.next())
                #expect(record.content == .observation(payload))
                #expect(record.sequence == UInt64(index + 1))
                #expect(record.hostTime == Self.time)
            }
            #expect(try reader.next() == nil)
        }
    }

    @Test func `records are multiples of eight and state their size first`() throws {
        var writer = RecordWriter()
        for text in ["", "a", "abcdefg", "abcdefgh"] {
            let before = writer.bytes.count
            writer.append(.driverState(DriverStateReport(.running, reason: text)), hostTime: Self.time)
            let size = try #require(try RecordReader.size(of: writer.bytes, atOffset: before))
            #expect(size == writer.bytes.count - before)
            #expect(size % 8 == 0)
        }
    }

    @Test func `a record over the limit is not written and leaves the batch as it was`() {
        var writer = RecordWriter()
        writer.append(.sentence(Sentence(format: .nmea, bytes: [1, 2, 3])), hostTime: Self.time)
        let before = writer.bytes
        let huge = Sentence(format: .other, bytes: [UInt8](repeating: 7, count: 128 * 1024))
        let isWritten = writer.append(.sentence(huge), hostTime: Self.time)
        #expect(!isWritten)
        #expect(writer.bytes == before)
        #expect(writer.recordCount == 1)
    }

    @Test func `of a long identity the first 256 bytes are kept, with whole characters`() throws {
        var writer = RecordWriter()
        let identity = ReceiverIdentity(
            vendor: String(repeating: "v", count: 256), model: "e" + String(repeating: "\u{301}", count: 30_000),
            firmware: String(repeating: "€", count: 100), serial: "")
        writer.append(.receiver(identity), hostTime: Self.time)
        var reader = RecordReader(writer.bytes)
        let kept = ReceiverIdentity(
            vendor: identity.vendor, model: "e" + String(repeating: "\u{301}", count: 127),
            firmware: String(repeating: "€", count: 85), serial: nil)
        #expect(try reader.next()?.content == .observation(.receiver(kept)))
    }

    @Test func `a source record names whose the following records are`() throws {
        var writer = RecordWriter()
        writer.append(source: SourceID(rawValue: "rover"), hostTime: Self.time)
        var reader = RecordReader(writer.bytes)
        #expect(try reader.next()?.content == .source(SourceID(rawValue: "rover")))
    }

    @Test func `an unknown kind and an unknown version are skipped by size`() throws {
        var writer = RecordWriter()
        writer.append(.driverState(DriverStateReport(.running, reason: "x")), hostTime: Self.time)
        let first = writer.bytes.count
        writer.append(.driverState(DriverStateReport(.running, reason: "y")), hostTime: Self.time)
        writer.append(.driverState(DriverStateReport(.running, reason: "z")), hostTime: Self.time)
        var bytes = writer.bytes
        bytes[4] = 99
        bytes[first + 6] = 2
        var reader = RecordReader(bytes)
        #expect(try reader.next()?.content == .unknown(ObservationKind(rawValue: 99)))
        #expect(try reader.next()?.content == .unknown(.driverState))
        let last = DriverStateReport(.running, reason: "z")
        #expect(try reader.next()?.content == .observation(.driverState(last)))
    }

    @Test func `a stage's result is handed on as it stands, and one of an earlier layout is skipped`() throws {
        let result = EncodedResult(kind: ObservationKind(rawValue: 300), json: Array("{}".utf8))
        var writer = RecordWriter()
        let isWritten = writer.append(result, sequence: 3, hostTime: Self.time)
        var bytes = writer.bytes
        bytes += bytes
        bytes += writer.bytes
        #expect(isWritten && writer.recordCount == 1)
        // The second as version 1, the third with a slice that ends outside.
        bytes[writer.bytes.count + 6] = 1
        bytes[2 * writer.bytes.count + RecordLimits.header + 4] = 200
        var reader = RecordReader(bytes)
        #expect(try reader.next()?.content == .result(result))
        #expect(try reader.next()?.content == .unknown(ObservationKind(rawValue: 300)))
        #expect(throws: RecordError.self) { try reader.next() }
        #expect(try reader.next() == nil)
    }

    @Test func `a stage's result that is not encoded, or is too long, leaves the batch as it was`() {
        var writer = RecordWriter()
        let isWritten = writer.append(.alert(Alert(code: "a", severity: .warning, text: "")), hostTime: Self.time)
        let long = EncodedResult(kind: .alert, json: [UInt8](repeating: 32, count: RecordLimits.record))
        let isLongWritten = writer.append(long, hostTime: Self.time)
        #expect(!isWritten && !isLongWritten && writer.bytes.isEmpty && writer.recordCount == 0)
    }

    @Test func `a longer payload of a known version is read as far as it is known`() throws {
        var writer = RecordWriter()
        var fix = Fix(kind: .none, quality: .invalid)
        fix.sources = ["GNRMC"]
        writer.append(.fix(fix), hostTime: Self.time)
        // Sixteen bytes more at the end, as a later version would have after its own fields.
        var bytes = writer.bytes + [UInt8](repeating: 0xAB, count: 16)
        let size = UInt32(bytes.count)
        bytes.withUnsafeMutableBytes { $0.storeBytes(of: size, as: UInt32.self) }
        var reader = RecordReader(bytes)
        #expect(try reader.next()?.content == .observation(.fix(fix)))
    }

    @Test func `a fix without Earth-fixed coordinates is as long as before 1.6, and text in their place is none`()
        throws
    {
        var fix = Fix(kind: .none, quality: .invalid)
        // The text stands where a reader of 1.6 would look for the coordinates.
        fix.sources = Array(repeating: "NAV-POSECEF", count: 9)
        func record(_ fix: Fix) -> [UInt8] {
            var writer = RecordWriter()
            writer.append(.fix(fix), hostTime: Self.time)
            return writer.bytes
        }
        let short = record(fix)
        #expect(short.count == 32 + 264 + 112)
        var reader = RecordReader(short)
        #expect(try reader.next()?.content == .observation(.fix(fix)))
        fix.earthFixedVelocity = EarthFixedVelocity(
            x: Speed(metresPerSecond: 1), y: Speed(metresPerSecond: -2), z: Speed(metresPerSecond: 0))
        let long = record(fix)
        #expect(long.count == 32 + 336 + 112)
        reader = RecordReader(long)
        #expect(try reader.next()?.content == .observation(.fix(fix)))
    }

    @Test(arguments: [0, 9])
    func `a fix that announces Earth-fixed coordinates and is too short for them is refused`(words: Int) throws {
        var fix = Fix(kind: .none, quality: .invalid)
        fix.sources = Array(repeating: "NAV-POSECEF", count: words)
        var writer = RecordWriter()
        writer.append(.fix(fix), hostTime: Self.time)
        var bytes = writer.bytes
        // Bit 30 of `present`, which is the first field behind the header.
        bytes[RecordLimits.header + 3] |= 1 << 6
        var reader = RecordReader(bytes)
        #expect(throws: RecordError.self) { try reader.next() }
    }

    @Test func `Earth-fixed coordinates that no reader would take are left out when they are written`() throws {
        var fix = Fix(kind: .none, quality: .invalid)
        fix.earthFixedPosition = EarthFixedPosition(
            x: Length(metres: 1), y: Length(metres: .nan), z: Length(metres: 1), accuracy: Length(metres: 1))
        fix.earthFixedVelocity = EarthFixedVelocity(
            x: Speed(metresPerSecond: 1), y: Speed(metresPerSecond: 2), z: Speed(metresPerSecond: 3),
            accuracy: Speed(metresPerSecond: -1))
        var writer = RecordWriter()
        writer.append(.fix(fix), hostTime: Self.time)
        fix.earthFixedPosition = nil
        fix.earthFixedVelocity?.accuracy = nil
        var reader = RecordReader(writer.bytes)
        #expect(try reader.next()?.content == .observation(.fix(fix)))
    }

    @Test func `a satellite that is both healthy and unhealthy is refused`() throws {
        let id = try #require(SatelliteID(.gps, 3))
        var writer = RecordWriter()
        writer.append(.satellites(SkyView(satellites: [Satellite(id, isHealthy: false)])), hostTime: Self.time)
        // The first satellite's `present`, behind the header and a `gnss_satellites_v1` of 72 bytes.
        let present = 32 + 72 + 2
        var bytes = writer.bytes
        #expect(bytes[present] == UInt8(GNSS_SATELLITE_UNHEALTHY))
        bytes[present] |= UInt8(GNSS_SATELLITE_HEALTHY)
        var reader = RecordReader(bytes)
        #expect(throws: RecordError.self) { try reader.next() }
    }

    @Test(arguments: [0, 8, 31, 33, 131_080, UInt32.max])
    func `a size that no record can have is refused`(size: UInt32) {
        var bytes = [UInt8](repeating: 0, count: 64)
        bytes.withUnsafeMutableBytes { $0.storeBytes(of: size, as: UInt32.self) }
        var reader = RecordReader(bytes)
        #expect(throws: RecordError.wrongSize(size, atOffset: 0)) { try reader.next() }
    }

    @Test func `a batch that ends within a record is refused at every length`() throws {
        var writer = RecordWriter()
        writer.append(.driverState(DriverStateReport(.running, reason: "reason")), hostTime: Self.time)
        for length in 1..<writer.bytes.count {
            var reader = RecordReader(Array(writer.bytes.prefix(length)))
            #expect(throws: RecordError.truncated(atOffset: 0)) { try reader.next() }
        }
    }

    @Test func `damage anywhere never traps, and never makes numbers that are not finite`() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<3_000 {
            var writer = RecordWriter()
            for payload in PayloadGenerator.all(using: &generator) { writer.append(payload, hostTime: Self.time) }
            var bytes = writer.bytes
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            bytes.removeLast(Int.random(in: 0..<40, using: &generator))
            for fix in readAll(bytes) {
                #expect(fix.position.map { $0.latitude.degrees.isFinite } ?? true)
                #expect(fix.speed.map { $0.metresPerSecond.isFinite } ?? true)
            }
        }
    }

    /// All fixes that can be read, going on behind malformed records.
    private func readAll(_ bytes: [UInt8]) -> [Fix] {
        var reader = RecordReader(bytes)
        var fixes: [Fix] = []
        while true {
            do throws(RecordError) {
                guard let record = try reader.next() else { return fixes }
                if case .observation(.fix(let fix)) = record.content { fixes.append(fix) }
            } catch {
                guard case .malformed = error else { return fixes }
            }
        }
    }

    @Test func `a fix whose kind and position contradict is refused`() {
        var writer = RecordWriter()
        var fix = Fix(kind: .threeDimensional, quality: .autonomous)
        fix.position = GeodeticPosition(latitude: Angle(degrees: 48), longitude: Angle(degrees: 11))
        writer.append(.fix(fix), hostTime: Self.time)
        var bytes = writer.bytes
        bytes[32 + 16] = FixKind.none.rawValue
        var reader = RecordReader(bytes)
        #expect(throws: RecordError.self) { try reader.next() }
    }

    @Test func `a negative accuracy is refused`() throws {
        var fix = Fix(kind: .none, quality: .invalid)
        fix.horizontalAccuracy = Accuracy(Length(metres: 7.25), origin: .receiver)
        var writer = RecordWriter()
        writer.append(.fix(fix), hostTime: Self.time)
        var bytes = writer.bytes
        let stated = withUnsafeBytes(of: 7.25) { Array($0) }
        let place = try #require(bytes.indices.first { Array(bytes[$0...].prefix(8)) == stated })
        bytes.replaceSubrange(place..<place + 8, with: withUnsafeBytes(of: -7.25) { Array($0) })
        var reader = RecordReader(bytes)
        #expect(throws: RecordError.self) { try reader.next() }
    }

    @Test func `what no reader would take is left out when it is written`() throws {
        var fix = Fix(kind: .none, quality: .invalid)
        fix.speed = Speed(metresPerSecond: -1)
        fix.course = Angle(degrees: 1e300)
        fix.velocity = Velocity(
            north: Speed(metresPerSecond: 1), east: Speed(metresPerSecond: .nan), up: Speed(metresPerSecond: 1))
        fix.horizontalAccuracy = Accuracy(Length(metres: -1), origin: .receiver)
        fix.dop = DilutionOfPrecision(gdop: nil, pdop: nil, hdop: -0.5, vdop: nil, tdop: nil)
        let id = try #require(SatelliteID(.gps, 3))
        let satellite = Satellite(id, elevation: Angle(degrees: .nan), azimuth: Angle(degrees: 3), cn0: 1e38)
        var writer = RecordWriter()
        writer.append(.fix(fix), hostTime: Self.time)
        writer.append(.satellites(SkyView(satellites: [satellite])), hostTime: Self.time)
        var reader = RecordReader(writer.bytes)
        let first = try reader.next()?.content
        let second = try reader.next()?.content
        #expect(first == .observation(.fix(Fix(kind: .none, quality: .invalid))))
        #expect(second == .observation(.satellites(SkyView(satellites: [Satellite(id)]))))
    }

    @Test func `a satellite that is listed again is one, except GLONASS satellites without a slot`() throws {
        let e1 = try #require(SatelliteID(.galileo, 1))
        let (g2, unknown) = (try #require(SatelliteID(.gps, 2)), try #require(SatelliteID(.glonass, 255)))
        let listed = [
            Satellite(e1, cn0: 40, isUsed: true), Satellite(unknown, cn0: 30), Satellite(g2),
            Satellite(e1, elevation: Angle(degrees: 9), azimuth: Angle(degrees: 8), cn0: 44),
            Satellite(unknown, cn0: 31),
            Satellite(e1, elevation: Angle(degrees: 1), azimuth: Angle(degrees: 2), isUsed: true, isHealthy: false),
        ]
        var writer = RecordWriter()
        writer.append(.satellites(SkyView(satellites: listed)), hostTime: Self.time)
        var reader = RecordReader(writer.bytes)
        let merged = Satellite(
            e1, elevation: Angle(degrees: 9), azimuth: Angle(degrees: 8), cn0: 44, isUsed: true, isHealthy: false)
        let satellites = [merged, listed[1], listed[2], listed[4]]
        #expect(try reader.next()?.content == .observation(.satellites(SkyView(satellites: satellites))))
    }

    @Test func `the sizes of version 1.0 are those of the header as long as nothing was added`() {
        #expect(MemoryLayout<gnss_plugin_v1>.size == 128)
        #expect(MemoryLayout<gnss_host_v1>.size == 48)
        #expect(MemoryLayout<gnss_host_info_v1>.size == 24)
    }

    @Test func `the layout in Swift is that of the header`() {
        #expect(MemoryLayout<gnss_record_v1>.size == RecordLimits.header)
        #expect(MemoryLayout<gnss_fix_v1>.size == 336)
        #expect(MemoryLayout<gnss_satellites_v1>.size == 72)
        #expect(MemoryLayout<gnss_signal_v1>.size == 24)
        #expect(MemoryLayout<gnss_navigation_page_v1>.size == 48)
        #expect(MemoryLayout<gnss_measurement_v1>.size == 56)
        #expect(MemoryLayout<gnss_plugin_v1>.size == 128)
        #expect(MemoryLayout<gnss_message_v1>.size == 1024)
        #expect(!ObservationKind(rawValue: UInt16(GNSS_KIND_GATEWAY)).isPublishedByDrivers)
        #expect(Int(ObservationKind.corrections.rawValue) == Int(GNSS_KIND_CORRECTIONS))
    }
}
