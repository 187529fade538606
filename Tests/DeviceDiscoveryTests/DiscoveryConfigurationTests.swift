// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ConfigurationFile
@testable import DeviceDiscovery

struct DiscoveryConfigurationTests {
    private func read(_ yaml: String) throws -> DiscoveryConfiguration {
        try ConfigurationDocument(yaml: yaml, name: "gateway.yaml").configuration().discovery
    }

    @Test func `left out, it is for those who configure no receiver`() throws {
        #expect(try read("") == DiscoveryConfiguration())
        #expect(try read("discovery: {}").isEnabled == nil)
    }

    @Test func `its keys are read, and written as they were`() throws {
        let yaml =
            "discovery: { enabled: true, probe: [/dev/ttyAMA0], ignore: [\"usb:1a86:7523*\", \"*/by-id/*Zigbee*\"] }"
        let discovery = try read(yaml)
        #expect(discovery.isEnabled == true)
        #expect(discovery.probe == ["/dev/ttyAMA0"])
        #expect(discovery.ignored == ["usb:1a86:7523*", "*/by-id/*Zigbee*"])
        let configuration = try ConfigurationDocument(yaml: yaml, name: "gateway.yaml").configuration()
        #expect(try read(try configuration.yaml()) == discovery)
    }

    @Test(arguments: ["ignore: [ttyUSB0]", "enabled: 1", "probe: /dev/ttyS0", "speed: 4"])
    func `what is neither is refused`(text: String) {
        #expect(throws: ConfigurationErrors.self) { try read("discovery: { \(text) }") }
    }
}
