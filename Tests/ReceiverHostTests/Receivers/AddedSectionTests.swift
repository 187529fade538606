// SPDX-License-Identifier: Apache-2.0

import ConfigurationFile
import Settings
import Testing

@testable import ReceiverHost

/// The driver's section of a receiver that was added by its Bluetooth address.
@Suite struct AddedSectionTests {
    private static let address = "00:1D:43:5F:A0:2C"
    private static let adapter = "5C:F3:70:00:00:01"

    private func schema(_ keys: String...) throws -> DriverSchema {
        let properties = keys.map { "\"\($0)\":{\"type\":\"string\",\"description\":\"A text.\"}" }
        return try DriverSchema(
            json: """
                {"type":"object","additionalProperties":false,"required":["address"],
                "properties":{\(properties.joined(separator: ","))}}
                """, driver: "fake")
    }

    @Test func `it has the adapter if there is one to use and the driver has that key`() throws {
        let both = AddedReceiver.section(Self.address, adapter: Self.adapter, try schema("address", "adapter"))
        #expect(both["address"]?.text == Self.address && both["adapter"]?.text == Self.adapter)
        let other = AddedReceiver.section(Self.address, adapter: Self.adapter, try schema("address"))
        #expect(other == AddedReceiver.section(Self.address))
        let unset = AddedReceiver.section(Self.address, try schema("address", "adapter"))
        #expect(unset == other && unset["adapter"] == nil)
    }
}
