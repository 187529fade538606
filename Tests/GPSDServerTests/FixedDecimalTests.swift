// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import GPSDServer

@Suite("Numbers with fixed decimals")
struct FixedDecimalTests {
    private static let scales: [(Int, UInt64)] = [
        (0, 1), (1, 10), (2, 100), (3, 1000), (4, 10_000), (9, 1_000_000_000),
    ]

    /// What the writer makes of a number, or "" where it leaves it out.
    private func written(_ value: Double, _ decimals: Int) -> String {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { memory in
            var writer = LineWriter(memory)
            writer.field(":", value, decimals: decimals)
            return String(decoding: writer.written.dropFirst(), as: UTF8.self)
        }
    }

    private func reference(_ value: Double, _ decimals: Int) -> String {
        let text = String(format: "%.\(decimals)f", value)
        return text.hasPrefix("-") && !text.contains(where: { ("1"..."9").contains($0) })
            ? String(text.dropFirst()) : text
    }

    @Test("are rounded as printf rounds them")
    func randomNumbers() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let magnitude = pow(10, Double.random(in: -6...6, using: &random))
            let value = Double.random(in: -magnitude...magnitude, using: &random)
            for (decimals, _) in Self.scales {
                #expect(written(value, decimals) == reference(value, decimals), "\(value)")
            }
        }
    }

    @Test("are rounded as printf rounds them next to a tie")
    func ties() {
        for (decimals, scale) in Self.scales {
            for step in 0..<2000 {
                let tie = (Double(step) + 0.5) / Double(scale)
                for value in [tie, tie.nextUp, tie.nextDown, -tie] {
                    #expect(written(value, decimals) == reference(value, decimals), "\(value) at \(decimals)")
                }
            }
        }
    }

    @Test("have no negative zero", arguments: [-0.0, -0.04, -0.0499])
    func negativeZero(_ value: Double) {
        #expect(written(value, 1) == "0.0")
    }

    @Test(
        "are left out where they are not finite or too large",
        arguments: [
            Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude, 1e15, -1e15,
        ])
    func unwritable(_ value: Double) {
        #expect(written(value, 4).isEmpty)
    }

    @Test("are written up to the last that has the decimals")
    func largest() {
        #expect(written(9_007_199_254_740_991, 0) == "9007199254740991")
        #expect(written(9_007_199_254_740_992, 0).isEmpty)
        #expect(written(900_719_925_473, 4) == "900719925473.0000")
    }

    @Test("are left out whole where they do not fit")
    func full() {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4) { memory in
            var writer = LineWriter(memory)
            writer.field(":", 1234.5, decimals: 1)
            #expect(writer.isFull)
            #expect(writer.count <= 4)
        }
    }

    @Test("that are whole are written whole", arguments: [0, 7, 10, 99, 100, -1, .max, .min])
    func integers(_ value: Int) {
        let text = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { memory in
            var writer = LineWriter(memory)
            writer.field(":", value)
            return String(decoding: writer.written.dropFirst(), as: UTF8.self)
        }
        #expect(text == String(value))
    }
}
