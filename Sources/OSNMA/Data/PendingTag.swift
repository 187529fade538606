// SPDX-License-Identifier: Apache-2.0

/// A tag waiting for its key.
struct PendingTag: Sendable {
    /// PRND: the satellite whose data the tag authenticates.
    let satellite: UInt8
    /// PRNA: the satellite that transmitted the tag.
    let sender: UInt8
    let adkd: ADKD
    /// The cut-off point (field COP).
    let cutOff: Int
    /// CTR: the tag's position in its MACK message, from 1.
    let counter: UInt8
    /// The subframe that contained the tag.
    let subframe: Int
    let status: NMAStatus
    /// True if the header with the status was not received, so the status is an assumption. An invalid tag then
    /// proves nothing.
    var isStatusAssumed = false
    let tag: UInt64
    /// The chain in force when the tag was transmitted.
    let parameters: ChainParameters
    /// The tags that the trusted time allowed when this one was received.
    let trust: TimeTrust

    var keySubframe: Int { subframe + adkd.keyDelay }

    /// The start of the first page with the tag's key, in seconds since the epoch of Galileo time.
    var keyStart: Int { keySubframe * 30 + parameters.keyDelay }

    /// The MAC whose leading bits the tag must equal (OSNMA SIS ICD 1.1, 6.7).
    ///
    /// - Parameter message: Two zero bits, the data, and zeros up to a whole byte. The two bits are replaced with the
    ///   status.
    func code(_ authenticator: TagAuthenticator, message: Span<UInt8>) -> UInt64 {
        var prefix = TagPrefix()
        if counter != 1 { prefix.append(satellite) }
        prefix.append(sender)
        prefix.append(subframe: subframe)
        prefix.append(counter)
        prefix.append(status.rawValue << 6 | message[0])
        return prefix.code(authenticator, message.extracting(1..<message.count))
    }

    /// Returns true if the tag is valid for all-zero data, as a dummy tag must be.
    func isRightDummy(_ authenticator: TagAuthenticator) -> Bool {
        let message = NavigationDataContent.dummies[Int(adkd.group.rawValue)]
        return code(authenticator, message: message.span) >> UInt64(64 &- parameters.tagBits) == tag
    }
}
