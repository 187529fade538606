// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import OSNMA
import OSNMAFiles
import ReceiverFixtures
import Testing

/// A recording with what must be found in it.
struct ExpectedFile: CustomTestStringConvertible, Sendable {
    static let folder = ProcessInfo.processInfo.environment["GNSS_TEST_DATA"].map { $0 + "/osnma" }

    /// All of them, or none without the data.
    static let all: [ExpectedFile] = {
        guard let folder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder + "/expected") else {
            return []
        }
        return names.filter { $0.hasSuffix(".json") }.sorted().map { ExpectedFile(name: String($0.dropLast(5))) }
    }()

    let name: String

    var testDescription: String { name }

    func content() throws -> [String: Any] {
        let data = try Data(contentsOf: URL(fileURLWithPath: "\(Self.folder ?? "")/expected/\(name).json"))
        return try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    }

    private func input() throws -> String {
        (try content()["input"] as? [String: Any])?["file"] as? String ?? ""
    }

    /// The folder that holds the recording and its trust material.
    private func place() throws -> String {
        let input = try input()
        let root = Self.folder ?? ""
        for place in try FileManager.default.subpathsOfDirectory(atPath: root).sorted() {
            let folder = place.split(separator: "/").dropLast()
            guard place.hasSuffix("/" + input), folder.count < 2 || folder.last.map(String.init) == name else {
                continue
            }
            return root + "/" + folder.joined(separator: "/")
        }
        throw CocoaError(.fileNoSuchFile)
    }

    func pages() throws -> [RecordedPage] {
        let input = try input()
        return try PageFile(gunzip(try place() + "/" + input), name: String(input.dropLast(3))).pages
    }

    func anchors() throws -> TrustAnchors {
        try TrustFolder(try place()).anchors
    }
}
