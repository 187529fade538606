// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// Programs of others that judge what is written. In CI they have to be there.
enum Judges {
    static let xmllint = "/usr/bin/xmllint"
    static let gpsbabel = "/usr/bin/gpsbabel"

    static let isCI = ProcessInfo.processInfo.environment["CI"] != nil
    static let hasGPSBabel = isCI || FileManager.default.isExecutableFile(atPath: gpsbabel)
    static let hasSchemas = isCI || (FileManager.default.isExecutableFile(atPath: xmllint) && schemas != nil)

    /// Where `script/schemas` has the schemas.
    static let schemas: String? = {
        let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        let script = package.appending(path: "script/schemas").path
        guard let answer = try? run("/bin/bash", [script]), answer.status == 0 else { return nil }
        return answer.output.split(separator: "\n").last.map(String.init)
    }()

    /// Runs a program to its end; what it says goes through a file, so that neither waits for the other.
    static func run(_ program: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
        try withFolder { folder in
            let file = folder.appending(path: "output")
            try Data().write(to: file)
            let output = try FileHandle(forWritingTo: file)
            let process = Process()
            process.executableURL = URL(filePath: program)
            process.arguments = arguments
            (process.standardOutput, process.standardError) = (output, output)
            process.standardInput = FileHandle.nullDevice
            try process.run()
            process.waitForEnd()
            return (process.terminationStatus, String(decoding: try Data(contentsOf: file), as: UTF8.self))
        }
    }

    /// A folder that goes away.
    static func withFolder<Value>(_ use: (URL) throws -> Value) throws -> Value {
        let folder = FileManager.default.temporaryDirectory.appending(path: "paths-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try use(folder)
    }
}
