// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Positions flow where no state can be kept, and whatever would pretend to be kept is refused.
@Suite(.serialized) struct UnwritableStoreTests {
    private func expectMemory(_ bench: StoreBench, _ status: Int32, _ words: String) throws {
        let strict = try bench.end("--require-store")
        #expect(strict.status == status, "\(strict.messages)")
        let daemon = try bench.start()
        try bench.awaitPosition()
        let alert = try bench.awaitAlert("store-in-memory", daemon)
        #expect(alert.contains(words), "\(alert)")
        let text = try bench.ask(daemon, "status").output
        #expect(text.contains("in memory only") && text.contains(words), "\(text)")
        let path = try bench.ask(daemon, "paths", "start", "field")
        #expect(path.status != 0 && path.messages.contains("would be lost when the gateway exits"), "\(path.messages)")
        #expect(try bench.ask(daemon, "receivers", "use", "rover").status == 0)
        if let curl = Program.installed("curl") {
            let page = try Program.run(curl, ["-s", "--unix-socket", daemon.socket, "http://gateway/metrics"]).output
            #expect(page.contains("gnss_gateway_store_durable 0"), "\(page)")
            #expect(page.contains("gnss_gateway_alerts_total{code=\"store-in-memory\""), "\(page)")
        }
        daemon.signal(SIGTERM)
        #expect(daemon.waitForEnd().status == 0)
    }

    @Test(.enabled(if: StoreBench.mayMount, "making a disk needs root"))
    func `a folder on a disk that may not be written`() throws {
        let bench = try StoreBench()
        try bench.mount(kilobytes: 4096)
        try bench.fill()
        let before = try bench.bytes(bench.database)
        try bench.makeReadOnly()
        try expectMemory(bench, 77, "the gateway may not write")
        try bench.makeWritable()
        #expect(try bench.bytes(bench.database) == before)
        // The store that was there is in use again.
        let daemon = try bench.start()
        #expect(try bench.trackPoints(daemon) > 0)
    }

    @Test(.enabled(if: StoreBench.mayMount, "making a disk needs root"))
    func `OSNMA decisions of a store that may only be read hold in memory`() throws {
        let bench = try StoreBench()
        try bench.mount(kilobytes: 4096)
        try bench.fill()
        let list = try Program.run("osnma", "trust", "list", "--state-directory", bench.state).output
        let print = try #require(list.firstMatch(of: /[0-9a-f]{12}/)).output
        let removed = try Program.run("osnma", "trust", "remove", String(print), "--state-directory", bench.state)
        #expect(removed.status == 0, "\(removed.messages)")
        try bench.makeReadOnly()
        let daemon = try bench.start()
        #expect(try bench.awaitAlert("store-in-memory", daemon).contains("revocations were read from the store"))
        #expect(try bench.ask(daemon, "osnma", "trust", "list").output.contains("removed"))
    }

    @Test(.enabled(if: StoreBench.mayMount, "making a disk needs root"))
    func `a disk that is full at the first start`() throws {
        let bench = try StoreBench()
        try bench.mount(kilobytes: 4096)
        try bench.fillDisk()
        try expectMemory(bench, 73, "is full")
        unlink(bench.folder + "/ballast")
        let daemon = try bench.start("--require-store")
        #expect(try bench.alerts(daemon).keys.filter { $0.hasPrefix("store-") }.isEmpty)
    }

    @Test(.enabled(if: StoreBench.mayMount, "making a disk needs root"))
    func `a disk that has become full between two starts`() throws {
        let bench = try StoreBench()
        try bench.mount(kilobytes: 2048)
        try bench.fill()
        try bench.fillDisk()
        try expectMemory(bench, 73, "is full")
    }

    @Test func `a file where the folder should be`() throws {
        let bench = try StoreBench()
        try Data().write(to: URL(fileURLWithPath: bench.state))
        try expectMemory(bench, 77, "the gateway may not write")
    }

    @Test func `a folder where the database should be`() throws {
        let bench = try StoreBench()
        try FileManager.default.createDirectory(atPath: bench.database, withIntermediateDirectories: true)
        try expectMemory(bench, 74, "it is not a file")
    }

    @Test func `a store of a later program, and one of another program, are left as they are`() throws {
        let bench = try StoreBench()
        try bench.fill()
        try bench.python("database.execute('PRAGMA user_version = 999')")
        let later = try bench.bytes(bench.database)
        try expectMemory(bench, 78, "a later gnss-gateway wrote")
        #expect(try bench.bytes(bench.database) == later)
        try bench.python("database.execute('PRAGMA application_id = 7')")
        let foreign = try bench.bytes(bench.database)
        try expectMemory(bench, 70, "another program's database")
        #expect(try bench.bytes(bench.database) == foreign && bench.kept.isEmpty)
    }

    @Test func `a token that cannot be read costs the changes over TCP, and no position`() throws {
        let bench = try StoreBench()
        bench.http = "\"127.0.0.1:\(try Program.freePort())\""
        try bench.fill()
        let token = bench.state + "/credentials/control.token"
        try Data(repeating: 0xFF, count: 100).write(to: URL(fileURLWithPath: token))
        let daemon = try bench.start()
        try bench.awaitPosition()
        #expect(
            daemon.messages.contains("changes over TCP are disabled, because the token cannot be read"),
            "\(daemon.messages)")
    }
}
