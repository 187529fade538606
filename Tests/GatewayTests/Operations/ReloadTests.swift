// SPDX-License-Identifier: Apache-2.0

import Settings
import Testing

@testable import ConfigurationFile
@testable import Gateway

@Suite struct ReloadTests {
    private func value(_ yaml: String) throws -> ConfigurationValue {
        try ConfigurationDocument(yaml: yaml, name: "test").configuration().value(drivers: [:])
    }

    @Test func `the keys that differ are named, down to the last section`() throws {
        let old = try value("listen: { gpsd: [\"127.0.0.1:2947\"] }")
        let new = try value("{ listen: { gpsd: [\"127.0.0.1:3000\"] }, selection: { hold_s: 5 }, plugin_path: [/a] }")
        #expect(
            ConfigurationReloader.changes(from: old, to: new) == ["listen.gpsd", "selection.hold_s", "plugin_path"])
        #expect(ConfigurationReloader.changes(from: old, to: old).isEmpty)
    }
}
