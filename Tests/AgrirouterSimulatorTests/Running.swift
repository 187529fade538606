// SPDX-License-Identifier: Apache-2.0

import AgrirouterSimulator
import Foundation
import Logging
import ServiceLifecycle

/// A simulator that listens, with programs of others to speak to it.
struct Running: Sendable {
    /// Where it is, as its line says.
    let line: [String: String]
    let folder: URL

    subscript(_ name: String) -> String { line[name] ?? "" }

    /// Runs a simulator while something is done with it.
    static func simulator(
        _ configuration: SimulatorConfiguration? = nil, _ body: @Sendable (Running) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "simulator-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (lines, source) = AsyncStream.makeStream(of: String.self)
        let simulation = AgrirouterSimulation(configuration ?? SimulatorConfiguration(seed: 5)) { source.yield($0) }
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [.init(service: simulation)], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        )
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { source.finish() }
                try await group.run()
            }
            for await line in lines {
                let json = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                let running = Running(line: (json ?? [:]).compactMapValues { $0 as? String }, folder: folder)
                do { try await body(running) } catch {
                    await group.triggerGracefulShutdown()
                    throw error
                }
                break
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    /// What a program wrote and how it ended.
    struct Output: Sendable {
        var status: Int32
        var out: Data
        var words: String

        var text: String { String(decoding: out, as: UTF8.self) }
        var json: [String: Any] { (try? JSONSerialization.jsonObject(with: out) as? [String: Any]) ?? [:] }
    }

    /// Runs a program to its end, without holding a thread meanwhile.
    func run(_ program: String, _ arguments: [String]) async throws -> Output {
        let id = UUID().uuidString
        let files = ["out", "err"].map { folder.appending(path: "\(id).\($0)") }
        for file in files { try Data().write(to: file) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.standardInput = FileHandle.nullDevice
        let handles = try files.map { try FileHandle(forWritingTo: $0) }
        // A process that has ended may hold on to them.
        defer { for handle in handles { try? handle.close() } }
        process.standardOutput = handles[0]
        process.standardError = handles[1]
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in done.resume() }
            do { try process.run() } catch { done.resume(throwing: error) }
        }
        return Output(
            status: process.terminationStatus, out: try Data(contentsOf: files[0]),
            words: String(decoding: try Data(contentsOf: files[1]), as: UTF8.self))
    }

    /// Asks the interface for tests.
    @discardableResult func admin(_ method: String, _ path: String, _ body: String? = nil) async throws -> Output {
        let data = body.map { ["-d", $0] } ?? []
        return try await run("curl", ["-sS", "-m", "120", "-X", method] + data + [self["admin"] + path])
    }

    /// A client's key file and addresses.
    struct Client: Sendable {
        var arguments: [String]
        var endpoint: String
        var measures: String
        var commands: String
    }

    /// Onboards with curl.
    func onboard(_ kind: String, code: String) async throws -> (status: String, json: [String: Any]) {
        let body = """
            {"id":"urn:test:1","applicationId":"\(self["application_id"])",\
            "certificationVersionId":"\(self["version_id"])","gatewayId":"3","certificateType":"\(kind)"}
            """
        let output = try await run(
            "curl",
            [
                "-sS", "-m", "300", "--cacert", self["ca_file"], "-H", "Authorization: Bearer \(code)",
                "-H", "Content-Type: application/json", "-d", body, "-w", "\n%{http_code}",
                self["onboarding"] + "/api/v1.0/registration/onboard",
            ])
        let lines = output.text.split(separator: "\n", omittingEmptySubsequences: false)
        let json = try JSONSerialization.jsonObject(with: Data(lines.dropLast().joined(separator: "\n").utf8))
        return (lines.last.map(String.init) ?? "", json as? [String: Any] ?? [:])
    }

    /// Onboards and writes the key file.
    func client(_ kind: String) async throws -> Client {
        let tan = try await admin("POST", "/tan").json["tan"] as? String
        let (_, json) = try await onboard(kind, code: tan ?? "")
        let authentication = json["authentication"] as? [String: Any] ?? [:]
        let connection = json["connectionCriteria"] as? [String: Any] ?? [:]
        let text = authentication["certificate"] as? String ?? ""
        let file = folder.appending(path: UUID().uuidString)
        try (kind == "PEM" ? Data(text.utf8) : Data(base64Encoded: text) ?? Data()).write(to: file)
        return Client(
            arguments: [
                "--cert-type", kind, "--cert", file.path, "--pass", authentication["secret"] as? String ?? "",
            ],
            endpoint: json["sensorAlternateId"] as? String ?? "", measures: connection["measures"] as? String ?? "",
            commands: connection["commands"] as? String ?? "")
    }

    /// A request to the gateway with curl; the status is the last line.
    func curl(_ arguments: [String], _ address: String) async throws -> Output {
        try await run(
            "curl",
            [
                "-sS", "-m", "120", "--cacert", self["ca_file"], "-H", "Accept: application/json",
                "-H", "Content-Type: application/json", "-w", "\n%{http_code}",
            ] + arguments + [address])
    }

    /// The body of a POST with one measure.
    func body(_ client: Client, _ measure: String) -> String {
        """
        {"sensorAlternateId":"\(client.endpoint)","capabilityAlternateId":"\(client.endpoint)",\
        "measures":[["\(measure)","1795000001"]]}
        """
    }
}
