// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import ReceiverStream
import Testing

@Suite struct SignalTests {
    private func payloads(_ bytes: [UInt8]) -> [Payload] { decode(bytes).flatMap(\.payloads) }

    /// A group of UBX-NAV-SIG.
    private func group(
        _ system: UInt8, _ satellite: UInt8, _ signal: UInt8, cn0: UInt8 = 40, quality: UInt8 = 7, flags: UInt16 = 0x29
    ) -> [UInt8] {
        [system, satellite, signal, 9] + little(Int16(-25)) + [cn0, quality, 0, 0] + little(flags) + [0, 0, 0, 0]
    }

    @Test func `signals are ordered, each with what the receiver says of it`() throws {
        let groups = group(6, 255, 2, flags: 0x02) + group(2, 24, 5, flags: 0x209) + group(2, 24, 0, cn0: 0, quality: 1)
        let all = groups + group(9, 0, 0) + group(0, 33, 0)
        let view = try #require(
            payloads(ubx(0x01, 0x43, little(UInt32(259_219_000)) + [0, 5, 0, 0] + all)).compactMap {
                if case .signals(let view) = $0 { view } else { nil }
            }.first)
        #expect(view.sources == ["NAV-SIG"])
        #expect(view.time == nil)
        #expect(view.signals.map(\.satellite.description) == ["E24", "E24", "R255"])
        #expect(view.signals.map(\.signal) == [.galileoE1C, .galileoE5bI, .glonassL2OF])
        #expect(view.signals[0].cn0 == nil)
        #expect(view.signals[0].quality == .searching)
        #expect(view.signals[0].use == [.pseudorange, .doppler])
        #expect(view.signals[1].cn0 == 40)
        #expect(view.signals[1].quality == .carrierLocked)
        #expect(view.signals[1].isHealthy == true)
        #expect(view.signals[1].isClaimedAuthentic)
        #expect(view.signals[1].residual == Length(metres: -2.5))
        #expect(view.signals[1].frequencyChannel == nil)
        #expect(view.signals[2].isHealthy == false)
        #expect(view.signals[2].use == [])
        #expect(view.signals[2].frequencyChannel == 2)
    }

    @Test func `signals bear the time of their epoch where it is known`() throws {
        var position = little(UInt32(259_219_000)) + little(UInt16(2026)) + [7, 1, 0, 0, 1, 7]
        position += [UInt8](repeating: 0, count: 92 - position.count)
        let signals = ubx(0x01, 0x43, little(UInt32(259_219_200)) + [0, 1, 0, 0] + group(2, 24, 0))
        let views = payloads(ubx(0x01, 0x07, position) + signals).compactMap {
            if case .signals(let view) = $0 { view } else { nil }
        }
        #expect(views.map(\.time) == [UTCTime(iso: "2026-07-01T00:00:01.200Z")])
    }

    @Test func `measurements keep what is valid and in its unit`() throws {
        func group(_ status: UInt8, _ deviation: UInt8, carrier: Double = 1.25e8) -> [UInt8] {
            little((2.25e7).bitPattern) + little(carrier.bitPattern) + little(Float(-1234.5).bitPattern)
                + [6, 3, 0, 4] + little(UInt16(64_500)) + [43, 5, deviation, 3, status, 0]
        }
        let head = little((259_219.002).bitPattern) + little(UInt16(2425)) + [18, 3, 3, 1, 0, 0]
        let groups = group(7, 2) + group(0, 15) + group(7, 15, carrier: .infinity)
        let epochs = payloads(ubx(0x02, 0x15, head + groups)).compactMap {
            if case .measurements(let epoch) = $0 { epoch } else { nil }
        }
        let epoch = try #require(epochs.first)
        #expect(epoch.time == GPSTime(week: 2425, nanosecondsOfWeek: 259_219_002_000_000))
        #expect(epoch.leapSeconds == 18)
        #expect(epoch.isClockReset)
        #expect(epoch.measurements.count == 3)
        let first = epoch.measurements[0]
        #expect(first.satellite == SatelliteID(.glonass, 3))
        #expect(first.signal == .glonassL1OF)
        #expect(first.frequencyChannel == -3)
        #expect(first.pseudorange == Length(metres: 2.25e7))
        #expect(first.pseudorangeDeviation == Length(metres: 0.32))
        #expect(first.carrierPhase == 1.25e8)
        #expect(first.carrierPhaseDeviation == 0.008)
        #expect(first.doppler == -1234.5)
        #expect(first.dopplerDeviation == 0.016)
        #expect(first.cn0 == 43)
        #expect(first.lockTime == 64.5)
        #expect(first.isHalfCycleResolved)
        #expect(!first.isHalfCycleSubtracted)
        #expect(epoch.measurements[1].pseudorange == nil)
        #expect(epoch.measurements[1].carrierPhase == nil)
        #expect(!epoch.measurements[1].isHalfCycleResolved)
        #expect(epoch.measurements[2].carrierPhase == nil)
    }

    @Test func `what a receiver claims of OSNMA marks the signals that follow, by version and exact length alone`() {
        // Version 3, two satellites: E11 authenticated, E12 not.
        let head: [UInt8] = [3] + [UInt8](repeating: 0, count: 23) + little(UInt32(2))
        let claim = head + [0, 0x80, 11, 0] + [0, 0x04, 12, 0]
        let signals: [UInt8] =
            [0, 0, 0, 0, 0, 2, 0, 0]
            + [2, 11, 0, 0, 0, 0, 40, 7] + [UInt8](repeating: 0, count: 8)
            + [2, 12, 0, 0, 0, 0, 40, 7] + [UInt8](repeating: 0, count: 8)
        func claimed(_ bytes: [UInt8]) -> [[SatelliteID]] {
            payloads(bytes).compactMap { payload in
                guard case .signals(let view) = payload else { return nil }
                return view.signals.filter(\.isClaimedAuthentic).map(\.satellite)
            }
        }
        let view = ubx(0x01, 0x43, signals)
        #expect(claimed(view + ubx(0x27, 0x0A, claim) + view) == [[], [SatelliteID(.galileo, 11)].compactMap(\.self)])
        #expect(claimed(ubx(0x27, 0x0A, claim + [0]) + view) == [[]], "another length is another layout")
        #expect(claimed(ubx(0x27, 0x0A, [9] + claim.dropFirst()) + view) == [[]])
        #expect(claimed(ubx(0x27, 0x0A, []) + view) == [[]])
        let many = claimed(ubx(0x27, 0x0A, claim) + (0..<60).flatMap { _ in view })
        #expect(many.first?.count == 1 && many.last?.isEmpty == true, "not renewed, it is dropped")
    }

    @Test func `before the week is known measurements have no time`() {
        let head = little((12.0).bitPattern) + little(UInt16(0)) + [0, 0, 0, 1, 0, 0]
        for case .measurements(let epoch) in payloads(ubx(0x02, 0x15, head)) {
            #expect(epoch.time == nil)
            #expect(epoch.leapSeconds == nil)
        }
        #expect(payloads(ubx(0x02, 0x15, head)).count == 1)
    }

    @Test(.enabled(if: Capture.areThere, "GNSS_TEST_DATA names no receiver captures"))
    func `what receivers hand over as checked passes our checks`() throws {
        var counts: [NavigationMessage: Int] = [:]
        for capture in try Capture.all() where capture.manifest.ubx > 0 {
            for page in pages(of: capture.bytes) where page.check != .notChecked {
                #expect(page.check == .passed, "\(capture.name): \(page)")
                counts[page.message, default: 0] += 1
            }
        }
        print("pages of receivers checked: \(counts.map { "\($0) \($1)" }.sorted().joined(separator: ", "))")
        for message in [NavigationMessage.inav, .lnav, .cnav, .sbas, .fnav, .galileoCNAV, .bcnav1, .bcnav2] {
            #expect(counts[message, default: 0] > 0, "\(message)")
        }
    }
}
