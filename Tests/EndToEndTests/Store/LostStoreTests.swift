// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Positions flow whatever has become of the store, nothing of a damaged one is lost, and a person is told.
@Suite(.serialized) struct LostStoreTests {
    /// What becomes of a store.
    enum Damage: String, CaseIterable {
        case truncated, garbage, empty, emptyWithLog, pageWithLog, logHead, logBody, gone

        var needsLog: Bool { [.emptyWithLog, .pageWithLog, .logHead, .logBody, .gone].contains(self) }

        func apply(_ bench: StoreBench) throws {
            let (database, log) = (bench.database, bench.database + "-wal")
            switch self {
            case .truncated: truncate(database, try bench.bytes(database).count / 2)
            case .garbage: try Data(repeating: 0xA5, count: 20_000).write(to: URL(fileURLWithPath: database))
            case .empty, .emptyWithLog: truncate(database, 0)
            case .pageWithLog: try bench.overwrite(database, at: 4096, [UInt8](repeating: 0xA5, count: 2000))
            case .logHead: try bench.overwrite(log, at: 0, [UInt8](repeating: 0, count: 32))
            case .logBody: try bench.overwrite(log, at: 40, [UInt8](repeating: 0xA5, count: 2000))
            case .gone: unlink(database)
            }
        }
    }

    @Test(arguments: Damage.allCases)
    func `a damaged store is set aside with its log, an alert names it, and positions flow`(_ damage: Damage) throws {
        let bench = try StoreBench()
        try bench.fill(endingWith: damage.needsLog ? SIGKILL : SIGTERM)
        try damage.apply(bench)
        let files = ["", "-wal"].filter { FileManager.default.fileExists(atPath: bench.database + $0) }
        let before = try files.map { try bench.bytes(bench.database + $0) }

        // As it was before: it ends, and leaves the files as they are.
        let strict = try bench.end("--require-store")
        #expect(strict.status == 70, "\(strict.messages)")
        #expect(try files.map { try bench.bytes(bench.database + $0) } == before)
        #expect(try bench.kept.isEmpty)
        #expect(try bench.check().status == 70)

        let daemon = try bench.start()
        try bench.awaitPosition()
        let alert = try bench.awaitAlert("store-set-aside", daemon)
        let kept = try bench.kept
        #expect(kept.count == files.count, "\(kept)")
        let name = try #require(kept.first { $0.contains("-damaged.sqlite") }).replacingOccurrences(
            of: "-wal", with: "")
        #expect(alert.contains(bench.state + "/" + name) && alert.contains("OSNMA"), "\(alert)")
        #expect(try files.map { try bench.bytes(bench.state + "/" + name + $0) } == before)
        #expect(try bench.ask(daemon, "status").output.contains(name))
        daemon.signal(SIGTERM)
        #expect(daemon.waitForEnd().status == 0)
        #expect(try bench.check().status == 0)
        #expect(try files.map { try bench.bytes(bench.state + "/" + name + $0) } == before)

        // The alert stands until the kept file is moved away.
        let again = try bench.start("--require-store")
        #expect(try bench.awaitAlert("store-set-aside", again).contains(name))
        again.signal(SIGTERM)
        #expect(again.waitForEnd().status == 0)
    }

    @Test func `what a log with an overwritten head does not hold is still in use`() throws {
        let bench = try StoreBench()
        try bench.fill()
        // Ended in good order, so that everything is in the main file.
        let daemon = try bench.start()
        let points = try bench.trackPoints(daemon)
        daemon.signal(SIGKILL)
        _ = daemon.waitForEnd()
        try bench.overwrite(bench.database + "-wal", at: 0, [UInt8](repeating: 0, count: 64))
        let again = try bench.start()
        let alert = try bench.awaitAlert("store-set-aside", again)
        #expect(alert.contains("changes in its log are lost"), "\(alert)")
        #expect(try points > 0 && bench.trackPoints(again) >= points)
    }

    @Test func `a store that is gone is told, and a new one begins`() throws {
        let bench = try StoreBench()
        try bench.fill()
        unlink(bench.database)
        let daemon = try bench.start()
        try bench.awaitPosition()
        #expect(try bench.awaitAlert("store-lost", daemon).contains(bench.database))
    }

    @Test func `the first start makes a store, and raises no alert`() throws {
        let bench = try StoreBench()
        let daemon = try bench.start()
        try bench.awaitPosition()
        #expect(try bench.alerts(daemon).keys.filter { $0.hasPrefix("store-") }.isEmpty)
    }

    @Test func `kill -9 at any moment of setting aside loses nothing of the damaged store`() throws {
        let bench = try StoreBench()
        try bench.fill()
        let garbage = Data((0..<400_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
        try garbage.write(to: URL(fileURLWithPath: bench.database))
        try Data(repeating: 7, count: 5000).write(to: URL(fileURLWithPath: bench.database + "-wal"))
        for delay in stride(from: 0, to: 400, by: 25) {
            let daemon = try bench.launch([])
            poll(nil, 0, Int32(delay))
            daemon.signal(SIGKILL)
            _ = daemon.waitForEnd()
            let names = try bench.kept.map { bench.state + "/" + $0 } + [bench.database, bench.database + "-wal"]
            let contents = names.compactMap { try? bench.bytes($0) }
            #expect(contents.contains(garbage), "after \(delay) ms")
            #expect(contents.contains(Data(repeating: 7, count: 5000)), "after \(delay) ms")
        }
        let daemon = try bench.start()
        try bench.awaitPosition()
        try bench.awaitAlert("store-set-aside", daemon)
        let kept = try bench.kept
        #expect(kept.count == 2, "\(kept)")
        daemon.signal(SIGTERM)
        #expect(daemon.waitForEnd().status == 0)
        #expect(try bench.check().status == 0)
    }

    @Test func `with as many damaged stores as are kept, the next stays where it is and state is in memory`() throws {
        let bench = try StoreBench()
        try FileManager.default.createDirectory(atPath: bench.state, withIntermediateDirectories: true)
        for number in 1...5 {
            try Data([1]).write(
                to: URL(fileURLWithPath: bench.state + "/store-2026010\(number)T000000Z-damaged.sqlite"))
        }
        let garbage = Data(repeating: 0xA5, count: 9000)
        try garbage.write(to: URL(fileURLWithPath: bench.database))
        let daemon = try bench.start()
        try bench.awaitPosition()
        #expect(try bench.awaitAlert("store-in-memory", daemon).contains("move them to another folder"))
        #expect(try bench.bytes(bench.database) == garbage && bench.kept.count == 5)
    }

    @Test func `a second daemon on the folder still ends with 69`() throws {
        let bench = try StoreBench()
        let first = try bench.start()
        let second = try bench.end()
        #expect(second.status == 69 && second.messages.contains("another gnss-gateway"), "\(second.messages)")
        #expect(second.messages.contains("set STATE_DIRECTORY to another folder"), "\(second.messages)")
        let file = try TemporaryFile("state_directory: \(bench.state)\nlisten: { http: [] }\n", suffix: ".yaml")
        let third = try RunningProgram(
            try Program.gateway, ["run", "--config", file.path], environment: ["STATE_DIRECTORY": "/nonexistent"]
        ).waitForEnd()
        #expect(
            third.status == 69 && third.messages.contains("set state_directory to another folder"), "\(third.messages)")
        _ = first
    }
}
