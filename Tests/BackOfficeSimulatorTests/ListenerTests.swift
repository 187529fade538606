// SPDX-License-Identifier: Apache-2.0

import BackOfficeSimulator
import Foundation
import Logging
import ServiceLifecycle
import Testing

/// curl against the running simulator.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ListenerTests {
    /// What curl wrote and how it ended.
    private struct Output: Sendable {
        var status: Int32
        var text: String
        var json: [String: Any] {
            (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any] ?? [:]
        }
    }

    /// Runs a simulator while something is done with it.
    private func simulated(
        _ dialect: BackOfficeDialect = .egnss4cap, faults: [String] = [],
        _ body: @Sendable ([String: String]) async throws -> Void
    ) async throws {
        var configuration = BackOfficeSimulatorConfiguration(
            dialect: dialect, users: [.init(login: "farmer", password: "secret")], secret: "example-secret")
        configuration.faults = faults
        let (lines, source) = AsyncStream.makeStream(of: String.self)
        let simulation = BackOfficeSimulation(configuration) { source.yield($0) }
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [.init(service: simulation)],
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { source.finish() }
                try await group.run()
            }
            for await line in lines {
                let json = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                do { try await body((json ?? [:]).compactMapValues { $0 as? String }) } catch {
                    await group.triggerGracefulShutdown()
                    throw error
                }
                break
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    private func curl(_ arguments: String...) async throws -> Output {
        let file = FileManager.default.temporaryDirectory.appending(path: "curl-\(UUID().uuidString)")
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["curl", "-sS", "-m", "60", "-H", "Accept: application/json"] + arguments
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        process.standardOutput = handle
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in done.resume() }
            do { try process.run() } catch { done.resume(throwing: error) }
        }
        return Output(status: process.terminationStatus, text: try String(contentsOf: file, encoding: .utf8))
    }

    private static let login = "login=farmer&pswd=secret"

    @Test(arguments: BackOfficeDialect.allCases)
    func `curl signs in and lists tasks`(dialect: BackOfficeDialect) async throws {
        try await simulated(dialect) { line in
            let server = line["server"] ?? ""
            let path = server + (line["path"] ?? "")
            #expect(
                server.hasPrefix("http://127.0.0.1:") && server.hasSuffix("/") && line["dialect"] == dialect.rawValue)
            _ = try await curl("-d", #"{"name":"A"}"#, (line["admin"] ?? "") + "tasks")
            let signedIn = try await curl("-d", Self.login, path.replacingOccurrences(of: "*", with: "login"))
            #expect(signedIn.json["status"] as? String == "ok", "\(signedIn)")
            let token = signedIn.json["token"] as? String
            #expect((token == nil) == (dialect == .egnss4cap))
            let list = try await curl(
                "-H", "Authorization: Bearer \(token ?? "")", "-d", "user_id=10",
                path.replacingOccurrences(of: "*", with: "tasks"))
            #expect((list.json["tasks"] as? [[String: Any]])?.first?["name"] as? String == "A", "\(list)")
            let other = try await curl("-w", "%{http_code}", "-o", "/dev/null", server)
            #expect(other.text == "404")
            let hidden = try await curl((line["admin"] ?? "").replacingOccurrences(of: "simulator/", with: "state"))
            #expect(hidden.json["error"] != nil, "\(hidden)")
        }
    }

    @Test func `the connection ends where the faults say`() async throws {
        let faults = [
            #"{"kind":"drop","next":1}"#, #"{"kind":"drop","when":"after","bytes":9,"next":1}"#,
            #"{"kind":"cut","bytes":0,"next":1}"#, #"{"kind":"cut","bytes":100000,"next":1}"#,
            #"{"kind":"silent","next":1}"#, #"{"kind":"endless","next":1}"#,
        ]
        try await simulated(faults: faults) { line in
            let address = (line["server"] ?? "") + "ws/comm_login.php"
            // 52: no answer; 18: a part of one; 55 and 56: the connection broke.
            #expect([52, 56].contains(try await curl("-d", Self.login, address).status))
            let part = try await curl("-d", Self.login, address)
            #expect(part.status == 18 && part.text.utf8.count == 9, "\(part)")
            #expect([52, 55, 56].contains(try await curl("-d", Self.login, address).status))
            let large = Self.login + "&x=" + String(repeating: "x", count: 100_000)
            #expect([52, 55, 56].contains(try await curl("-d", large, address).status))
            #expect(try await curl("-m", "1", "-d", Self.login, address).status == 28)
            let endless = try await curl(
                "-m", "2", "-w", "%{size_download}", "-o", "/dev/null", "-d", Self.login, address)
            #expect(endless.status == 28 && Int(endless.text) ?? 0 > 5_000_000, "\(endless)")
            #expect(try await curl("-d", Self.login, address).json["status"] as? String == "ok")
            let requests = try await curl((line["admin"] ?? "") + "requests").json["requests"] as? [[String: Any]]
            #expect((requests ?? []).map { $0["fault"] as? Int ?? 0 } == [1, 2, 3, 4, 5, 6, 0], "\(requests ?? [])")
        }
    }

    @Test func `another host records each request that a redirection brings it`() async throws {
        try await simulated(faults: [#"{"kind":"redirect","next":2}"#]) { line in
            let address = (line["server"] ?? "") + "ws/comm_login.php"
            func elsewhere() async throws -> [[String: Any]] {
                let all = try await curl((line["admin"] ?? "") + "requests").json["requests"] as? [[String: Any]] ?? []
                return all.filter { $0["to"] as? String == "elsewhere" }
            }
            #expect(try await curl("-w", "%{http_code}", "-o", "/dev/null", "-d", Self.login, address).text == "302")
            #expect(try await elsewhere().isEmpty)
            let led = try await curl("-L", "-H", "Authorization: Bearer t", "-d", Self.login, address)
            #expect(led.status == 0 && led.text.contains("Another host"), "\(led)")
            let seen = try await elsewhere()
            #expect(seen.count == 1 && seen.first?["path"] as? String == "login", "\(seen)")
        }
    }

    @Test func `a port that is taken, or a wrong fault, prevents the start`() async throws {
        try await simulated { line in
            let port = URL(string: line["server"] ?? "")?.port ?? 0
            var configuration = BackOfficeSimulatorConfiguration(dialect: .pic2bim, users: [], secret: "s")
            configuration.ports.office = port
            let second = BackOfficeSimulation(configuration) { _ in }
            await #expect(throws: BackOfficeSimulatorError.self) { try await second.run() }
        }
        await #expect(throws: BackOfficeSimulatorError.self) {
            try await simulated(faults: ["{}"]) { _ in }
        }
    }
}
