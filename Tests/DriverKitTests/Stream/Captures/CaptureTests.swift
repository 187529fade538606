// SPDX-License-Identifier: Apache-2.0

import DriverKit
import Foundation
import GNSSTypes
import Testing

@Suite(.enabled(if: Capture.areThere, "GNSS_TEST_DATA names no receiver captures"))
struct CaptureTests {
    @Test func `as many sentences are valid and damaged as a plain scanner counts`() throws {
        for capture in try Capture.pureNMEA() {
            var decoder = StreamDecoder(configuration: .bare)
            decoder.consume(capture.bytes.span, arrivedAt: .init(monotonicNanoseconds: 0, wallNanoseconds: 0)) { _ in }
            decoder.finish { _ in }
            #expect(decoder.statistics.validFrames == capture.validSentences, "\(capture.name)")
            #expect(decoder.statistics.badChecksums == capture.damagedSentences, "\(capture.name)")
        }
    }

    @Test func `epochs are those of gpsd`() throws {
        for capture in try Capture.pureNMEA() where !capture.expectations.isEmpty {
            let comparison = Comparison(capture)
            print("==", capture.name, comparison.ours.count, comparison.theirs.count, comparison.differences.count)
            var by: [String: Int] = [:]
            for difference in comparison.differences { by[difference.field, default: 0] += 1 }
            if !by.isEmpty { print("   ", by.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }) }
            var shown: [String: Int] = [:]
            for difference in comparison.differences {
                shown[difference.field, default: 0] += 1
                if shown[difference.field, default: 0] <= 2 { print("    ", difference) }
            }
        }
    }
}
