// SPDX-License-Identifier: Apache-2.0

/// The reasons why navigation data are or are not authenticated. This is the only table of their codes and texts.
public enum AuthenticationReason: UInt8, Codable, Coded {
    /// At least one satellite's navigation data are authenticated.
    case authenticated = 0
    /// Validation is switched off.
    case switchedOff = 1
    /// The receiver delivers no data.
    case noData = 2
    /// No Galileo satellite is in view.
    case noGalileo = 3
    /// The receiver does not output raw navigation pages.
    case noRawPages = 4
    /// Raw pages arrive, but their time is unknown.
    case undatedPages = 5
    /// Raw pages arrive, but no satellite transmits OSNMA.
    case noOSNMA = 6
    /// Neither a root key nor a public key is trusted.
    case noTrustAnchor = 7
    /// No root key is verified, and an unverified message refers to an unknown public key.
    case publicKeyMissing = 8
    /// There is no time from outside the signal, or its uncertainty is too large.
    case timeNotTrusted = 9
    /// The time from outside the signal contradicts the signal.
    case timeContradicted = 10
    /// The root key (DSM-KROOT) is being collected.
    case collecting = 11
    /// The root key is known, but tags wait for their keys, either after the start or because all data have just
    /// changed.
    case verifying = 12
    /// Galileo announces that OSNMA must not be used.
    case dontUse = 13
    /// Galileo has sent the alert message; no earlier key is trusted any more.
    case alertMessage = 14
    /// Root keys or public keys fail verification.
    case failingKeys = 15
    /// Tags fail verification.
    case failingTags = 16
    /// The data were authenticated, but no valid tag has arrived recently.
    case stale = 17
    /// The receiver is lost.
    case receiverLost = 18

    /// The code for programs: lower-case words and underscores.
    public var code: String { Self.table[Int(rawValue)].code }

    /// The text for people.
    public var text: String { Self.table[Int(rawValue)].text }

    /// True if keys that arrive later may still authenticate the data of this moment.
    public var mayBeResolved: Bool {
        switch self {
        case .authenticated, .collecting, .verifying, .publicKeyMissing, .failingKeys, .failingTags, .stale: true
        case .switchedOff, .noData, .noGalileo, .noRawPages, .undatedPages, .noOSNMA, .noTrustAnchor, .timeNotTrusted,
            .timeContradicted, .dontUse, .alertMessage, .receiverLost:
            false
        }
    }

    /// Indexed by raw value.
    private static let table: [(code: String, text: String)] = [
        ("authenticated", "Galileo authenticates the navigation data of at least one satellite"),
        ("switched_off", "validation is switched off ('osnma.enabled')"),
        ("no_data", "no data has been received from the receiver yet"),
        (
            "no_galileo",
            "the receiver sees no Galileo satellite: give it a clear view of the sky, or enable Galileo in its settings"
        ),
        (
            "no_raw_pages",
            "the receiver delivers no raw I/NAV pages from E1-B: enable them (UBX-RXM-SFRBX, SBF GALRawINAV) "
                + "if the receiver supports them"
        ),
        ("undated_pages", "raw pages arrive, but their time is not known yet (UBX-NAV-TIMEGAL provides it)"),
        ("no_osnma", "raw pages arrive, but no received satellite currently sends OSNMA"),
        (
            "no_trust_anchor",
            "no Galileo Merkle root or public key is trusted: install the files from the European GNSS "
                + "Service Centre"
        ),
        (
            "public_key_missing",
            "an unverified message names an unknown public key: compare it with the keys that the European GNSS "
                + "Service Centre publishes; if Galileo has renewed its key, install it or wait for it (sent every six "
                + "hours)"
        ),
        (
            "time_not_trusted",
            "no sufficiently accurate time source independent of the signal: synchronise the clock (NTP), or see "
                + "'osnma.time_source'"
        ),
        (
            "time_contradicted",
            "the signal's time differs from the trusted clock: the clock is wrong, or the signal is replayed"
        ),
        ("collecting", "receiving the root key; with a clear view of the sky this takes a few minutes"),
        (
            "verifying",
            "tags wait for their keys, for a minute or two: the root key was just verified, or the satellites have "
                + "just changed their data, or the data are forged"
        ),
        ("dont_use", "Galileo currently signals that OSNMA must not be used"),
        ("alert_message", "Galileo has sent the OSNMA alert message: no key is trusted until new files are installed"),
        (
            "failing_keys",
            "received keys are invalid: either the signal or the trusted files are not Galileo's"
        ),
        ("failing_tags", "tags are invalid: the received data or tags are not Galileo's"),
        ("stale", "no valid tag has been received for a while: too few pages arrive"),
        ("receiver_lost", "the receiver is no longer connected"),
    ]
}

/// The defect in a satellite's transmission, or in the data about it.
public enum AuthenticationFailureKind: UInt8, Codable, Coded {
    /// A tag for the satellite's data is invalid.
    case tag = 1
    /// The key that the satellite transmits does not belong to the chain.
    case key = 2
    /// The satellite's MACSEQ is not authentic, so the description of its flexible tags cannot be trusted.
    case sequence = 3
    /// The satellite's tags do not match the MAC look-up table.
    case lookup = 4
    /// A word carries the time of an earlier page: a recording is being replayed.
    case replayed = 5
    /// A word carries the time of a later page.
    case ahead = 6
    /// A word names another satellite as its sender.
    case otherSender = 7
    /// The trusted time contradicts the time of the satellite's page.
    case trustedTime = 8

    /// The code for programs.
    public var code: String { Self.table[Int(rawValue) - 1].code }

    /// The text for people.
    public var text: String { Self.table[Int(rawValue) - 1].text }

    /// Indexed by raw value minus 1.
    private static let table: [(code: String, text: String)] = [
        ("tag_failed", "a tag for its data is invalid"),
        ("wrong_key", "it sends a key that does not belong to the chain"),
        ("wrong_macseq", "the description of its flexible tags (MACSEQ) is not authentic"),
        ("wrong_maclt", "its tags do not match the MAC look-up table"),
        ("replayed", "its words carry the time of earlier pages: a recording is being replayed"),
        ("ahead", "its words carry the time of later pages"),
        ("other_sender", "its words name another satellite as the sender"),
        ("contradicts_trusted_time", "its pages arrive at a time that contradicts the trusted clock"),
    ]
}
