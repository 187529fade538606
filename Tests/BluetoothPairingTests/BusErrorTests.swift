// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BluetoothPairing

/// The reasons that D-Bus states, as problems.
@Suite struct BusErrorTests {
    private func code(_ name: String, isEarly: Bool) -> BluetoothPairingError.Code {
        BluetoothPairingError(
            BusError(name: "org.freedesktop.DBus.Error.\(name)", message: "no reply", isEarly: isEarly)
        ).code
    }

    @Test func `a service that ends before it answers is missing, not slow`() {
        #expect(code("NoReply", isEarly: true) == .noDaemon)
        #expect(code("Disconnected", isEarly: true) == .noDaemon)
        #expect(code("ServiceUnknown", isEarly: true) == .noDaemon)
        #expect(code("NoReply", isEarly: false) == .timedOut)
        #expect(code("Timeout", isEarly: true) == .timedOut)
    }
}
