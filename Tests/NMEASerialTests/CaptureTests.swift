// SPDX-License-Identifier: Apache-2.0

import DriverTesting
import GNSSTypes
import Glibc
import ReceiverFixtures
import ReceiverStream
import Testing

@testable import NMEASerial
@testable import SerialReceiver

private let folder = getenv("GNSS_TEST_DATA").map { String(cString: $0) + "/receivers" }

/// Captures of receivers, sent through a pseudo-terminal.
@Suite(.enabled(if: folder != nil, "GNSS_TEST_DATA names no receiver captures")) struct CaptureTests {
    @Test(arguments: [
        "bluetooth/bt451.log", "nmea-old/ublox-lea-4h.log", "coldboot-nofix/skytraq.log", "rtk/nmea-rtk.log",
        "malformed/firefly-II.log", "marine-ins/rst39.log",
    ])
    func `a capture gives the epochs that its file gives`(_ name: String) throws {
        // What is behind the capture closes its last epoch: an unplugged terminal loses what was not read yet.
        let last = nmea(["GPGGA,111111.11,4552.65403,S,17030.00668,E,1,12,0.64,14.2,M,1.8,M,,", "GPTXT,01,01,02,end"])
        let bytes = try #require(read("\(folder ?? "")/\(name)")) + last
        let expected = decode(bytes, StreamDecoder.Configuration.live).dropLast()
        let pty = try #require(Pty())
        var driver = try driver(pty)
        // No pause of a busy machine counts as the end of an epoch.
        driver.receiver.pause = 3_600_000_000_000
        driver.receiver.patience = 3_600_000_000_000
        driver.receiver.timing.listenAtOne = 600_000_000_000
        let run = Run(driver)
        #expect(run.said(.connecting, "listening"))
        pty.send(bytes)
        #expect(eventually { run.fixes.count >= expected.count } && expected.count > 5)
        let fixes = run.fixes.prefix(expected.count)
        #expect(fixes.map(\.position) == expected.map(\.position))
        #expect(fixes.map(\.kind) == expected.map(\.kind))
        #expect(run.end())
    }

    private func decode(_ bytes: [UInt8], _ configuration: StreamDecoder.Configuration) -> [Fix] {
        let decoder = StreamDecoder(configuration: configuration)
        var fixes: [Fix] = []
        let time = RecordingHost(delivers: []).now()
        decoder.consume(bytes.span, arrivedAt: time) { fixes += [$0.fix].compactMap { $0 } }
        decoder.finish { fixes += [$0.fix].compactMap { $0 } }
        return fixes
    }

    private func read(_ path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return [UInt8](unsafeUninitializedCapacity: 1 << 20) { room, count in
            count = max(0, Glibc.read(descriptor, room.baseAddress, room.count))
        }
    }
}
