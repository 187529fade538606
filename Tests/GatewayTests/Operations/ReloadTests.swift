// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import Logging
import MessageTexts
import NamesPage
import ReceiverHost
import Settings
import Synchronization
import Testing

@testable import ConfigurationFile
@testable import DaemonRuntime
@testable import Gateway

@Suite struct ReloadTests {
    /// What the reloads of a test did.
    private final class Books: Sendable {
        let begun = Mutex(0)
        let running = Mutex(0)
        let waits = Mutex<[DispatchTimeoutResult]>([])
        /// Ends the daemon.
        let end = Mutex<(@Sendable () -> Void)?>(nil)
    }

    private func value(_ yaml: String) throws -> ConfigurationValue {
        try ConfigurationDocument(yaml: yaml, name: "test").configuration().value(drivers: [:])
    }

    @Test func `the keys that differ are named, down to the last section`() throws {
        let old = try value("listen: { gpsd: [\"127.0.0.1:2947\"] }")
        let new = try value("{ listen: { gpsd: [\"127.0.0.1:3000\"] }, selection: { hold_s: 5 }, plugin_path: [/a] }")
        #expect(
            ConfigurationReloader.changes(from: old, to: new) == ["listen.gpsd", "selection.hold_s", "plugin_path"])
        #expect(ConfigurationReloader.changes(from: old, to: old).isEmpty)
    }

    @Test func `the page on operation names every section that takes effect at a reload`() throws {
        let file = PublicNames.package.appending(path: "docs/operations.md")
        let page = try #require(try String(contentsOf: file, encoding: .utf8).split(separator: "\n## Reload\n").last)
        let list = try #require(page.split(separator: "A reload applies ").last?.split(separator: ";").first)
        let written = list.split(separator: "`").filter { $0.allSatisfy { $0.isLowercase || "._".contains($0) } }
        #expect(Set(written.map(String.init)) == Set(ConfigurationReloader.live))
    }

    @Test func `the page on operation lists every alert`() throws {
        let file = PublicNames.package.appending(path: "docs/operations.md")
        let page = try #require(try String(contentsOf: file, encoding: .utf8).split(separator: "\n## Alerts\n").last)
        let table = try #require(page.split(separator: "\n## ").first).split(separator: "\n")
        // The codes are in the first cell of a row.
        let cells = table.filter { $0.hasPrefix("| `") }.map { $0.split(separator: " | ")[0] }
        let written = cells.flatMap { $0.split(separator: "`") }.filter {
            $0.allSatisfy { $0.isLowercase || $0 == "-" }
        }
        let codes = try PublicNames.page("Codes of alerts").map { line in line.filter { $0 != "`" } }
        #expect(Set(written.map(String.init)) == Set(codes))
    }

    @Test func `the example of a webhook is an alert that the daemon can raise`() throws {
        let file = PublicNames.package.appending(path: "docs/webhook.md")
        let page = try String(contentsOf: file, encoding: .utf8)
        let free = try #require(page.firstMatch(of: /"text":"only ([0-9]+) MiB/)?.1)
        let count = try #require(Int64(free))
        #expect(count << 20 < Int64(SystemWatch.leastDisk))
        let text = CodedText(AlertText.lowDisk, ["free": .count(count), "folder": .words("/var/lib/gnss-gateway")]).text
        #expect(page.contains("\"text\":\"\(text)\"}"))
    }

    @Test func `a reload refuses a file with which the daemon could not start again`() async throws {
        let file = NSTemporaryDirectory() + "gnss-reload-\(UUID().uuidString).yaml"
        try Data("discovery: { enabled: false }\n".utf8).write(to: URL(filePath: file))
        defer { try? FileManager.default.removeItem(atPath: file) }
        let books = Books()
        let reloader = ConfigurationReloader(
            file: file, started: try ConfigurationDocument(yaml: "", name: "test").configuration(),
            drivers: DriverRegistry(pluginPath: []), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ) { _ in
        } follow: { _, _ in
            books.begun.withLock { $0 += 1 }
        }
        let error = await #expect(throws: GatewayError.self) { try await reloader.reload() }
        #expect(
            error?.description.contains("no receiver is configured and discovery is off") == true, "\(error as Any)")
        #expect(books.begun.withLock { $0 } == 0)
    }

    @Test func `a reload of a file without a key keeps the receivers and all other settings`() async throws {
        let file = NSTemporaryDirectory() + "gnss-reload-\(UUID().uuidString).yaml"
        let path = URL(filePath: file)
        try Data("# nothing\n".utf8).write(to: path)
        defer { try? FileManager.default.removeItem(atPath: file) }
        let books = Books()
        let reloader = ConfigurationReloader(
            file: file, started: try ConfigurationDocument(yaml: "", name: "test").configuration(),
            drivers: DriverRegistry(pluginPath: []), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ) { _ in
        } follow: { _, _ in
            books.begun.withLock { $0 += 1 }
        }
        // The daemon started with the defaults, so the file removes nothing.
        try await reloader.reload()
        try Data("webhook: { url: \"https://a.example\", secret_file: /secret }\n".utf8).write(to: path)
        try await reloader.reload()
        #expect(books.begun.withLock { $0 } == 2)
        for text in ["", "# nothing\n"] {
            try Data(text.utf8).write(to: path)
            let error = await #expect(throws: GatewayError.self) { try await reloader.reload() }
            #expect(error?.description.contains("contains no key") == true, "\(error as Any)")
        }
        #expect(books.begun.withLock { $0 } == 2)
        try Data("receivers: []\n".utf8).write(to: path)
        try await reloader.reload()
        #expect(books.begun.withLock { $0 } == 3)
    }

    @Test func `a file that a program is writing is read when it is complete`() throws {
        let file = NSTemporaryDirectory() + "gnss-reload-\(UUID().uuidString).yaml"
        let path = URL(filePath: file)
        try Data().write(to: path)
        defer { try? FileManager.default.removeItem(atPath: file) }
        var missing = ["log: {", "log: { level: ", "log: { level: debug }\n"]
        let document = try ConfigurationDocument.readSettled(path: file) {
            guard !missing.isEmpty else { return }
            try? Data(missing.removeFirst().utf8).write(to: path)
        }
        #expect(try document.configuration().log.level == .debug)
        var text = ""
        let errors = #expect(throws: ConfigurationErrors.self) {
            try ConfigurationDocument.readSettled(path: file) {
                text += "#"
                try? Data(text.utf8).write(to: path)
            }
        }
        #expect(errors?.description.contains("changes while it is read") == true, "\(errors as Any)")
        #expect(text.count < 100)
    }

    /// A reloader of a daemon that started with the defaults, and of a file with one setting.
    private func reloader(
        _ file: String, check: @escaping @Sendable () -> Void, adopt: @escaping @Sendable () -> Void,
        follow: @escaping @Sendable () -> Void = {}
    ) throws -> ConfigurationReloader {
        try Data("log: { level: info }\n".utf8).write(to: URL(filePath: file))
        return ConfigurationReloader(
            file: file, started: try ConfigurationDocument(yaml: "", name: "test").configuration(),
            drivers: DriverRegistry(pluginPath: []), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ) { _ in
            check()
        } adopt: { _ in
            adopt()
        } follow: { _, _ in
            follow()
        }
    }

    @Test func `the end waits neither for a reload whose driver does not answer nor for the next one`() async throws {
        let file = NSTemporaryDirectory() + "gnss-reload-\(UUID().uuidString).yaml"
        defer { try? FileManager.default.removeItem(atPath: file) }
        let answer = DispatchSemaphore(value: 0)
        let books = Books()
        let reloader = try reloader(file) {
            books.begun.withLock { $0 += 1 }
            // With the limit, the test fails instead of hanging if the end waits for the driver.
            let result = answer.wait(timeout: .now() + 10)
            books.waits.withLock { $0.append(result) }
        } adopt: {
        }
        let running = Task { try await reloader.reload() }
        while books.begun.withLock({ $0 == 0 }) { await Task.yield() }
        let next = Task { try await reloader.reload() }
        reloader.end()
        for reload in [running, next] {
            let error = await #expect(throws: GatewayError.self) { try await reload.value }
            #expect(error?.description == "the daemon is ending")
        }
        #expect(books.waits.withLock { $0.isEmpty })
        answer.signal()
    }

    @Test func `a reload that the end abandons changes nothing when its driver answers after all`() throws {
        let file = NSTemporaryDirectory() + "gnss-reload-\(UUID().uuidString).yaml"
        defer { try? FileManager.default.removeItem(atPath: file) }
        let books = Books()
        let reloader = try reloader(file) {
            books.begun.withLock { $0 += 1 }
            books.end.withLock { $0 }?()
        } adopt: {
            books.running.withLock { $0 += 1 }
        }
        books.end.withLock { $0 = { reloader.end() } }
        // The second one does not even ask the driver.
        for _ in 0..<2 {
            let error = #expect(throws: GatewayError.self) { try reloader.readAndFollow() }
            #expect(error?.description == "the daemon is ending")
        }
        #expect(books.begun.withLock { $0 } == 1 && books.running.withLock { $0 } == 0)
    }

    @Test func `a reload that is being applied is completed at the end`() async throws {
        let file = NSTemporaryDirectory() + "gnss-reload-\(UUID().uuidString).yaml"
        defer { try? FileManager.default.removeItem(atPath: file) }
        let books = Books()
        let reloader = try reloader(file) {
        } adopt: {
            books.end.withLock { $0 }?()
        } follow: {
            books.running.withLock { $0 += 1 }
        }
        books.end.withLock { $0 = { reloader.end() } }
        try await reloader.reload()
        #expect(books.running.withLock { $0 } == 1)
    }

    @Test func `reloads run one at a time, those that wait share one, and they keep no other task waiting`()
        async throws
    {
        let file = NSTemporaryDirectory() + "gnss-reload-\(UUID().uuidString).yaml"
        try Data("log: { level: info }\n".utf8).write(to: URL(filePath: file))
        defer { try? FileManager.default.removeItem(atPath: file) }
        let gate = DispatchSemaphore(value: 0)
        let books = Books()
        let reloader = ConfigurationReloader(
            file: file, started: try ConfigurationDocument(yaml: "", name: "test").configuration(),
            drivers: DriverRegistry(pluginPath: []), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ) { _ in
        } adopt: { _ in
            books.running.withLock { running in
                running += 1
                #expect(running == 1)
            }
            // With the limit, the test fails instead of hanging if the reloads block the threads of all tasks.
            let result = gate.wait(timeout: .now() + 10)
            books.running.withLock { $0 -= 1 }
            books.waits.withLock { $0.append(result) }
        } follow: { _, _ in
        }
        // More than the tasks that may be between their two lines at a time, one on each processor.
        let reloads = (0..<(100 + 4 * ProcessInfo.processInfo.activeProcessorCount)).map { number in
            Task {
                // All but one are requested while one runs.
                while number > 0, books.running.withLock({ $0 == 0 }) { await Task.yield() }
                books.begun.withLock { $0 += 1 }
                return try await reloader.reload()
            }
        }
        while books.begun.withLock({ $0 < reloads.count }) { await Task.yield() }
        for _ in reloads { gate.signal() }
        for reload in reloads { _ = try await reload.value }
        let waits = books.waits.withLock { $0 }
        #expect(waits.allSatisfy { $0 == .success })
        #expect(waits.count >= 2 && waits.count < reloads.count / 2, "\(waits.count)")
    }
}
