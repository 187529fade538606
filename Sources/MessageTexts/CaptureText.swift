// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

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
    case quotaReached = "capture.quota_reached"
    case diskFull = "capture.disk_full"
    case keyUnreadable = "capture.key_unreadable"
    case noHeading = "capture.no_heading"
    case notSignedIn = "capture.not_signed_in"
    case heic = "capture.heic"
    case otherFormat = "capture.other_format"
    case damagedImage = "capture.damaged_image"
    case tooManyBytes = "capture.too_many_bytes"
    case tooManyPixels = "capture.too_many_pixels"
    case notWaiting = "capture.not_waiting"
    case expired = "capture.expired"
    case cancelled = "capture.cancelled"
    case otherImage = "capture.other_image"
    case otherUser = "capture.other_user"
    case tooMany = "capture.too_many"
    case unknown = "capture.unknown"
    case rejected = "capture.rejected"

    /// The refusals of requests about photos.
    public static let refusals: [CaptureText] = [
        .storageFull, .keyUnreadable, .heic, .otherFormat, .damagedImage, .tooManyBytes, .tooManyPixels, .notWaiting,
        .expired, .cancelled, .otherImage, .otherUser, .tooMany, .unknown, .rejected,
    ]

    /// The code of a refused request: the last part of the text's own code.
    public var refusalCode: String { rawValue.split(separator: ".").last.map(String.init) ?? rawValue }

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
        case .quotaReached:
            "photos cannot be stored: they take {used} MiB of at most {limit} MiB; delete some, or raise captures.limit_mib"
        case .diskFull: "photos cannot be stored: the disk has only {free} MiB left, and {reserve} MiB must stay free"
        case .keyUnreadable: "photos cannot be sealed: {detail}"
        case .noHeading: "the direction of the camera is required, and neither the client nor the receiver reports it"
        case .notSignedIn: "photos are taken by signed-in users only; sign in with your name and password"
        case .heic: "the image is in the format HEIC; set the camera to JPEG (\"most compatible\")"
        case .otherFormat: "the image is in the format {format}; only JPEG is accepted"
        case .damagedImage: "the image is not a complete JPEG file: {detail}"
        case .tooManyBytes: "the image is larger than {limit} MiB; take it with fewer pixels"
        case .tooManyPixels: "the image has {width} × {height} pixels, and at most {limit} million are accepted"
        case .notWaiting: "the moment of this photo has not come; send the image when its state is \"waiting\""
        case .expired: "the image of this photo did not arrive in time, so nothing was stored; take another one"
        case .cancelled: "this photo was cancelled; take another one"
        case .otherImage: "this photo is stored with another image"
        case .otherUser: "this photo belongs to another user"
        case .tooMany: "{limit} photos are being taken at the moment; try again in some seconds"
        case .unknown: "there is no photo \"{id}\""
        case .rejected: "the photo was not taken: {reason}"
        }
    }
}
