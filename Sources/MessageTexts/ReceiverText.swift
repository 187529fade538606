// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The gateway's own reasons for a receiver's state.
public enum ReceiverText: String, TextCode {
    /// The driver's own sentence: the contract with drivers has no codes.
    case driver = "receiver.driver"
    /// Text of another program or of an error, which has no code.
    case detail = "receiver.detail"
    case notStarted = "receiver.not_started"
    case starting = "receiver.starting"
    case stoppedByCommand = "receiver.stopped_by_command"
    case stoppedOnRequest = "receiver.stopped_on_request"
    case endedUnexpectedly = "receiver.ended_unexpectedly"
    case sourceEnded = "receiver.source_ended"
    case silent = "receiver.silent"
    case receiving = "receiver.receiving"
    case receivingAgain = "receiver.receiving_again"
    case refusedBatch = "receiver.refused_batch"
    /// The driver gave up after one of its batches had been refused.
    case failedAfterRefusal = "receiver.failed_after_refusal"
    case notPluggedIn = "receiver.not_plugged_in"
    case waitingForDevice = "receiver.waiting_for_device"
    case retrying = "receiver.retrying"
    /// The receiver was removed during its test.
    case notRun = "receiver.not_run"
    case withinLimits = "receiver.within_limits"

    public var english: String {
        switch self {
        case .driver, .detail: "{words}"
        case .notStarted: "not started yet"
        case .starting: "the driver is starting"
        case .stoppedByCommand: "stopped by a command"
        case .stoppedOnRequest: "stopped on request"
        case .endedUnexpectedly: "the driver ended unexpectedly"
        case .sourceEnded: "the source ended"
        case .silent: "no data for {seconds} s; the driver is still running"
        case .receiving: "receiving data"
        case .receivingAgain: "receiving data again"
        case .refusedBatch: "refused a batch from the driver: {detail}"
        case .failedAfterRefusal: "{cause} ({detail})"
        case .notPluggedIn: "{device} is not plugged in"
        case .waitingForDevice: "{cause}; waiting for the device to come back"
        case .retrying: "{cause}; trying again in {seconds:1} s"
        case .notRun: "the daemon no longer runs this receiver"
        case .withinLimits: "the driver is within its limits again"
        }
    }
}

extension CodedText {
    /// A driver's own sentence.
    public static func driver(_ words: String) -> CodedText { CodedText(ReceiverText.driver, ["words": .words(words)]) }

    /// Creates a text without a code.
    public static func detail(_ words: String) -> CodedText { CodedText(ReceiverText.detail, ["words": .words(words)]) }
}
