// SPDX-License-Identifier: Apache-2.0

/// Why navigation data are authenticated, or are not: the one table of codes and texts.
public enum AuthenticationReason: UInt8, Codable, Hashable, Sendable, CaseIterable {
    /// At least one satellite's navigation data are authenticated.
    case authenticated = 0
    /// Validation is switched off.
    case switchedOff = 1
    /// The receiver delivers nothing.
    case noData = 2
    /// No satellite of Galileo is in view.
    case noGalileo = 3
    /// The receiver hands over no raw pages.
    case noRawPages = 4
    /// Raw pages come, and their time is not known.
    case undatedPages = 5
    /// Raw pages come, and no satellite sends OSNMA.
    case noOSNMA = 6
    /// Neither root nor public key is trusted.
    case noTrustAnchor = 7
    /// A message that nothing proves names a public key that is not known, and no root key was verified.
    case publicKeyMissing = 8
    /// There is no time from outside the signal, or it is too uncertain.
    case timeNotTrusted = 9
    /// The time from outside contradicts the signal.
    case timeContradicted = 10
    /// The root key is being collected.
    case collecting = 11
    /// The root key is known, tags wait for their keys: at the start, or because all data have just changed.
    case verifying = 12
    /// Galileo says that OSNMA is not to be used.
    case dontUse = 13
    /// Galileo has sent the alert message: nothing that was known is trusted any more.
    case alertMessage = 14
    /// Root keys or public keys fail.
    case failingKeys = 15
    /// Tags fail.
    case failingTags = 16
    /// It was authenticated, and no right tag has come for a while.
    case stale = 17
    /// The receiver is gone.
    case receiverLost = 18

    /// The code, for programs: lower-case words and underscores.
    public var code: String { Self.table[Int(rawValue)].code }

    /// The text, for people.
    public var text: String { Self.table[Int(rawValue)].text }

    /// The reason of that code.
    public init?(code: String) {
        guard let index = Self.table.firstIndex(where: { $0.code == code }) else { return nil }
        self.init(rawValue: UInt8(index))
    }

    /// In the order of the raw values.
    private static let table: [(code: String, text: String)] = [
        ("authenticated", "Galileo authenticates the navigation data of at least one satellite"),
        ("switched_off", "validation is switched off ('osnma.enabled')"),
        ("no_data", "nothing has come from the receiver yet"),
        ("no_galileo", "the receiver sees no satellite of Galileo: give it a free sky, or switch Galileo on in it"),
        (
            "no_raw_pages",
            "the receiver hands over no raw I/NAV pages of E1-B: switch them on (UBX-RXM-SFRBX, SBF GALRawINAV), "
                + "or it has none"
        ),
        ("undated_pages", "raw pages come, but their time is not known yet (UBX-NAV-TIMEGAL gives it)"),
        ("no_osnma", "raw pages come, but none of the satellites received sends OSNMA now"),
        (
            "no_trust_anchor",
            "neither a Merkle root nor a public key of Galileo is trusted: install the files of the European GNSS "
                + "Service Centre"
        ),
        (
            "public_key_missing",
            "a message that nothing proves names a public key that is not known: compare with what the European GNSS "
                + "Service Centre publishes; if Galileo has renewed its key, install that, or wait for it (every six "
                + "hours)"
        ),
        (
            "time_not_trusted",
            "there is no time from outside the signal that is sure enough: synchronise the clock (NTP), or see "
                + "'osnma.time_source'"
        ),
        (
            "time_contradicted",
            "the time of the signal is not that of the trusted clock: the clock is wrong, or the signal is replayed"
        ),
        ("collecting", "the root key is being collected: one to a few minutes with a free sky"),
        (
            "verifying",
            "tags wait for their keys, a minute or two: the root key was verified lately, or the satellites have just "
                + "changed their data, or send forged ones"
        ),
        ("dont_use", "Galileo says that OSNMA is not to be used now"),
        ("alert_message", "Galileo has sent the alert message: no key is trusted until new files are installed"),
        (
            "failing_keys",
            "keys are received that are wrong: the signal, or the trusted files, are not those of Galileo"
        ),
        ("failing_tags", "tags are wrong: data or tags that are received are not those of Galileo"),
        ("stale", "no right tag has come for a while: too few pages come"),
        ("receiver_lost", "the receiver is gone"),
    ]
}

/// What was wrong with what a satellite sent, or about its data.
public enum AuthenticationFailureKind: UInt8, Codable, Hashable, Sendable, CaseIterable {
    /// A tag about its data is wrong.
    case tag = 1
    /// The key that it sends is not of the chain.
    case key = 2
    /// What its message says of flexible tags is not authentic.
    case sequence = 3
    /// Its tags stand where the table has none such.
    case lookup = 4
    /// A word bears the time of an earlier page: a recording is being played.
    case replayed = 5
    /// A word bears the time of a later page.
    case ahead = 6
    /// A word names another satellite as its sender.
    case otherSender = 7
    /// The trusted time contradicts its page.
    case trustedTime = 8

    /// The code, for programs.
    public var code: String { Self.table[Int(rawValue) - 1].code }

    /// The text, for people.
    public var text: String { Self.table[Int(rawValue) - 1].text }

    /// In the order of the raw values.
    private static let table: [(code: String, text: String)] = [
        ("tag_failed", "a tag about its data is wrong"),
        ("wrong_key", "it sends a key that is not of the chain"),
        ("wrong_macseq", "what its message says of its flexible tags is not authentic"),
        ("wrong_maclt", "its tags stand where the table has none such"),
        ("replayed", "its words bear the time of earlier pages: a recording is being played"),
        ("ahead", "its words bear the time of later pages"),
        ("other_sender", "its words name another satellite as their sender"),
        ("contradicts_trusted_time", "its pages come at a time that the trusted clock contradicts"),
    ]
}
