// SPDX-License-Identifier: Apache-2.0

/// The sentences about setting up a u-blox receiver: values of settings, results of changes, and errors.
public enum ProvisionText: String, TextCode {
    // Values of settings.
    case off = "provision.off"
    case on = "provision.on"
    case everyEpoch = "provision.every_epoch"
    case everyEpochs = "provision.every_epochs"
    case period = "provision.period"
    case baud = "provision.baud"
    case saved = "provision.saved"
    case notSaved = "provision.not_saved"
    case number = "provision.number"
    case notKnown = "provision.not_known"
    // Results of changes.
    case made = "provision.made"
    case refused = "provision.refused"
    case notAnswered = "provision.not_answered"
    case notKept = "provision.not_kept"
    case notHeard = "provision.not_heard"
    case notTried = "provision.not_tried"
    // Errors.
    case noSerialLine = "provision.no_serial_line"
    case needsNMEA = "provision.needs_nmea"
    case needsRate = "provision.needs_rate"
    case notUBX = "provision.not_ublox"
    case silent = "provision.silent"
    case planChanged = "provision.plan_changed"
    case incomplete = "provision.incomplete"
    case interrupted = "provision.interrupted"

    public var english: String {
        switch self {
        case .off: "off"
        case .on: "on"
        case .everyEpoch: "every epoch"
        case .everyEpochs: "every {count} epochs"
        case .period: "every {milliseconds} ms"
        case .baud: "{rate} baud"
        case .saved: "saved"
        case .notSaved: "not saved"
        case .number: "{value}"
        case .notKnown: "not known"
        case .made: "made"
        case .refused: "refused by the receiver"
        case .notAnswered: "not answered"
        case .notKept: "acknowledged, but the receiver has {value}"
        case .notHeard: "the receiver did not answer at the new rate; the old rate is kept"
        case .notTried: "not tried, because the rate of the line was not changed"
        case .noSerialLine:
            "{receiver} is not on a serial port, on USB or at a tcp:// address; only such receivers can be set up"
        case .needsNMEA:
            "NMEA must stay on: {receiver} runs with the driver {driver}, which would deliver no position without it; "
                + "set driver: {remedy} in its configuration first"
        case .needsRate:
            "the rate must stay: the configuration of {receiver} states baud: {configured}, and the gateway would receive "
                + "nothing at {rate} baud; set baud: auto there first"
        case .notUBX:
            "{device}: no answer from a u-blox receiver: is its input connected, and does it accept UBX on this port?"
        case .silent:
            "the receiver does not answer queries about its configuration: is its input connected, does it read UBX on "
                + "this port, is the line overloaded?"
        case .planChanged:
            "the receiver's settings are no longer those of the plan; nothing was changed, read the new plan"
        case .incomplete: "{failed} of {count} changes failed; try again, or see docs/receivers.md"
        case .interrupted: "the daemon stopped before the receiver was set up"
        }
    }
}
