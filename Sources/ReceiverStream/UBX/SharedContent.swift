// SPDX-License-Identifier: Apache-2.0

internal import UBX

/// The content of a UBX message that both the reader of raw frames and the epoch use: decoded once, when its frame is
/// found.
struct SharedContent {
    /// NAV-PVT.
    private(set) var pvt: NavigationPVT?
    /// NAV-TIMEGPS.
    private(set) var timeGPS: NavigationTimeGPS?
    /// NAV-SIG.
    private(set) var signals: NavigationSignals?

    /// Decodes a message; nothing is known of other messages, or if the payload is too short or of an unknown version.
    ///
    /// - Parameters:
    ///   - id: The message's identity; a message of class NAV2 has the identity of the class NAV message that it
    ///     corresponds to.
    ///   - payload: The message's payload.
    init(_ id: MessageID, _ payload: Span<UInt8>) {
        switch id {
        case .navPVT: pvt = NavigationPVT(payload)
        case .navTIMEGPS: timeGPS = NavigationTimeGPS(payload)
        case .navSIG: signals = NavigationSignals(payload)
        default: break
        }
    }
}
