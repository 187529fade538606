// SPDX-License-Identifier: Apache-2.0

import GatewayClient
import LocalSocket
import SystemSupport
import Testing

struct ControlClientTests {
    @Test func `without a daemon the client says how to start one`() async {
        let error = await #expect(throws: ControlClientError.self) {
            try await ControlClient(socketPath: "/nowhere/control.sock").streamObservations { _ in true }
        }
        #expect(
            error?.description
                == "no gnss-gateway is running: no socket at /nowhere/control.sock; start it with gnss-gateway run")
        #expect(error?.exitCode == 69)
    }
}
