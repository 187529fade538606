// SPDX-License-Identifier: Apache-2.0

package import ControlModel
internal import GNSSTypes
internal import MessageTexts
package import SetupModel
package import UBX

extension ProvisionRequest {
    /// The wishes as options of a survey.
    ///
    /// - Throws: `ControlError` with all values that are not allowed.
    package func options() throws(ControlError) -> ProvisionOptions {
        var options = ProvisionOptions()
        var errors: [ValueError] = []
        switch memory {
        case nil, "ram"?: options.memory = .ram
        case "flash"?: options.memory = .flash
        case let other?: errors.append(Self.refusal("memory", "\"\(other.prefix(40))\"", allowed: "ram, flash"))
        }
        if let rate, !ProvisionOptions.rates.contains(rate) {
            errors.append(Self.refusal("rate_hz", "\(rate)", allowed: "0.1...25"))
        }
        if let baud, !ProvisionOptions.bauds.contains(baud) {
            errors.append(Self.refusal("baud", "\(baud)", allowed: "4800...921600"))
        }
        if baud != nil, keepsBaud == true {
            errors.append(.other("keep_baud", "baud and keep_baud exclude each other"))
        }
        guard errors.isEmpty else { throw .badValues(errors) }
        (options.rate, options.baud) = (rate, baud)
        (options.mayRaiseRate, options.silencesNMEA) = (keepsBaud != true, nmea == false)
        return options
    }

    private static func refusal(_ key: String, _ value: String, allowed: String) -> ValueError {
        ValueError(
            key: key, text: "\(value) is not allowed; allowed: \(allowed)",
            message: CodedText(ValueText.allowed, ["allowed": .words(allowed)]))
    }
}
