// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import OSNMA

/// What is known of one receiver besides its satellites, from which the reason follows. Times are of the monotonic
/// clock of the observations, in nanoseconds.
struct SourceFacts {
    /// When anything came first, and last.
    var firstData: Int64?
    /// The receiver is gone since.
    var gone = false
    /// A page of Galileo on E1-B, a dated one, and one with OSNMA came last.
    var lastPage: Int64?
    var firstPage: Int64?
    var lastDatedPage: Int64?
    var lastOSNMA: Int64?
    /// A satellite of Galileo was in view last, and the sky was seen last.
    var lastGalileo: Int64?
    var lastSky: Int64?
    /// The trusted time contradicted the pages of all satellites last.
    var lastContradiction: Int64?
    /// A root key or public key was wrong last, and a root key right.
    var lastKeyFailure: Int64?
    /// A message named a public key last that is not known. Nothing proves it.
    var lastMissingKey: Int64?
    /// A tag was wrong last.
    var lastTagFailure: Int64?
    /// Something was authenticated.
    var wasAuthenticated = false

    /// What is older does not count, in nanoseconds.
    private static let pageGap: Int64 = 60_000_000_000
    private static let failureMemory: Int64 = 120_000_000_000
    private static let keyFailureMemory: Int64 = 600_000_000_000

    /// A page of E1-B has come. After a gap pages start again.
    mutating func notePage(at now: Int64) {
        if !isRecent(lastPage, now) { firstPage = now }
        lastPage = now
    }

    private func isRecent(_ time: Int64?, _ now: Int64, within limit: Int64 = pageGap) -> Bool {
        time.map { now - $0 <= limit } ?? false
    }

    /// What the reason needs besides.
    struct Standing {
        /// What a satellite sends is authenticated.
        var isAuthenticated: Bool
        /// What a satellite sends is not what was authenticated.
        var isChanged: Bool
        /// The trusted time contradicts the pages of all satellites now.
        var isContradicted: Bool
        /// Which tags the trusted time allows.
        var use: AuthenticationClock.Use
    }

    /// Why nothing is authenticated, or that something is.
    ///
    /// - Parameter engine: what it knows of keys.
    func reason(_ standing: Standing, _ engine: OSNMAEngine, at now: Int64) -> AuthenticationReason {
        if gone { return .receiverLost }
        if engine.isStopped { return .alertMessage }
        if engine.provenStatus == .dontUse { return .dontUse }
        // What was right before says nothing of what comes at a time that cannot be.
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
        // A satellite may leave OSNMA out for some pages: a minute of pages without it is reported.
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
