// SPDX-License-Identifier: Apache-2.0

package import ControlModel
package import GNSSTypes

/// The device on which a receiver is to be set up, and the receiver of the daemon that uses it.
package struct ProvisionTarget: Hashable, Sendable {
    /// The path or address of the device.
    package let device: String
    /// The ID of the daemon's receiver that uses the device; nil if none does.
    package let holder: String?
    /// True if the holder is stopped: it has released the device, and must not be started after the set-up.
    package let isHolderStopped: Bool
    /// The driver that the holder keeps, whatever protocol the receiver uses. Nil if no receiver of the daemon uses the
    /// device, or discovery chooses the driver again when another one fits.
    let keptDriver: String?
    /// The rate in bits per second at which the holder's configuration makes it listen. Nil if no receiver of the daemon
    /// uses the device, or its driver searches for the rate.
    let configuredBaud: Int?

    /// Finds the device; nil if no receiver or device has the name, or it is on no line.
    ///
    /// - Parameters:
    ///   - name: A receiver's ID, a path, an identity or an address.
    ///   - receivers: The receivers of the daemon.
    ///   - devices: The serial devices that are plugged in.
    package init?(_ name: String, _ receivers: [ReceiverReport], _ devices: [DeviceReport]) {
        let report = receivers.first { $0.id == name } ?? receivers.first { $0.device == name || $0.identity == name }
        let exact = devices.first { device in
            [device.node, device.identity].contains(name) || device.links.contains(name)
                || report.map { $0.device == device.identity || $0.identity == device.identity } ?? false
        }
        // A configuration may give a shorter form of the identity. If several devices have it, one of them is the wrong
        // one.
        let own = report.map { report in devices.filter { $0.receiver == report.id } } ?? []
        let device = exact ?? (own.count == 1 ? own.first : nil)
        let path = device?.node ?? report?.device ?? name
        guard path.hasPrefix("/") || path.hasPrefix("tcp://") else { return nil }
        self.device = path
        let user = report ?? receivers.first { $0.id == device?.receiver }
        holder = user?.id
        isHolderStopped = user?.state == ReportCode(ReceiverState.stopped)
        keptDriver = user.flatMap { $0.origin == "found" ? nil : $0.driver }
        configuredBaud = user?.configuredBaud
    }

    /// The reason why NMEA must stay on: without it, the daemon would lose the receiver's position. Nil if NMEA may be
    /// switched off.
    package var needForNMEA: CodedText? {
        guard let holder, let keptDriver, keptDriver != Self.driverForUBX else { return nil }
        return CodedText(
            ProvisionText.needsNMEA,
            ["receiver": .words(holder), "driver": .words(keptDriver), "remedy": .words(Self.driverForUBX)])
    }

    /// True if the line's rate must not be raised without a request: the holder listens at the configured rate only.
    package var keepsRate: Bool { configuredBaud != nil }

    /// The reason why the receiver must not get a rate: the daemon would hear it no more. Nil if it may get that rate.
    ///
    /// - Parameter baud: The new rate; nil to keep the present one.
    package func refusal(ofRate baud: Int?) -> CodedText? {
        guard let holder, let configuredBaud, let baud, baud != configuredBaud else { return nil }
        return CodedText(
            ProvisionText.needsRate,
            ["receiver": .words(holder), "configured": .words("\(configuredBaud)"), "rate": .words("\(baud)")])
    }

    /// The driver that needs no NMEA. A driver from elsewhere may need none either, but the gateway cannot know that.
    private static let driverForUBX = "ubx"
}
