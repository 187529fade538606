// SPDX-License-Identifier: Apache-2.0

import DriverKit
import ReceiverFixtures
import Synchronization
import Transport

@testable import BluetoothRFCOMM
@testable import SerialReceiver

/// Receivers' addresses that no other test uses: what is known of them is kept for the whole process.
private let addresses = Atomic(0x00AA_0102_0000)

func newAddress() -> BluetoothAddress {
    let number = addresses.wrappingAdd(1, ordering: .relaxed).newValue
    let bytes = (0..<6).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    return BluetoothAddress(kernel: bytes) ?? receiverAddress
}

private let receiverAddress = BluetoothAddress(kernel: [1, 2, 3, 4, 5, 6]) ?? newAddress()

/// A driver with short times.
func driver(
    _ radio: FalseRadio, _ address: BluetoothAddress = newAddress(), _ more: String = ""
) throws -> BluetoothRFCOMMDriver {
    let json = "{\"address\": \"\(address)\"\(more)}"
    var driver = BluetoothRFCOMMDriver(try BluetoothSettings(DriverConfiguration(json: json)), radio: radio)
    driver.timing = BluetoothConnector.Timing(look: 5_000_000, linkDecay: 5_000_000)
    driver.receiver.timing.listenAtOne = 300_000_000
    driver.receiver.timing.gap = 10_000_000
    return driver
}

extension Run {
    /// Starts the driver.
    convenience init(_ driver: BluetoothRFCOMMDriver) { self.init(driver, of: BluetoothRFCOMMDriver.plugin) }
}
