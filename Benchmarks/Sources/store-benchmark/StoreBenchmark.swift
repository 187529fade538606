// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import Paths
import Storage

/// Compares the store with plain SQLite.
///
/// Usage: `store-benchmark [POINTS [FOLDER]]`: the number of points (default: 5 million), and the folder in which to create
/// the folder for the files (default: the one for temporary files).
@main
struct StoreBenchmark {
    static let goal = 1.5
    static let (batch, pathLength, rounds) = (1000, 100_000, 10)

    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        let wanted = arguments.first.flatMap(Int.init) ?? 5_000_000
        let parent = arguments.dropFirst().first ?? NSTemporaryDirectory()
        let folder = parent + "/store-benchmark-\(getpid())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let isMet: Bool
        do {
            defer { try? FileManager.default.removeItem(atPath: folder) }
            isMet = try await measure(wanted, folder)
        }
        exit(isMet ? 0 : 1)
    }

    static func measure(_ wanted: Int, _ folder: String) async throws -> Bool {
        let paths = max(1, wanted / pathLength)
        let store = try Store(StateFolder(folder + "/gateway"))
        let plain = try PlainSQLite(folder + "/plain.sqlite")
        print("\(paths * pathLength) points with all optional values, \(paths) paths, \(folder)")
        print("compared with plain SQLite in C: the same table, WAL, synchronous FULL; real time (processor time)")
        var isMet = try await insert(paths, store, plain)
        isMet = try await single(store, plain) && isMet
        isMet = try await query(paths, store, plain) && isMet
        return size(folder, store, plain) && isMet
    }

    /// Inserts all points, in batches of one transaction each. Both sides alternate, so that a disturbance affects both.
    static func insert(_ paths: Int, _ store: Store, _ plain: PlainSQLite) async throws -> Bool {
        var (ours, others) = (Cost(), Cost())
        for number in 0..<paths {
            let path = try await store.startPath(name: "\(number)", started: SamplePoints.start)
            try plain.startPath(path.id)
            for first in stride(from: 0, to: pathLength, by: batch) {
                let points = SamplePoints.make(batch, from: first)
                try await ours.add { try await store.append(points, to: path.id) }
                try others.add { try plain.append(points, to: path.id, from: first) }
            }
        }
        let count = Double(paths * pathLength)
        return report("insert, batches of \(batch)", ours, others) {
            String(format: "%.0f points/s", count / $0.clock)
        }
    }

    /// Inserts one point in each transaction, as a recording does.
    static func single(_ store: Store, _ plain: PlainSQLite) async throws -> Bool {
        let path = try await store.startPath(name: "single", started: SamplePoints.start)
        try plain.startPath(path.id)
        var (ours, others) = (Cost(), Cost())
        for number in 0..<2000 {
            let points = SamplePoints.make(1, from: number)
            try await ours.add { try await store.append(points, to: path.id) }
            try others.add { try plain.append(points, to: path.id, from: number) }
        }
        return report("insert, one at a time", ours, others) {
            String(format: "%.3f ms each", $0.clock / 2000 * 1e3)
        }
    }

    /// Reads all points of a path, for some paths in different parts of the database; compares the medians.
    static func query(_ paths: Int, _ store: Store, _ plain: PlainSQLite) async throws -> Bool {
        var (ours, others): ([Cost], [Cost]) = ([], [])
        for round in 0..<rounds {
            let path = Int64(1 + round * paths / rounds)
            var (cost, other) = (Cost(), Cost())
            let sum = try await cost.add {
                var sum = 0.0
                for try await page in try await store.pages(of: path) {
                    for point in page { sum += point.position.latitude.degrees }
                }
                return sum
            }
            let check = try other.add { try plain.latitudes(of: path) }
            guard sum == check else { throw PlainSQLite.Failure(reason: "the two databases differ") }
            ours.append(cost)
            others.append(other)
        }
        return report("query of a path of \(pathLength)", median(ours), median(others)) {
            String(format: "%.1f ms", $0.clock * 1e3)
        }
    }

    static func size(_ folder: String, _ store: Store, _ plain: PlainSQLite) -> Bool {
        store.close()
        plain.close()
        let sizes = ["/gateway/store.sqlite", "/plain.sqlite"].map { name in
            let attributes = try? FileManager.default.attributesOfItem(atPath: folder + name)
            return (attributes?[.size] as? Int).map(Double.init) ?? 0
        }
        let ratio = sizes[0] / sizes[1]
        print(
            String(format: "size: %.1f MB, plain %.1f MB: ratio %.2f,", sizes[0] / 1e6, sizes[1] / 1e6, ratio),
            met(ratio))
        return ratio <= goal
    }

    static func report(_ title: String, _ ours: Cost, _ others: Cost, _ figure: (Cost) -> String) -> Bool {
        let ratio = ours.clock / others.clock
        print(
            "\(title): \(figure(ours)), plain \(figure(others)):",
            String(
                format: "%.3f s (%.3f), plain %.3f s (%.3f): ratio %.2f (%.2f),", ours.clock, ours.processor,
                others.clock,
                others.processor, ratio, ours.processor / others.processor), met(ratio))
        return ratio <= goal
    }

    static func met(_ ratio: Double) -> String { "goal \(goal): \(ratio <= goal ? "met" : "MISSED")" }

    static func median(_ costs: [Cost]) -> Cost { costs.sorted { $0.clock < $1.clock }[costs.count / 2] }
}
