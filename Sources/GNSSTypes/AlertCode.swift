// SPDX-License-Identifier: Apache-2.0

extension Alert {
    /// The codes of alerts that the gateway itself raises. ``AuthenticationNotice``, the store, and servers that
    /// refuse clients add further codes; `docs/names.md` lists all of them.
    public enum Code: String, Sendable, CaseIterable {
        /// A capture file cannot be written.
        case captureNotWritten = "capture-not-written"
        /// The host's clock jumped forward or back.
        case clockStep = "clock-step"
        /// The caster delivers no corrections.
        case corrections
        /// The disk is nearly full.
        case lowDisk = "low-disk"
        /// The machine is nearly out of memory.
        case lowMemory = "low-memory"
        /// The MQTT broker cannot be used.
        case mqtt
        /// Positions bound for the MQTT broker are being dropped.
        case mqttDropping = "mqtt-dropping"
        /// Positions bound for the MQTT broker cannot be stored.
        case mqttNotStored = "mqtt-not-stored"
        /// Messages of the MQTT broker cannot be read.
        case mqttReading = "mqtt-reading"
        /// The MQTT broker cannot be used for Sparkplug.
        case mqttSparkplug = "mqtt-sparkplug"
        /// No file descriptor is left to accept a client.
        case noDescriptors = "no-descriptors"
        /// The path being recorded cannot be stored.
        case pathNotStored = "path-not-stored"
        /// The gateway lacks permission to open a receiver's device.
        case permissionDenied = "permission-denied"
        /// A photo was taken at a position that is not authenticated.
        case photoNotAuthenticated = "photo-not-authenticated"
        /// The machine resumed from suspend.
        case resumed
        /// The certificate of the HTTPS server expires soon, has expired, or cannot be renewed.
        case serverCertificate = "server-certificate"
        /// The track log cannot be stored.
        case trackLogNotStored = "track-log-not-stored"
        /// Positions cannot be sent to the Traccar server, or not be stored for it.
        case traccar
        /// Positions bound for the Traccar server are being dropped.
        case traccarDropping = "traccar-dropping"
        /// The certificate of the agrirouter endpoint expires soon.
        case uplinkCertificateEnds = "uplink-certificate-ends"
        /// The host's clock differs too much from agrirouter's.
        case uplinkClock = "uplink-clock"
        /// Positions bound for agrirouter are being dropped.
        case uplinkDropping = "uplink-dropping"
        /// Positions bound for agrirouter cannot be stored.
        case uplinkNotStored = "uplink-not-stored"
        /// The gateway has to be onboarded to agrirouter again.
        case uplinkReonboard = "uplink-reonboard"
        /// Events could not be delivered to the webhook for a day.
        case webhookGivenUp = "webhook-given-up"
    }
}

extension Alert.Code {
    /// True if the alert is about an instant, such as a step of the clock, and not about a condition that lasts.
    public var isInstant: Bool { self == .clockStep || self == .resumed }
}

extension Alert {
    /// True if the alert is about an instant: it is published once, is over at once, and never began.
    public var isInstant: Bool {
        isOver && (Code(rawValue: code)?.isInstant == true || code == AuthenticationNotice.authenticated.rawValue)
    }
}
