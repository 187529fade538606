// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The real time and the processor time of operations, in seconds.
struct Cost {
    var (clock, processor) = (0.0, 0.0)

    @discardableResult
    mutating func add<Value>(_ body: () throws -> Value) rethrows -> Value {
        let start = Self.now
        defer { add(since: start) }
        return try body()
    }

    @discardableResult
    mutating func add<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        let start = Self.now
        defer { add(since: start) }
        return try await body()
    }

    private mutating func add(since start: Cost) {
        let end = Self.now
        clock += end.clock - start.clock
        processor += end.processor - start.processor
    }

    private static var now: Cost {
        Cost(clock: seconds(CLOCK_MONOTONIC), processor: seconds(CLOCK_PROCESS_CPUTIME_ID))
    }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
