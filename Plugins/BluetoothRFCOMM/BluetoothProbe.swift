// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import SerialReceiver
internal import Transport

/// Probes a device for a receiver: connects and only reads.
struct BluetoothProbe {
    let radio: any Radio
    /// The end of the probe, by `MonotonicClock`.
    let deadline: Int64

    /// - Parameter device: A Bluetooth address.
    func run(_ device: String) throws(DriverError) -> ProbeResult {
        guard let address = BluetoothAddress(device) else {
            throw .failed("'\(device)' is not a Bluetooth address, such as 00:1D:43:5F:A0:2C")
        }
        guard ReceiverRegister.claim(address) else {
            throw .lost("\(address): a receiver of this gateway already uses it")
        }
        defer { ReceiverRegister.release(address) }
        let settings = BluetoothSettings.look(at: address)
        let line: RFCOMMLine
        do throws(BluetoothError) {
            line = try BluetoothConnector(settings: settings, radio: radio, deadline: deadline).connect(silence: nil)
        } catch {
            throw DriverError(error, address, settings)
        }
        do throws(DriverError) {
            return try LineReceiver.probe(on: line, deadline: deadline, .radio)
        } catch {
            throw line.failure.map { DriverError($0, address, settings) } ?? error
        }
    }
}
