// SPDX-License-Identifier: Apache-2.0

package import SetupModel

/// Answers questions and receives messages while a device is being paired: a person, or answers given in advance.
package protocol BluetoothDialogue {
    /// True if the pairing must not go on.
    var isCancelled: Bool { get }
    /// Returns the PIN for the device.
    func pin(for device: BluetoothDeviceReport) -> PINAnswer
    /// Returns the six-digit number that the device displays; nil to cancel the pairing.
    func passkey(for device: BluetoothDeviceReport) -> UInt32?
    /// Returns true if the device displays the same six-digit number.
    func confirms(_ passkey: String, of device: BluetoothDeviceReport) -> Bool
    /// Shows a code that must be entered on the device.
    func show(_ code: String, for device: BluetoothDeviceReport)
    /// Reports progress in a sentence.
    func tell(_ words: String)
}

extension BluetoothDialogue {
    package var isCancelled: Bool { false }
}

/// The answer to a device that requests a PIN.
package enum PINAnswer: Sendable, Hashable {
    /// The associated PIN of 1...16 bytes.
    case pin(String)
    /// The common PINs of receivers, one after the other, each once; a person agreed to this.
    case usual
    /// No PIN; the device is not paired.
    case none
}
