// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import GPSDServer

/// Epochs whose lines no client wanted when they ended.
@Suite struct PostponedEpochTests {
    /// Epochs of all kinds: with and without a position, satellites, time, dilutions and errors, rising and falling.
    private func epochs() throws -> [[Payload]] {
        var generator = SystemRandomNumberGenerator()
        func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }
        var second = 0.0
        return try (0..<80).map { _ in
            second += [0.1, 1, 1, 4, 11].randomElement(using: &generator) ?? 1
            let time = SampleEpoch.time(second)
            var payloads: [Payload] = []
            if chance(50) {
                var view = SkyView(time: chance(80) ? time : nil, satellites: try SampleEpoch.satellites())
                if chance(20) { view.satellites.removeFirst(3) }
                if chance(30) { view.dop.hdop = Double.random(in: 0.5..<3, using: &generator) }
                payloads.append(.satellites(view))
            }
            if chance(20) {
                var attitude = Attitude()
                (attitude.time, attitude.heading) = (time, Angle(degrees: 30))
                payloads.append(.attitude(attitude))
            }
            if chance(15) {
                var timing = Timing()
                (timing.time, timing.leapSeconds) = (time, Int.random(in: 17...19, using: &generator))
                payloads.append(.timing(timing))
            }
            if chance(80) {
                var fix = SampleEpoch.fix(at: chance(95) ? time : nil)
                if chance(10) { fix.kind = .none }
                if chance(10) { fix.kind = .twoDimensional }
                let height = Length(metres: Double.random(in: 800..<850, using: &generator))
                fix.height = Height(orthometric: height, geoidSeparation: Length(metres: 42.6))
                if chance(30) { fix.dop.vdop = Double.random(in: 0.5..<3, using: &generator) }
                if chance(50) { fix.satellitesUsed = Int.random(in: 4...12, using: &generator) }
                payloads.append(.fix(fix))
            }
            return payloads
        }
    }

    @Test(arguments: 1...40)
    func `lines are the same, whether those before them were written or not`(attempt: Int) throws {
        var (always, sometimes) = (GPSDReporter(devicePath: "/dev/x"), GPSDReporter(devicePath: "/dev/x"))
        var isWriting = false
        for (index, payloads) in try epochs().enumerated() {
            if Int.random(in: 0..<5) == 0 { isWriting.toggle() }
            var (expected, lines): ([UInt8], [UInt8]) = ([], [])
            var unwritten: [UnwrittenEpoch] = []
            for payload in payloads {
                always.report(payload, into: &expected)
                if isWriting {
                    sometimes.report(payload, into: &lines)
                } else {
                    sometimes.report(payload, notWriting: &unwritten)
                }
            }
            always.flush(into: &expected)
            if isWriting { sometimes.flush(into: &lines) } else { sometimes.flush(notWriting: &unwritten) }
            lines += unwritten.flatMap(\.lines)
            let (text, wanted) = (String(decoding: lines, as: UTF8.self), String(decoding: expected, as: UTF8.self))
            #expect(text == wanted, "epoch \(index) of attempt \(attempt)")
        }
    }
}
