// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import ReceiverStream
import TestSupport

/// A recording of a receiver that hands over Galileo's pages, with what is known of them.
struct PageCapture {
    /// The member `input` of an expectation, and the columns of its subframes that are about pages.
    struct Expectation: Decodable {
        var pages: Int
        var pagesByBand: [String: Int]
        var firstPageGst: [Int]
        var lastPageGst: [Int]
        var svids: [Int]
        var pagesCrcBad: Int
    }

    private struct Document: Decodable {
        var input: Expectation
    }

    var name: String
    var bytes: [UInt8]
    var expected: Expectation
    /// For each subframe: its start in seconds of the week, the satellites with 15 pages, those with fewer.
    var subframes: [[Int]]

    /// Where recordings and expectations are; they are not part of the project.
    private static var folder: String? {
        ProcessInfo.processInfo.environment["GNSS_TEST_DATA"].map { $0 + "/osnma" }
    }

    /// The expectations of recordings of a kind, `ubx` or `sbf`, that are there.
    static func names(_ kind: String) -> [String] {
        guard let folder else { return [] }
        let all = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/expected")) ?? []
        return all.filter { $0.hasPrefix(kind + "_") }.sorted()
    }

    /// - Parameters:
    ///   - name: of the file of expectations.
    ///   - kind: `ubx` or `sbf`.
    init?(_ name: String, kind: String) throws {
        guard let folder = Self.folder else { return nil }
        let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/expected/" + name))
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        expected = try decoder.decode(Document.self, from: data).input
        let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        let input = object?["input"] as? [String: Any]
        guard let file = input?["file"] as? String else { return nil }
        let rows = object?["subframes"] as? [[Any]] ?? []
        subframes = rows.map { $0.prefix(3).compactMap { $0 as? Int } }
        self.name = name
        bytes = try unpacked(folder + "/" + kind + "/" + file)
    }
}

/// The content of a file that `gzip` packed.
func unpacked(_ path: String) throws -> [UInt8] {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", path]
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitForEnd()
    return Array(data)
}

/// The raw pages of a stream, in their order.
func pages(of bytes: [UInt8], feed: Int = .max) -> [NavigationPage] {
    decode(bytes, feed: feed).flatMap(\.payloads).compactMap { payload in
        if case .navigationPage(let page) = payload { page } else { nil }
    }
}
