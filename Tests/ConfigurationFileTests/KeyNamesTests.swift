// SPDX-License-Identifier: Apache-2.0

import NamesPage
import Settings
import Testing

@testable import ConfigurationFile

/// `docs/names.md` lists every key of the configuration file.
@Suite struct KeyNamesTests {
    @Test func `the page lists every key of the configuration file, and no other one`() throws {
        let keys = GatewayKeys.file.keys(below: "")
        #expect(keys.count > 50)
        #expect(try PublicNames.faults("Keys of the configuration file", keys.map { "`\($0)`" }) == [])
    }
}

extension ValueSchema {
    /// The keys that have no keys of their own, with the sections that they are in; those of a list's elements after `[]`.
    fileprivate func keys(below path: String) -> [String] {
        let inner = properties.flatMap { $0.schema.keys(below: path.isEmpty ? $0.key : "\(path).\($0.key)") }
        let elements = items.filter { !$0.properties.isEmpty }.flatMap { $0.keys(below: "\(path)[]") }
        return inner.isEmpty && elements.isEmpty ? [path] : inner + elements
    }
}
