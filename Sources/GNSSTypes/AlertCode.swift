// SPDX-License-Identifier: Apache-2.0

extension Alert {
    /// The codes that this program's parts give their alerts. Other codes are those of ``AuthenticationNotice``, of the
    /// store and of servers that refuse clients; all of them stand in `docs/names.md`.
    public enum Code: String, Sendable, CaseIterable {
        /// The file of a capture cannot be written.
        case captureNotWritten = "capture-not-written"
        /// The clock was set.
        case clockStep = "clock-step"
        /// No corrections come from the caster.
        case corrections
        /// The disk is nearly full.
        case lowDisk = "low-disk"
        /// The memory is nearly used up.
        case lowMemory = "low-memory"
        /// No file descriptor is left for a client.
        case noDescriptors = "no-descriptors"
        /// A path that is being recorded cannot be stored.
        case pathNotStored = "path-not-stored"
        /// A receiver lacks the permission for its device.
        case permissionDenied = "permission-denied"
        /// The machine was asleep.
        case resumed
        /// The track log cannot be stored.
        case trackLogNotStored = "track-log-not-stored"
        /// The certificate of agrirouter's endpoint ends soon.
        case uplinkCertificateEnds = "uplink-certificate-ends"
        /// The clock differs too much from agrirouter's.
        case uplinkClock = "uplink-clock"
        /// Positions for agrirouter are dropped.
        case uplinkDropping = "uplink-dropping"
        /// Positions for agrirouter cannot be stored.
        case uplinkNotStored = "uplink-not-stored"
        /// The gateway has to be onboarded to agrirouter again.
        case uplinkReonboard = "uplink-reonboard"
    }

    /// An alert of one of this program's parts.
    public init(code: Code, severity: Severity, text: String, isOver: Bool = false) {
        self.init(code: code.rawValue, severity: severity, text: text, isOver: isOver)
    }
}
