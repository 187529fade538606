// SPDX-License-Identifier: Apache-2.0

/// A tag that waits for its key.
struct PendingTag: Sendable {
    /// PRND: whose data it is about.
    let satellite: UInt8
    /// PRNA: who sent it.
    let sender: UInt8
    let adkd: ADKD
    /// COP.
    let cutOff: Int
    /// CTR: its place, from 1.
    let counter: UInt8
    /// The subframe that carried it.
    let subframe: Int
    let status: NMAStatus
    /// The header that says the status did not come: if the tag is wrong, that says nothing.
    var isStatusAssumed = false
    let tag: UInt64
    /// The chain that was in force when it was sent.
    let parameters: ChainParameters
    /// What the time allowed when it was received.
    let trust: TimeTrust

    var keySubframe: Int { subframe + adkd.keyDelay }

    /// When the first page of its key begins, in seconds since the epoch of Galileo time.
    var keyStart: Int { keySubframe * 30 + parameters.keyDelay }

    /// The code that the tag must be the beginning of (OSNMA SIS ICD 1.1, 6.7).
    ///
    /// - Parameter message: two bits of zeros, the data, zeros up to a whole byte.
    func code(_ authenticator: TagAuthenticator, message: Span<UInt8>) -> UInt64 {
        var prefix = TagPrefix()
        if counter != 1 { prefix.append(satellite) }
        prefix.append(sender)
        prefix.append(subframe: subframe)
        prefix.append(counter)
        prefix.append(status.rawValue << 6 | message[0])
        return prefix.code(authenticator, message.extracting(1..<message.count))
    }

    /// It is right over zeros, as a dummy tag must be.
    func isRightDummy(_ authenticator: TagAuthenticator) -> Bool {
        let message = NavigationDataContent.dummies[Int(adkd.group.rawValue)]
        return code(authenticator, message: message.span) >> UInt64(64 &- parameters.tagBits) == tag
    }
}
