// SPDX-License-Identifier: Apache-2.0

import ControlModel
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
}
