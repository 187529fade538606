// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// The program as a user has it: the executable that was built with the tests, and others of the system.
enum Program {
    /// Where the executable and the plugins stand: beside the test bundle.
    static var gateway: String {
        get throws {
            let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            let path = URL(fileURLWithPath: bundle).deletingLastPathComponent()
                .appendingPathComponent("gnss-gateway").path
            try #require(FileManager.default.isExecutableFile(atPath: path), "\(path) is not built")
            return path
        }
    }

    /// The path of a program of the system, or nil where it is not installed.
    static func installed(_ name: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// The captures, or nil where `GNSS_TEST_DATA` does not name them.
    static let captures: String? = {
        guard let folder = ProcessInfo.processInfo.environment["GNSS_TEST_DATA"] else { return nil }
        let captures = folder + "/receivers"
        return FileManager.default.fileExists(atPath: captures) ? captures : nil
    }()

    struct Result {
        var status: Int32
        var output: String
        var messages: String
        var lines: [Substring] { output.split(whereSeparator: \.isNewline) }
    }

    /// Runs the gateway to its end.
    static func run(_ arguments: String..., input: String? = nil) throws -> Result {
        try run(try gateway, arguments, input: input)
    }

    /// Runs a program to its end.
    static func run(_ path: String, _ arguments: [String], input: String? = nil) throws -> Result {
        let process = try RunningProgram(path, arguments, input: input)
        return process.waitForEnd()
    }

    /// A port that nobody listens on now.
    static func freePort() throws -> Int { try FreePorts.shared.take() }
}

/// A program that runs. Its standard output and error go to files, so that it never waits for its reader.
final class RunningProgram {
    private let process = Process()
    private let folder: URL
    private let isDaemon: Bool

    init(_ path: String, _ arguments: [String], input: String? = nil, environment: [String: String] = [:]) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("gnss-program-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Perhaps started by another program.
        let words = [path] + arguments
        isDaemon = zip(words, arguments).contains { $0.hasSuffix("/gnss-gateway") && $1 == "run" }
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment
            .merging([
                "GNSS_GATEWAY_SOCKET": folder.appendingPathComponent("control.sock").path,
                "STATE_DIRECTORY": folder.appendingPathComponent("state").path,
            ]) { $1 }
            .merging(environment) { $1 }
        process.standardOutput = try file("output")
        process.standardError = try file("messages")
        process.standardInput =
            try input.map { text in
                try Data(text.utf8).write(to: folder.appendingPathComponent("input"))
                return try FileHandle(forReadingFrom: folder.appendingPathComponent("input"))
            } ?? FileHandle.nullDevice
        try process.run()
    }

    deinit {
        if process.isRunning { process.terminate() }
        try? FileManager.default.removeItem(at: folder)
    }

    var output: String { text("output") }
    var messages: String { text("messages") }

    /// The control socket of a daemon that was started so. It waits until the daemon listens to it, or has ended.
    var socket: String {
        let deadline = Date(timeIntervalSinceNow: 60)
        let pause = PollPause()
        let words = "start: ready"
        // On a terminal, the log is output.
        while isDaemon, process.isRunning, !messages.contains(words), !output.contains(words), Date() < deadline {
            // The log is a file, which says nothing of its growing.
            pause.wait()
        }
        return folder.appendingPathComponent("control.sock").path
    }

    /// The most memory that it has taken so far, in kB; nil once it has ended.
    var peakMemory: Int? {
        status("VmHWM:")
    }

    /// Whether it has not ended yet.
    var isRunning: Bool { process.isRunning }

    /// Its process id.
    var identifier: Int32 { process.processIdentifier }

    /// A number of `/proc/…/status`.
    func status(_ name: String) -> Int? {
        let status = try? String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix(name) }
        return line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) }
    }

    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    func waitForEnd() -> Program.Result {
        process.waitForEnd()
        return Program.Result(status: process.terminationStatus, output: output, messages: messages)
    }

    /// Waits until the program has said something.
    func wait(for words: String, within seconds: Double = 120) throws {
        let deadline = Date(timeIntervalSinceNow: seconds)
        let pause = PollPause()
        while !messages.contains(words), !output.contains(words) {
            try #require(Date() < deadline, "it never said '\(words)', but: \(messages)")
            try #require(process.isRunning, "it ended without '\(words)': \(messages)")
            pause.wait()
        }
    }

    private func file(_ name: String) throws -> FileHandle {
        let url = folder.appendingPathComponent(name)
        try Data().write(to: url)
        return try FileHandle(forWritingTo: url)
    }

    private func text(_ name: String) -> String {
        let data = (try? Data(contentsOf: folder.appendingPathComponent(name))) ?? Data()
        return String(decoding: data, as: UTF8.self)
    }
}

/// A file for a test, removed with it.
final class TemporaryFile {
    let path: String

    init(_ text: String, suffix: String = "") throws {
        path = NSTemporaryDirectory() + "gnss-file-\(UUID().uuidString)\(suffix)"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// A folder that is gone with the value.
final class TemporaryFolder {
    let path = NSTemporaryDirectory() + "gnss-folder-\(UUID().uuidString)"

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// A JSON line.
func object(_ line: some StringProtocol) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
    return try #require(value as? [String: Any])
}
