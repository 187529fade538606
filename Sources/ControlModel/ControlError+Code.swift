// SPDX-License-Identifier: Apache-2.0

extension ControlError {
    /// The codes of the gateway's own refusals. Bluetooth pairing and onboarding have further codes; `docs/names.md`
    /// lists all of them.
    public enum Code: String, Sendable, CaseIterable {
        /// The value is not a Bluetooth address.
        case badAddress = "bad_address"
        /// The value is not a registration code.
        case badCode = "bad_code"
        /// The file cannot be read.
        case badFile = "bad_file"
        /// The name is not allowed for a path.
        case badName = "bad_name"
        /// The points of a path are not in chronological order.
        case badOrder = "bad_order"
        /// A password is too short or too long.
        case badPassword = "bad_password"
        /// What was given is no PIN.
        case badPIN = "bad_pin"
        /// Another operation in progress excludes this one.
        case busy
        /// The configuration switches sampling off.
        case centroidDisabled = "centroid_disabled"
        /// The clock has not been set.
        case clockNotSet = "clock_not_set"
        /// A page of another site made the request.
        case crossSite = "cross_site"
        /// No path is being recorded.
        case idle
        /// It is not possible over plain HTTP beyond this machine.
        case insecure
        /// There is no averaged point.
        case noCentroid = "no_centroid"
        /// The receiver has no fix.
        case noFix = "no_fix"
        /// The path has no points.
        case noPoint = "no_point"
        /// There is no receiver from which to record.
        case noSource = "no_source"
        /// State cannot be stored.
        case noState = "no_state"
        /// The role does not suffice.
        case notAllowed = "not_allowed"
        /// The configuration lacks something for it.
        case notConfigured = "not_configured"
        /// No agrirouter endpoint is onboarded.
        case notOnboarded = "not_onboarded"
        /// The path is not paused.
        case notPaused = "not_paused"
        /// An agrirouter endpoint is onboarded already.
        case onboarded
        /// The endpoint belongs to another account.
        case otherAccount = "other_account"
        /// The path is paused.
        case paused
        /// The receiver has no fix newer than the last point.
        case sameEpoch = "same_epoch"
        /// Who asks has not signed in.
        case notSignedIn = "not_signed_in"
        /// The path is being sent.
        case sending
        /// The settings were changed in the meantime.
        case settingsChanged = "settings_changed"
        /// The store failed.
        case store
        /// The path is too long for the format.
        case tooLong = "too_long"
        /// Too many wrong codes were entered.
        case tooManyTries = "too_many_tries"
        /// Too many commands came at once.
        case tooManyCommands = "too_many_commands"
        /// The session or the address has as many streams as it may have.
        case tooManyStreams = "too_many_streams"
        /// The code that signs a browser in is not good, or not any more.
        case wrongCode = "wrong_code"
        /// There is no such person, or it is another password.
        case wrongPassword = "wrong_password"
    }

    /// Creates a refusal with one of the gateway's own codes.
    public init(_ kind: Kind, _ description: String, code: Code) {
        self.init(kind, description, code: code.rawValue)
    }
}
