// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Gateway

@Suite struct MissingAddressesTests {
    @Test func `the message at the end of the start names the addresses that are missing then`() {
        let missing = MissingAddresses()
        #expect(missing.readyMessage == "start: ready, all servers are listening")
        missing.set(["192.0.2.7:2947", "192.0.2.8:2947"], of: "gpsd")
        missing.set(["192.0.2.7:443"], of: "HTTPS")
        missing.set([], of: "NMEA")
        #expect(
            missing.readyMessage
                == "start: ready, but these addresses cannot be served yet: 192.0.2.7:443 (HTTPS), "
                + "192.0.2.7:2947 (gpsd), 192.0.2.8:2947 (gpsd)")
        missing.set([], of: "gpsd")
        missing.set([], of: "HTTPS")
        #expect(missing.readyMessage == "start: ready, all servers are listening")
    }
}
