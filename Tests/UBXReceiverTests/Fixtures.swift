// SPDX-License-Identifier: Apache-2.0

import DriverKit
import ReceiverFixtures
import UBX

@testable import SerialReceiver
@testable import UBXReceiver

/// A driver with short times; answers may take long where the machine is busy.
func driver(_ device: String, _ more: String = "") throws -> UBXReceiverDriver {
    var driver = try UBXReceiverDriver(DriverConfiguration(json: "{\"device\": \"\(device)\"\(more)}"))
    driver.receiver.timing.listen = 250_000_000
    driver.receiver.timing.listenAtOne = 600_000_000
    driver.receiver.timing.gap = 10_000_000
    driver.settings.timing.answer = 700_000_000
    driver.settings.timing.acknowledgement = 300_000_000
    return driver
}

let ram = ", \"configure\": \"ram\""

extension Run {
    /// Starts the driver.
    convenience init(_ driver: UBXReceiverDriver) { self.init(driver, of: UBXReceiverDriver.plugin) }
}
