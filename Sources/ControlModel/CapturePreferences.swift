// SPDX-License-Identifier: Apache-2.0

public import Settings

/// The settings of photos: those of the operator's `captures` section, or values set by a user.
public struct CapturePreferences: ChangeableSettings {
    /// True if photos may be taken.
    public var isEnabled = false
    /// The age of the newest position in seconds above which no photo may be taken.
    public var maximumAge = 5.0
    /// The mean distance between the positions of the last seconds, in metres, above which the receiver counts as
    /// moving.
    public var maximumSpread = 20.0
    /// The mean interval between positions in seconds above which no photo may be taken.
    public var maximumInterval = 5.0
    /// The largest horizontal accuracy estimate in metres; 0 for no limit.
    public var maximumAccuracy = 0.0
    /// True if a photo needs an averaged point.
    public var needsCentroid = false
    /// The use of positions that are not authenticated.
    public var osnma = AuthenticationDemand.policy
    /// The time between the request and the photo in seconds.
    public var countdown = 5.0
    /// True if the direction of the camera must be known.
    public var needsHeading = false
    /// True if only a signed-in user may take photos.
    public var needsUser = false
    /// The largest total size of the stored photos in MiB.
    public var limitMiB = 10_240
    /// The path of the file with the secret of the legacy digest; empty for photos without that digest.
    public var legacySecretFile = ""
    /// The address of a time stamping authority; empty for photos without time stamps.
    public var timeStampAddress = ""
    /// The path of the input device whose key takes photos; empty for none.
    public var button = ""
    /// The number of that key; 0 for each key of the device.
    public var buttonKey = 0

    public init() {}

    /// The reason why a text is not an absolute path; nil if it is one, or empty.
    @Sendable private static func pathProblem(_ path: String) -> String? {
        path.isEmpty || path.hasPrefix("/") ? nil : "is not an absolute path"
    }

    /// The keys of `captures`.
    public static let settings = SettingsDescription(
        "Conditions under which a photo may be taken. Values set over the control interface take precedence.",
        prototype: CapturePreferences(),
        [
            Setting("enabled", \.isEnabled, "Enables photos.", changeable: true),
            Setting(
                "max_age_s", \.maximumAge, "Maximum age of the position.", in: 1...7, unit: "s", changeable: true),
            Setting(
                "max_spread_m", \.maximumSpread,
                "Maximum mean distance between the positions of the last 7 s; above it, the receiver moves.",
                in: 0.1...1000, unit: "m", changeable: true),
            Setting(
                "max_interval_s", \.maximumInterval, "Maximum mean interval between positions.", in: 0.1...7, unit: "s",
                changeable: true),
            Setting(
                "max_accuracy_m", \.maximumAccuracy, "Maximum horizontal accuracy estimate; 0 for no limit.",
                in: 0...10_000, unit: "m", changeable: true),
            Setting(
                "centroid", \.needsCentroid, "Requires an averaged point of the place where the photo is taken.",
                changeable: true),
            Setting(
                "osnma", \.osnma,
                "Positions at which photos may be taken: all (any), only authenticated ones (verified), or those that "
                    + "osnma.require allows (policy).", changeable: true),
            Setting(
                "countdown_s", \.countdown,
                "Time between the request and the photo, in which the receiver must stand still.",
                in: 0...60, unit: "s", changeable: true),
            Setting(
                "heading", \.needsHeading, "Requires the direction of the camera, from the client or the receiver.",
                changeable: true),
            Setting("sign_in", \.needsUser, "Requires that a user has signed in by name.", changeable: true),
            Setting(
                "limit_mib", \.limitMiB, "Maximum total size of the stored photos.", in: 1...1_048_576, unit: "MiB",
                changeable: true),
            Setting(
                "legacy_secret_file", \.legacySecretFile,
                "File with the secret of a back office that checks the digest of EGNSS4CAP; \"\" for photos without it.",
                lengths: 0...4096, form: pathProblem, formText: "an absolute path",
                example: .text("/etc/gnss-gateway/legacy.secret")),
            Setting(
                "time_stamp_url", \.timeStampAddress,
                "Address of a time stamping authority (RFC 3161), which states when the evidence of a photo existed. It gets "
                    + "a hash, never the photo or the position. \"\" for photos without time stamps.",
                form: { $0.isEmpty ? nil : WebAddress.problem($0) }, formText: WebAddress.form,
                example: .text("https://tsa.example/rfc3161")),
            Setting(
                "button", \.button,
                "Input device of Linux whose key begins a photo, such as a shutter remote; a program that follows the live topic "
                    + "capture sends the image. \"\" for none.",
                form: pathProblem,
                formText: "an absolute path", example: .text("/dev/input/by-id/usb-remote-event-kbd")),
            Setting(
                "button_key", \.buttonKey,
                "Number of that key, which 'evtest' shows: 115 is volume up, 212 camera; 0 for each key of the device.",
                in: 0...767),
        ])
}
