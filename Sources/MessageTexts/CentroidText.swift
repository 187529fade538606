// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The sentences about events of sampling sessions.
public enum CentroidText: String, TextCode {
    // The reasons why samples are discarded.
    case started = "centroid.reset.started"
    case settings = "centroid.reset.settings"
    case source = "centroid.reset.source"
    case receiverLost = "centroid.reset.receiver_lost"
    case receiverLostBecause = "centroid.reset.receiver_lost_because"
    case gap = "centroid.reset.gap"
    case stepBack = "centroid.reset.step_back"
    case fixLost = "centroid.reset.fix_lost"
    case moving = "centroid.reset.moving"
    case asked = "centroid.reset.asked"
    // The evidence that the receiver moves.
    case speed = "centroid.moving.speed"
    case displacement = "centroid.moving.displacement"
    case drift = "centroid.moving.drift"
    case spread = "centroid.moving.spread"
    // The reasons why a sample is rejected.
    case noFix = "centroid.rejected.no_fix"
    case notMeasured = "centroid.rejected.not_measured"
    case sameEpoch = "centroid.rejected.same_epoch"
    case fixKind = "centroid.rejected.fix_kind"
    case dilution = "centroid.rejected.hdop"
    case satellites = "centroid.rejected.satellites"
    case signal = "centroid.rejected.cn0"
    case accuracy = "centroid.rejected.accuracy"
    case unauthenticated = "centroid.rejected.unauthenticated"
    // The reasons why a session ends.
    case samples = "centroid.finished.samples"
    case standardError = "centroid.finished.standard_error"
    case stopped = "centroid.stopped.asked"
    case disabled = "centroid.stopped.disabled"

    public var english: String {
        switch self {
        case .started: "started"
        case .settings: "the settings were changed"
        case .source: "positions come from another receiver, or from the same one after a restart"
        case .receiverLost: "the receiver is no longer connected"
        case .receiverLostBecause: "the receiver is no longer connected: {reason}"
        case .gap: "no sample for {seconds} s"
        case .stepBack: "the receiver's clock stepped back by {seconds} s"
        case .fixLost: "the receiver lost its fix"
        case .moving: "the receiver moved: {evidence}"
        case .asked, .stopped: "on request"
        case .speed: "the receiver reports a speed of {speed:1} m/s"
        case .displacement: "the position moved by more than {distance:1} m and stayed there"
        case .drift: "the position drifts: {distance:1} m in {seconds:1} s"
        case .spread: "the samples are {distance:1} m apart on average"
        case .noFix: "no valid position"
        case .notMeasured: "the position was estimated or entered, not measured"
        case .sameEpoch: "the same epoch as the previous one"
        case .fixKind: "fewer dimensions than required"
        case .dilution: "HDOP above the limit or unknown"
        case .satellites: "too few satellites, or their number is unknown"
        case .signal: "the satellites' signals are too weak, or their strength is unknown"
        case .accuracy: "accuracy worse than the limit or unknown"
        case .unauthenticated: "not authenticated"
        case .samples: "{count} samples"
        case .standardError: "the standard error is {error:1} mm (at most {limit:1} mm required)"
        case .disabled: "sampling was disabled (centroid.enabled)"
        }
    }
}
