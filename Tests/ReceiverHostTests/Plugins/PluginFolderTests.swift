// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ConfigurationFile
@testable import ReceiverHost

/// Each folder of `Plugins/` is complete: code, README, sample and schema, and they agree.
@Suite struct PluginFolderTests {
    private static let plugins = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../Plugins").standardizedFileURL

    private static let folders =
        ((try? FileManager.default.contentsOfDirectory(atPath: plugins.path)) ?? []).filter { !$0.hasPrefix(".") }
        .sorted()

    private func text(_ folder: String, _ file: String) throws -> String {
        try String(
            contentsOf: Self.plugins.appendingPathComponent(folder).appendingPathComponent(file), encoding: .utf8)
    }

    @Test func `there are plugins`() { #expect(!Self.folders.isEmpty) }

    @Test(arguments: folders) func `the schema is of the contract's subset, and the sample is valid`(folder: String)
        throws
    {
        let schema = try DriverSchema(json: try text(folder, "schema.json"), driver: folder)
        let sample = try DriverSection(yaml: try text(folder, "sample.yaml"), name: "\(folder)/sample.yaml")
        _ = try sample.json(schema)
    }

    @Test(arguments: folders) func `what the sample sets is the default, where there is one`(folder: String) throws {
        let schema = try DriverSchema(json: try text(folder, "schema.json"), driver: folder)
        let sample = try DriverSection(yaml: try text(folder, "sample.yaml"), name: "sample").json(schema)
        let sampleKeys = try #require(try JSONSerialization.jsonObject(with: Data(sample.utf8)) as? [String: NSObject])
        let described = try JSONSerialization.jsonObject(with: Data(try text(folder, "schema.json").utf8))
        let required = (described as? [String: Any])?["required"] as? [String] ?? []
        let least = try JSONSerialization.data(withJSONObject: sampleKeys.filter { required.contains($0.key) })
        let defaults = try DriverSection(yaml: String(decoding: least, as: UTF8.self), name: "least").json(schema)
        let defaultKeys = try #require(
            try JSONSerialization.jsonObject(with: Data(defaults.utf8)) as? [String: NSObject])
        for (key, value) in defaultKeys { #expect(sampleKeys[key] == value, "\(key)") }
    }

    @Test(arguments: folders) func `the README states kind, stability and what it was run against`(folder: String)
        throws
    {
        let readme = try text(folder, "README.md")
        for word in ["| kind |", "| delivers |", "| stability |", "| run against |"] {
            #expect(readme.contains(word), "\(folder)/README.md lacks \(word)")
        }
    }
}
