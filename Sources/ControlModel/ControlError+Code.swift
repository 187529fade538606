// SPDX-License-Identifier: Apache-2.0

extension ControlError {
    /// The codes that the gateway gives its own refusals. Other codes are those of Bluetooth pairing and of onboarding;
    /// all of them stand in `docs/names.md`.
    public enum Code: String, Sendable, CaseIterable {
        /// What was given is no Bluetooth address.
        case badAddress = "bad_address"
        /// What was given is no registration code.
        case badCode = "bad_code"
        /// The file cannot be read.
        case badFile = "bad_file"
        /// A path cannot bear that name.
        case badName = "bad_name"
        /// The points of a path are not in the order of time.
        case badOrder = "bad_order"
        /// A password is too short or too long.
        case badPassword = "bad_password"
        /// What was given is no PIN.
        case badPIN = "bad_pin"
        /// Something else that excludes it is going on.
        case busy
        /// The configuration switches sampling off.
        case centroidDisabled = "centroid_disabled"
        /// The clock is not set.
        case clockNotSet = "clock_not_set"
        /// A page of another site asks for it.
        case crossSite = "cross_site"
        /// No path is being recorded.
        case idle
        /// It is not possible over plain HTTP beyond this machine.
        case insecure
        /// There is no averaged point.
        case noCentroid = "no_centroid"
        /// The receiver has no fix.
        case noFix = "no_fix"
        /// The path has no point.
        case noPoint = "no_point"
        /// There is no receiver to record from.
        case noSource = "no_source"
        /// State cannot be kept.
        case noState = "no_state"
        /// The role does not suffice.
        case notAllowed = "not_allowed"
        /// The configuration lacks something for it.
        case notConfigured = "not_configured"
        /// There is no endpoint of agrirouter.
        case notOnboarded = "not_onboarded"
        /// The path is not paused.
        case notPaused = "not_paused"
        /// There is an endpoint of agrirouter already.
        case onboarded
        /// The endpoint belongs to another account.
        case otherAccount = "other_account"
        /// The path is paused.
        case paused
        /// The receiver has no newer fix.
        case sameEpoch = "same_epoch"
        /// Who asks has not signed in.
        case notSignedIn = "not_signed_in"
        /// The path is being sent.
        case sending
        /// The settings were changed meanwhile.
        case settingsChanged = "settings_changed"
        /// The store does not do it.
        case store
        /// The path is too long for it.
        case tooLong = "too_long"
        /// Too many wrong codes were tried.
        case tooManyTries = "too_many_tries"
        /// Too many commands came at once.
        case tooManyCommands = "too_many_commands"
        /// The code that signs a browser in is not good, or not any more.
        case wrongCode = "wrong_code"
        /// There is no such person, or it is another password.
        case wrongPassword = "wrong_password"
    }

    /// A refusal of the gateway's own.
    public init(_ kind: Kind, _ description: String, code: Code) {
        self.init(kind, description, code: code.rawValue)
    }
}
