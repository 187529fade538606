// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import GRDB
import Paths
import TestSupport
import Testing

@testable import Storage

/// A process that writes is killed, again and again.
@Suite(.serialized) struct StoreCrashTests {
    /// The folder that this process is to write into until it is killed.
    private static let folder = ProcessInfo.processInfo.environment["GNSS_STORE_WRITER"]

    /// Run by the test below, in a process of its own: acknowledges each number on a pipe once it is stored.
    @Test(.enabled(if: folder != nil, "it is the writer that the crash test kills"))
    func `the writer that is killed`() async throws {
        let folder = try #require(Self.folder)
        let store = try Store(StateFolder(folder))
        let path = try await path(store)
        var count = path.pointCount
        var number = try await store.setting("number", as: Int.self) ?? 0
        let acknowledgements = open(folder + "/acknowledged", O_WRONLY | O_CREAT | O_APPEND, 0o600)
        let parent = getppid()
        // No longer than the test that kills it.
        while getppid() == parent {
            number += 1
            try await store.set("number", to: number, at: 1)
            try await store.note(ReceiverSighting(identity: "\(number % 50)", id: "\(number)", driver: "d"), at: 1)
            try await store.select("\(number % 50)")
            try await store.keepOSNMA(at: 1) { [number] _ in Array("\(number)".utf8) }
            count = try await store.append(TestPath.points(Self.batch, from: count), to: path.id)
            let line = "\(number) \(count)\n"
            #expect(write(acknowledgements, line, line.utf8.count) == line.utf8.count)
        }
    }

    @Test func `whatever was acknowledged is there after kill -9, and the store is sound`() async throws {
        let folder = try TemporaryFolder()
        var last = 0
        for kill in 0..<(20 * lengthening) {
            let count = acknowledged(folder).number
            let writer = try writer(folder)
            // The moment of the kill is drawn anew each time; but it is past the first commits.
            try await waited { self.acknowledged(folder).number > count + Int.random(in: 0...40) || !writer.isRunning }
            #expect(writer.isRunning, "the writer ended by itself")
            try await Task.sleep(for: .microseconds(Int.random(in: 0...3000)))
            Foundation.kill(writer.processIdentifier, SIGKILL)
            writer.waitForEnd()
            let (promised, points) = acknowledged(folder)
            let store = try Store(folder.state)
            let found = try #require(try await store.setting("number", as: Int.self))
            #expect(found == promised || found == promised + 1, "kill \(kill)")
            #expect(promised > last)
            let learnt = try await store.trust().state.map { String(decoding: $0, as: UTF8.self) }
            #expect(learnt == "\(promised)" || learnt == "\(promised + 1)", "kill \(kill)")
            let chosen = try await store.receivers().filter(\.isSelected)
            #expect(chosen.count == 1)
            try await expectPoints(points, in: store)
            let path = folder.database
            #expect(try await store.perform { try StoreFile.checkThoroughly($0, path: path) }.isEmpty)
            last = promised
        }
    }

    /// This program again, with nothing to run but the writer.
    private func writer(_ folder: TemporaryFolder) throws -> Process {
        let process = Process()
        process.executableURL = URL(
            fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/self/exe"))
        process.arguments = ["--testing-library", "swift-testing", "--filter", "the writer that is killed"]
        process.environment = ProcessInfo.processInfo.environment
            .merging(["GNSS_STORE_WRITER": folder.path]) { $1 }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    /// How many points the writer appends at once.
    private static let batch = 3

    /// Each batch is there whole or not at all, and every one that was acknowledged is.
    private func expectPoints(_ promised: Int, in store: Store) async throws {
        let path = try await path(store)
        #expect(path.pointCount == promised || path.pointCount == promised + Self.batch)
        var found: [PathPoint] = []
        for try await page in try await store.pages(of: path.id, pageSize: 10_000) { found += page }
        #expect(found == TestPath.points(path.pointCount))
        let rows = try await store.perform { try Int.fetchOne($0, sql: "SELECT count(*) FROM points") }
        #expect(rows == path.pointCount)
    }

    /// What the writer records.
    private func path(_ store: Store) async throws -> RecordedPath {
        if let path = try await store.unfinishedPath() { return path }
        return try await store.startPath(name: "recorded", started: UTCTime(nanosecondsSince1970: 0))
    }

    /// The last number that the writer said it has stored, and how many points.
    private func acknowledged(_ folder: TemporaryFolder) -> (number: Int, points: Int) {
        let text = (try? String(contentsOfFile: folder.path + "/acknowledged", encoding: .utf8)) ?? ""
        let numbers = text.split(separator: "\n").last?.split(separator: " ").compactMap { Int($0) } ?? []
        return numbers.count == 2 ? (numbers[0], numbers[1]) : (0, 0)
    }

    private struct TimeOut: Error {}

    private func waited(until condition: () -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(120)
        while !condition() {
            if ContinuousClock.now > deadline { throw TimeOut() }
            try await Task.sleep(for: .milliseconds(2))
        }
    }
}
