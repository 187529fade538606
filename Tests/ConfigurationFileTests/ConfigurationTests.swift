// SPDX-License-Identifier: Apache-2.0

import Foundation
import SystemSupport
import Testing

@testable import ConfigurationFile

struct ConfigurationTests {
    private let directory: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "configuration-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        directory = url.path
    }

    @Test("A file is read and its errors name it as it was named")
    func read() throws {
        let path = try file("plugin_path: [/a]\n")
        defer { remove() }
        #expect(try ConfigurationDocument.read(path: path).configuration().pluginPath == ["/a"])
        let wrong = try file("plugin_path: [a]\n")
        let error = #expect(throws: ConfigurationErrors.self) {
            try ConfigurationDocument.read(path: wrong).configuration()
        }
        #expect(error?.description.hasPrefix("\(wrong):1:15: plugin_path[0]: ") == true)
    }

    @Test("A missing file, a directory and a device are no input: exit code 66")
    func noInput() {
        defer { remove() }
        expect(directory + "/none.yaml", .missingFile, 66, "no such file")
        expect("", .missingFile, 66, "no such file")
        expect("a\0b", .missingFile, 66, "no such file")
        expect(directory, .notAFile, 66, "is a directory, not a file")
        expect("/dev/null", .notAFile, 66, "is not a regular file")
        expect("/etc/passwd/x", .unreadable, 66, "cannot be read: Not a directory")
    }

    @Test("A FIFO without a writer does not hold the start up", .timeLimit(.minutes(10)))
    func fifo() {
        defer { remove() }
        #expect(mkfifo(directory + "/fifo", 0o600) == 0)
        expect(directory + "/fifo", .notAFile, 66, "is not a regular file")
    }

    @Test("A file without permission is exit code 77", .enabled(if: geteuid() != 0, "root may read everything"))
    func permission() throws {
        defer { remove() }
        let path = try file("")
        chmod(path, 0)
        expect(path, .notPermitted, 77, "no permission to read it")
    }

    @Test("Exit codes follow sysexits")
    func exitCodes() {
        let codes = ConfigurationError.Cause.allCases.map { cause in
            ConfigurationError(cause: cause, file: "f", problem: "p").exitCode
        }
        #expect(codes.prefix(4) == [66, 77, 66, 66])
        #expect(codes.dropFirst(4).allSatisfy { $0 == 78 })
    }

    @Test("A file of more than a mebibyte is refused, one of a mebibyte is not")
    func size() throws {
        defer { remove() }
        let line = "#" + String(repeating: "x", count: 1022) + "\n"
        let largest = try file(String(repeating: line, count: 1024))
        #expect(try ConfigurationDocument.read(path: largest).configuration().receivers.isEmpty)
        let larger = try file(String(repeating: line, count: 1024) + "\n")
        expect(larger, .tooLarge, 78, "is larger than 1048576 bytes")
    }

    @Test("The first byte that is not UTF-8 is told")
    func encoding() throws {
        defer { remove() }
        let path = directory + "/latin.yaml"
        try Data(Array("a: 1\nb: gr".utf8) + [0xFC] + Array("n\n".utf8)).write(to: URL(filePath: path))
        let errors = errors(path)
        #expect(errors.map(\.description) == ["\(path):2:6: is not UTF-8"])
        #expect(errors.map(\.exitCode) == [78])
    }

    private func file(_ text: String) throws -> String {
        let path = directory + "/\(UUID().uuidString).yaml"
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    private func remove() { try? FileManager.default.removeItem(atPath: directory) }

    private func errors(_ path: String) -> [ConfigurationError] {
        do {
            _ = try ConfigurationDocument.read(path: path)
            return []
        } catch {
            return error.errors
        }
    }

    private func expect(_ path: String, _ cause: ConfigurationError.Cause, _ code: Int32, _ problem: String) {
        let errors = errors(path)
        #expect(errors.map(\.cause) == [cause])
        #expect(errors.map(\.exitCode) == [code])
        #expect(errors.map(\.description) == ["\(path): \(problem)"])
    }
}
