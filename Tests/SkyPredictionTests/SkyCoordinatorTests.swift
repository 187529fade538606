// SPDX-License-Identifier: Apache-2.0

import ControlModel
import Foundation
import GNSSTypes
import Logging
import SkyPrediction
import Synchronization
import Testing

/// Which receivers the coordinator keeps when there are more than its limit.
@Suite struct SkyCoordinatorTests {
    /// A clock that the test moves.
    private final class Clock: Sendable {
        private let seconds = Mutex<Int64>(0)

        var now: HostTime {
            let nanoseconds = seconds.withLock { $0 * 1_000_000_000 }
            return HostTime(
                monotonicNanoseconds: nanoseconds, wallNanoseconds: 1_790_000_000_000_000_000 + nanoseconds)
        }

        func advance(_ seconds: Int64) { self.seconds.withLock { $0 += seconds } }
    }

    private let clock = Clock()
    private let coordinator: SkyCoordinator

    init() {
        coordinator = SkyCoordinator(now: { [clock] in clock.now }, logger: Logger(label: "test"))
    }

    private func deliver(_ receivers: ClosedRange<Int>) {
        var fix = Fix(kind: .threeDimensional, quality: .autonomous)
        fix.position = GeodeticPosition(latitude: Angle(degrees: 52), longitude: Angle(degrees: 5))
        for number in receivers {
            coordinator.take([
                Observation(
                    source: SourceID(rawValue: "r\(number)"), sequence: 0, hostTime: clock.now, payload: .fix(fix))
            ])
        }
    }

    /// True if the coordinator has the receiver's position; without any orbit, it refuses the request either way.
    private func isKept(_ number: Int) -> Bool {
        do throws(ControlError) {
            _ = try coordinator.report(of: "r\(number)", at: nil)
            return true
        } catch {
            return error.code != "no_position"
        }
    }

    @Test func `a ninth receiver takes the place of a silent one, never of one that delivers`() {
        let limit = SkyCoordinator.receiverLimit
        for _ in 0..<30 {
            deliver(1...limit + 1)
            clock.advance(1)
        }
        #expect((1...limit).allSatisfy(isKept) && !isKept(limit + 1))
        for _ in 0..<61 {
            deliver(2...limit)
            clock.advance(1)
        }
        deliver(limit + 1...limit + 1)
        #expect((2...limit + 1).allSatisfy(isKept) && !isKept(1))
    }

    /// An almanac of the week in which the clock begins.
    private static let almanac = """
        ******** Week 389 almanac for PRN-02 ********
        ID:                         02
        Health:                     000
        Eccentricity:               0.1534700394E-001
        Time of Applicability(s):  147456.0000
        Orbital Inclination(rad):   0.9655437960
        Rate of Right Ascen(r/s):  -0.7783181343E-008
        SQRT(A)  (m 1/2):           5153.602051
        Right Ascen at Week(rad):  -0.2190487236E+001
        Argument of Perigee(rad):  -1.162540693
        Mean Anom(rad):            -0.1487226890E+001
        Af0(s):                    -0.3938674927E-003
        Af1(s/s):                   0.0000000000E+000
        week:                        389
        """

    @Test func `the age of a lost receiver's position is stated`() throws {
        let file = URL(filePath: NSTemporaryDirectory() + "gnss-sky-\(UUID().uuidString).alm")
        try Data(Self.almanac.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let place = GeodeticPosition(latitude: Angle(degrees: 52), longitude: Angle(degrees: 5))
        coordinator.apply(files: [file.path], position: place)
        let configured = try coordinator.report(of: "r1", at: nil)
        #expect(configured.position == "configuration" && configured.positionAge == nil)
        deliver(1...1)
        clock.advance(3600)
        let lost = try coordinator.report(of: "r1", at: nil)
        #expect(lost.position == "receiver" && lost.positionAge == 3600)
    }
}
