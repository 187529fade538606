// SPDX-License-Identifier: Apache-2.0

/// The reasons why no photo may be taken now.
public enum CaptureText: String, TextCode {
    case disabled = "capture.disabled"
    case noReceiver = "capture.no_receiver"
    case noFix = "capture.no_fix"
    case nothingArrived = "capture.nothing_arrived"
    case staleFix = "capture.stale_fix"
    case moving = "capture.moving"
    case lowRate = "capture.low_rate"
    case tooFewFixes = "capture.too_few_fixes"
    case accuracy = "capture.accuracy"
    case unknownAccuracy = "capture.unknown_accuracy"
    case noSampling = "capture.no_sampling"
    case tooFewSamples = "capture.too_few_samples"
    case otherPlace = "capture.other_place"
    case osnmaRequired = "capture.osnma_required"
    case storageFull = "capture.storage_full"

    public var english: String {
        switch self {
        case .disabled: "photos are disabled: 'gnss-gateway settings captures.enabled=true' enables them"
        case .noReceiver: "there is no receiver"
        case .noFix: "the receiver has no measured position; give it a clear view of the sky"
        case .nothingArrived: "no position has arrived from the receiver in the last {seconds} s"
        case .staleFix: "the last position is {age:1} s old"
        case .moving:
            "the receiver moves: its positions are {spread:1} m apart, and at most {limit:1} m are allowed; stand still"
        case .lowRate:
            "the receiver sends a position every {interval:1} s, and at least one every {limit:1} s is needed"
        case .tooFewFixes: "only one position has arrived in the last {seconds} s; wait for another one"
        case .accuracy: "the position is accurate to {accuracy:1} m, and {limit:1} m are required"
        case .unknownAccuracy:
            "the receiver does not report how accurate its position is, and {limit:1} m are required"
        case .noSampling: "there is no averaged point; start a sampling session and stand still"
        case .tooFewSamples: "the averaged point has {count} of {wanted} samples; stand still until it has all of them"
        case .otherPlace: "the averaged point is {distance:1} m away; start a sampling session here"
        case .osnmaRequired: "an authenticated position is required: {reason}"
        case .storageFull: "photos cannot be stored: {detail}"
        }
    }
}
