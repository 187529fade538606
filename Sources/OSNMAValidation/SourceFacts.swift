// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import OSNMA

/// Facts about one receiver, apart from its satellites, that determine the reason of a verdict. Times are on the
/// observations' monotonic clock, in nanoseconds.
struct SourceFacts {
    /// The time of the first observation.
    var firstData: Int64?
    /// True if the receiver is lost and no data have arrived since.
    var gone = false
    /// The last Galileo page on E1-B, the first one after a gap, the last one with a known time, and the last one
    /// with OSNMA.
    var lastPage: Int64?
    var firstPage: Int64?
    var lastDatedPage: Int64?
    var lastOSNMA: Int64?
    /// The last time a Galileo satellite was in view, and the last view of the sky.
    var lastGalileo: Int64?
    var lastSky: Int64?
    /// The last time the trusted time contradicted the pages of all satellites.
    var lastContradiction: Int64?
    /// The last failure of a root key or public key; reset by a valid root key.
    var lastKeyFailure: Int64?
    /// The last message that refers to an unknown public key. Nothing proves such a message.
    var lastMissingKey: Int64?
    /// The last invalid tag.
    var lastTagFailure: Int64?
    /// True if data were ever authenticated.
    var wasAuthenticated = false

    /// True if the receiver delivers data, but has delivered no Galileo page on E1-B since it connected. Its verdict then
    /// hardly changes.
    var isWithoutPages: Bool { firstData != nil && lastPage == nil && !gone && !wasAuthenticated }

    /// The ages above which facts are ignored, in nanoseconds.
    private static let pageGap: Int64 = 60_000_000_000
    private static let failureMemory: Int64 = 120_000_000_000
    private static let keyFailureMemory: Int64 = 600_000_000_000

    /// Records that the receiver is lost, and forgets what it delivered. Failures of keys are Galileo's, or a forger's, and
    /// stay.
    mutating func lose() {
        let (failure, missing) = (lastKeyFailure, lastMissingKey)
        self = SourceFacts()
        (lastKeyFailure, lastMissingKey, gone) = (failure, missing, true)
    }

    /// Records a page on E1-B. After a gap, the series of pages starts again.
    mutating func notePage(at now: Int64) {
        if !isRecent(lastPage, now) { firstPage = now }
        lastPage = now
    }

    private func isRecent(_ time: Int64?, _ now: Int64, within limit: Int64 = pageGap) -> Bool {
        time.map { now - $0 <= limit } ?? false
    }

    /// Further inputs for the reason.
    struct Standing {
        /// True if a satellite's current data are authenticated.
        var isAuthenticated: Bool
        /// True if a satellite's current data differ from the authenticated data.
        var isChanged: Bool
        /// True if the trusted time contradicts the pages of all satellites now.
        var isContradicted: Bool
        /// The tags that the trusted time allows.
        var use: AuthenticationClock.Use
    }

    /// Returns the reason why nothing is authenticated, or `.authenticated`.
    ///
    /// - Parameter engine: Provides the known keys.
    func reason(_ standing: Standing, _ engine: OSNMAEngine, at now: Int64) -> AuthenticationReason {
        if gone { return .receiverLost }
        if engine.isStopped { return .alertMessage }
        if engine.provenStatus == .dontUse { return .dontUse }
        // Earlier proofs say nothing about data that arrive at an impossible time.
        let isDoubtful = standing.isContradicted || standing.use == .none
        if standing.isAuthenticated, !isDoubtful { return .authenticated }
        return reasonOfPages(at: now) ?? reasonOfTime(standing, engine, at: now)
            ?? reasonOfKeys(standing, engine, at: now)
    }

    private func reasonOfPages(at now: Int64) -> AuthenticationReason? {
        guard firstData != nil else { return .noData }
        guard isRecent(lastPage, now) else {
            let isEmptySky = isRecent(lastSky, now) && !isRecent(lastGalileo, now)
            return isEmptySky ? .noGalileo : wasAuthenticated ? .stale : .noRawPages
        }
        guard isRecent(lastDatedPage, now) else { return .undatedPages }
        // A satellite may omit OSNMA in some pages; only a minute of pages without it is reported.
        let isLong = firstPage.map { now - $0 > Self.pageGap } ?? false
        return isLong && !isRecent(lastOSNMA, now) ? .noOSNMA : nil
    }

    private func reasonOfTime(
        _ standing: Standing, _ engine: OSNMAEngine, at now: Int64
    ) -> AuthenticationReason? {
        if engine.isWithoutTrust { return .noTrustAnchor }
        if standing.isContradicted || isRecent(lastContradiction, now) { return .timeContradicted }
        return standing.use == .none ? .timeNotTrusted : nil
    }

    private func reasonOfKeys(
        _ standing: Standing, _ engine: OSNMAEngine, at now: Int64
    ) -> AuthenticationReason {
        guard !engine.rootKeys.isEmpty else {
            if isRecent(lastKeyFailure, now, within: Self.keyFailureMemory) { return .failingKeys }
            return isRecent(lastMissingKey, now, within: Self.keyFailureMemory) ? .publicKeyMissing : .collecting
        }
        if engine.isRootKeyExpired { return .collecting }
        if isRecent(lastTagFailure, now, within: Self.failureMemory) { return .failingTags }
        return wasAuthenticated && !standing.isChanged ? .stale : .verifying
    }
}
