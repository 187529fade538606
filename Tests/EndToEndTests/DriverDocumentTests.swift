// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `docs/writing-a-driver.md`, followed word for word in an empty folder without a network.
struct DriverDocumentTests {
    @Test(arguments: ["In Swift", "In C"])
    func `the document leads to a driver that passes`(section: String) throws {
        let steps = try Self.steps(section)
        #expect(steps.count >= 8)
        let workshop = try Workshop()
        var output = ""
        for step in steps {
            switch step {
            case .commands(let commands): output = try workshop.run(commands)
            case .file(let path, let text): try workshop.write(text, to: path)
            case .output(let lines):
                for line in lines { #expect(output.contains(line), "'\(line)' is not in: \(output)") }
            }
        }
    }

    @Test func `names that are none, folders that are there and drivers of our own are refused`() throws {
        let workshop = try Workshop()
        let taken = workshop.folder.appendingPathComponent("taken").path
        try FileManager.default.createDirectory(atPath: taken, withIntermediateDirectories: true)
        for name in [
            "", "Larus", "1x", "a--b", "-a", "a-", "a/b", "..", "ubx", "driver-kit", String(repeating: "a", count: 41),
        ] {
            let result = try Program.run("drivers", "new", "--language", "c", "--directory", taken + "/x", "--", name)
            #expect(result.status == 64, "\(name): \(result.messages)")
        }
        let result = try Program.run("drivers", "new", "good", "--language", "c", "--directory", taken)
        #expect(result.status == 73 && result.messages.contains("was not changed"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: taken).isEmpty)
        #expect(try Program.run("drivers", "new", "good", "--language", "ada").status == 64)
        let nowhere = try Program.run("drivers", "new", "good", "--language", "c", "--directory", taken + "/a/b")
        #expect(nowhere.status == 73 && nowhere.messages.contains("No such file or directory"))
    }

    @Test func `the advice can be copied into a shell, whatever the folder's name`() throws {
        let workshop = try Workshop()
        let folder = workshop.folder.appendingPathComponent("it's a folder").path
        let made = try Program.run("drivers", "new", "good", "--language", "c", "--directory", folder)
        try #require(made.status == 0, "\(made.messages)")
        let advice = made.messages.split(separator: "\n").map { $0.drop { $0 == " " } }
        let command = try #require(advice.first { $0.hasPrefix("cd ") })
        #expect(try workshop.run("\(command)\npwd") == folder + "\n")
        let plain = workshop.folder.appendingPathComponent("plain").path
        let other = try Program.run("drivers", "new", "good", "--language", "c", "--directory", plain)
        #expect(other.messages.contains("cd \(plain)\n"), "\(other.messages)")
    }

    /// As it is made, before anything of it is changed: also from an installed gateway.
    @Test func `a new driver in C builds, passes its tests and conforms as it is`() throws {
        let workshop = try Workshop()
        let output = try workshop.run(
            "gnss-gateway drivers new my-own-gnss --language c\ncd my-own-gnss\nmake\nmake test\nmake check\nls -A")
        #expect(output.contains("all tests passed") && output.contains("35 passed, 0 failed"), "\(output)")
        for name in [".gitignore", ".github", "README.md", "sample.yaml", "schema.json", "libmy_own_gnss.so"] {
            #expect(output.contains(name), "\(name)")
        }
        let left = try workshop.run("grep -riE 'new.?receiver' --include='*' . --exclude-dir=build || true")
        #expect(left.isEmpty, "\(left)")
    }

    @Test func `the driver of the template in C claims its port, reports noise, and skips a refused record`() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../..").standardizedFileURL
        func path(_ name: String) -> String { root.appendingPathComponent(name).path }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("template-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["schema.h", "sample.h"] { try Data("\"\"".utf8).write(to: folder.appendingPathComponent(name)) }
        let program = folder.appendingPathComponent("test").path
        let folders = [folder.path, path("Kit/c"), path("Kit/c/kit"), path("Sources/CGNSSDriver/include")]
        let compiled = try Program.run(
            "/usr/bin/env",
            ["cc", "-std=c11", "-D_DEFAULT_SOURCE", "-Wall", "-Wextra", "-Werror", "-O1", "-pthread"]
                + folders.flatMap { ["-I", $0] }
                + [path("Tests/CDriver/template_test.c"), path("Kit/c/decoder.c"), path("Kit/c/records.c")]
                + ["-o", program])
        try #require(compiled.status == 0, "the C compiler failed: \(compiled.messages)")
        let result = try Program.run(program, [])
        #expect(result.status == 0 && result.output.contains("the port is claimed"), "\(result.messages)")
    }

    private enum Step {
        case commands(String)
        case file(path: String, text: String)
        case output([String])
    }

    /// The boxes of a section: commands, files (named in the line before), and what the commands say.
    private static func steps(_ section: String) throws -> [Step] {
        let document = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../docs/writing-a-driver.md").standardizedFileURL
        let text = try String(contentsOf: document, encoding: .utf8)
        let part = try #require(text.components(separatedBy: "\n## ").first { $0.hasPrefix(section + "\n") })
        var steps: [Step] = []
        var name = ""
        let pieces = part.components(separatedBy: "```")
        for (index, piece) in pieces.enumerated() {
            guard index % 2 == 1 else {
                let last = piece.split(separator: "\n").last ?? ""
                name = last.hasPrefix("`") && last.hasSuffix("`:") ? String(last.dropFirst().dropLast(2)) : ""
                continue
            }
            let end = try #require(piece.firstIndex(of: "\n"))
            let body = String(piece[piece.index(after: end)...])
            switch piece[..<end] {
            case "sh": steps.append(.commands(body))
            case "swift", "c": steps.append(.file(path: try #require(name.isEmpty ? nil : name), text: body))
            case "text": steps.append(.output(body.split(separator: "\n").map(String.init)))
            case "yaml": continue
            default: Issue.record("a box of the kind '\(piece[..<end])'")
            }
        }
        return steps
    }
}

/// An empty folder in which commands are run one after another, as in a shell, without a network.
private final class Workshop {
    let folder: URL
    private var current: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("gnss-workshop-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        current = folder.path
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Runs commands; each must end well.
    ///
    /// - Returns: what they said.
    func run(_ commands: String) throws -> String {
        let place = folder.appendingPathComponent(".place").path
        let script = "umask 022\ncd '\(current)'\n\(commands)\npwd >'\(place)'\n"
        let build = URL(fileURLWithPath: try Program.gateway).deletingLastPathComponent().path
        let environment = ProcessInfo.processInfo.environment
        let program = try RunningProgram(
            "/usr/bin/env", Self.withoutNetwork + ["bash", "-euo", "pipefail", "-c", script],
            environment: [
                "PATH": "\(build):\(environment["PATH"] ?? "")", "XDG_DATA_HOME": folder.path + "/.data",
                "TMPDIR": folder.path,
            ])
        let result = program.waitForEnd()
        try #require(result.status == 0, "\(commands)\n\(result.output)\(result.messages)")
        current = try String(contentsOfFile: place, encoding: .utf8).trimmingCharacters(in: .newlines)
        return result.output
    }

    func write(_ text: String, to path: String) throws {
        // What the document names is there already, made by 'drivers new'.
        try #require(FileManager.default.fileExists(atPath: "\(current)/\(path)"), "\(path) is not there")
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(current)/\(path)"))
    }

    /// A network of its own that leads nowhere, where the system allows that.
    private static let withoutNetwork: [String] = {
        for command in [["unshare", "-n"], ["unshare", "-rn"]] {
            if (try? Program.run("/usr/bin/env", command + ["true"]))?.status == 0 { return command }
        }
        return []
    }()
}
