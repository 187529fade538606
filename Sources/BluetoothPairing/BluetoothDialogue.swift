// SPDX-License-Identifier: Apache-2.0

package import ControlModel

/// Who is asked, and told, while a device is paired: a person, or what a person said beforehand.
package protocol BluetoothDialogue {
    /// The device wants a PIN.
    func pin(for device: BluetoothDeviceReport) -> PINAnswer
    /// The device wants a number of six digits that it shows; nil: it is not paired.
    func passkey(for device: BluetoothDeviceReport) -> UInt32?
    /// Whether the device shows this number of six digits too.
    func confirms(_ passkey: String, of device: BluetoothDeviceReport) -> Bool
    /// This is to be typed at the device.
    func show(_ code: String, for device: BluetoothDeviceReport)
    /// What goes on, in a sentence.
    func tell(_ words: String)
}

/// The answer to a device that wants a PIN.
package enum PINAnswer: Sendable, Hashable {
    /// This one: 1...16 bytes.
    case pin(String)
    /// Those that receivers usually have, one after the other, each once: a person agreed.
    case usual
    /// None: it is not paired.
    case none
}
