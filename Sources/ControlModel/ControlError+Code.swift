// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
public import MessageTexts

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
        /// The name is not allowed for a path or a person.
        case badName = "bad_name"
        /// The interval or distance of a recording is out of range.
        case badOrder = "bad_order"
        /// A password is too short or too long.
        case badPassword = "bad_password"
        /// The given text is not a PIN.
        case badPIN = "bad_pin"
        /// Another operation in progress excludes this one.
        case busy
        /// The configuration switches sampling off.
        case centroidDisabled = "centroid_disabled"
        /// A value is not allowed; `errors` names it.
        case badValue = "bad_value"
        /// The clock has not been set.
        case clockNotSet = "clock_not_set"
        /// A page of another site made the request.
        case crossSite = "cross_site"
        /// Another command had the same idempotency key.
        case idempotencyKeyReused = "idempotency_key_reused"
        /// No path is being recorded.
        case idle
        /// The request is not permitted over plain HTTP from another machine.
        case insecure
        /// There is no averaged point.
        case noCentroid = "no_centroid"
        /// The receiver has no fix.
        case noFix = "no_fix"
        /// No frames are kept for the receiver.
        case noFrames = "no_frames"
        /// No satellite orbit is usable at the requested time.
        case noOrbits = "no_orbits"
        /// The path has no points.
        case noPoint = "no_point"
        /// The position from which satellites are seen is unknown.
        case noPosition = "no_position"
        /// The receiver is not on a serial line.
        case noSerialLine = "no_serial_line"
        /// No receiver exists whose positions could be recorded.
        case noSource = "no_source"
        /// State cannot be stored.
        case noState = "no_state"
        /// The caller's role does not permit the request.
        case notAllowed = "not_allowed"
        /// The configuration lacks something that the request needs.
        case notConfigured = "not_configured"
        /// No agrirouter endpoint is onboarded.
        case notOnboarded = "not_onboarded"
        /// The path is not paused.
        case notPaused = "not_paused"
        /// An agrirouter endpoint is onboarded already.
        case onboarded
        /// The endpoint belongs to another account.
        case otherAccount = "other_account"
        /// Another path is being recorded.
        case otherPath = "other_path"
        /// The path is paused.
        case paused
        /// The photo was changed in the meantime.
        case photoChanged = "photo_changed"
        /// The receiver has no fix newer than the last point.
        case sameEpoch = "same_epoch"
        /// The ID or the device belongs to another receiver.
        case taken
        /// The receiver was not added by a user, so only the configuration file can change it.
        case notAdded = "not_added"
        /// The caller has not signed in.
        case notSignedIn = "not_signed_in"
        /// The path is being sent.
        case sending
        /// The settings were changed in the meantime.
        case settingsChanged = "settings_changed"
        /// The browser signed in over plain HTTP, so its session has no admin's rights.
        case signInAgain = "sign_in_again"
        /// The store failed.
        case store
        /// The path is too long for the format.
        case tooLong = "too_long"
        /// The maximum number of browsers is signed in, all with higher roles.
        case tooManyBrowsers = "too_many_browsers"
        /// Too many passwords are being examined.
        case tooManySignIns = "too_many_sign_ins"
        /// Too many wrong codes or passwords were entered.
        case tooManyTries = "too_many_tries"
        /// Too many commands arrived at once.
        case tooManyCommands = "too_many_commands"
        /// The session or the address has reached its limit of streams.
        case tooManyStreams = "too_many_streams"
        /// The change has taken effect, but could not be stored.
        case unsaved
        /// The sign-in code is wrong, was used already or has expired.
        case wrongCode = "wrong_code"
        /// The user does not exist, or the password is wrong.
        case wrongPassword = "wrong_password"
    }

    /// Creates a refusal with one of the gateway's own codes.
    ///
    /// - Parameter message: The refusal as a code with parameters; nil to use the standard sentence of `code`.
    public init(_ kind: Kind, _ description: String, code: Code, message: CodedText? = nil) {
        self.init(kind, description, code: code.rawValue, message: message)
    }

    /// Creates a refusal whose English text is that of its message.
    ///
    /// - Parameter words: The words that replace parameters of the text.
    public init(_ kind: Kind, code: Code, problem: ProblemText, words: [String: String] = [:]) {
        let message = CodedText(problem, words.mapValues(CodedText.Parameter.words))
        self.init(kind, message.text(of: ProblemText.self), code: code.rawValue, message: message)
    }

    /// Creates a refusal whose English text is that of its message.
    public init(_ kind: Kind, code: Code, _ text: OnboardingText, _ parameters: [String: CodedText.Parameter] = [:]) {
        let message = CodedText(text, parameters)
        self.init(kind, message.text, code: code.rawValue, message: message)
    }
}
