// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// The captures of receivers that `GNSS_TEST_DATA` names, with what an independent decoder makes of their frames.
enum Captures {
    static let folder: String? = ProcessInfo.processInfo.environment["GNSS_TEST_DATA"].map { $0 + "/receivers/" }
        .flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil }

    static let areThere = {
        if folder == nil { print("GNSS_TEST_DATA is not set: the captures of UBX are not looked at") }
        return folder != nil
    }()

    /// The captures that have expectations, by their path in the folder.
    static let names: [String] = {
        guard let folder, let files = FileManager.default.enumerator(atPath: folder) else { return [] }
        return files.compactMap { $0 as? String }.filter { $0.hasSuffix(".ubx.jsonl") || $0.hasSuffix(".ubx.jsonl.gz") }
            .map { String($0[..<($0.range(of: ".ubx.jsonl")?.lowerBound ?? $0.endIndex)]) }.sorted()
    }()

    static func bytes(_ name: String) -> [UInt8] {
        (folder.flatMap { FileManager.default.contents(atPath: $0 + name) }).map { Array($0) } ?? []
    }

    /// The rows of a capture's expectations that are frames.
    static func expectations(_ name: String) -> [[String: Any]] {
        guard let path = folder.map({ $0 + name + ".ubx.jsonl" }) else { return [] }
        let data = FileManager.default.contents(atPath: path) ?? unpacked(path + ".gz")
        return String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap { line in
            let row = (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any]
            return row?["id"] == nil ? nil : row
        }
    }

    private static func unpacked(_ path: String) -> Data {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["gzip", "-dc", path]
        process.standardOutput = pipe
        guard (try? process.run()) != nil else { return Data() }
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitForEnd()
        return data
    }
}
