// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Outbox

/// A form in which stored positions are published. Each has its own queue, so that a broker that refuses one form gets the
/// others.
enum StoredForm: String, Sendable, CaseIterable {
    /// The gateway's own form.
    case history
    /// The form of the OwnTracks apps.
    case ownTracks = "owntracks"
    /// The form of Sparkplug. A connection of its own sends it.
    case sparkplug

    /// True if the broker keeps the newest message.
    var isRetained: Bool { self == .ownTracks }

    /// The topic, for Sparkplug without the level of the receiver; nil if the settings switch the form off.
    func topic(_ settings: MQTTUplinkSettings) -> String? {
        switch self {
        case .history: settings.topics.topic(.history)
        case .ownTracks: settings.publishesOwnTracks ? OwnTracksLocation.topic(settings) : nil
        case .sparkplug:
            settings.sparkplugGroup.map { SparkplugTopics(group: $0, gateway: settings.gateway).topic(.deviceData) }
        }
    }

    func store(_ stores: MQTTUplinkService.Stores) -> any ItemOutbox {
        switch self {
        case .history: stores.history
        case .ownTracks: stores.ownTracks
        case .sparkplug: stores.sparkplug
        }
    }

    /// The position as it is stored; empty if it cannot be expressed.
    func content(_ payload: PositionPayload, _ fix: Fix, _ settings: MQTTUplinkSettings) -> [UInt8] {
        switch self {
        case .history: payload.json
        case .ownTracks: OwnTracksLocation(fix, received: payload.received, settings)?.json ?? []
        case .sparkplug: SparkplugPosition(payload).json
        }
    }

    /// A stored position as it is sent.
    func payload(_ item: StoredItem) -> [UInt8] {
        self == .history ? PositionPayload.numbered(item) : item.content
    }
}

extension MQTTUplinkSettings {
    /// The topics whose retained messages the broker keeps for ever: the device for Home Assistant, and the newest
    /// position for OwnTracks. The status is not among them, because afterwards it says that the gateway is offline.
    var lastingTopics: [String] {
        [homePrefix.map { HomeAssistantDevice.topic(self, $0) }, StoredForm.ownTracks.topic(self)].compactMap { $0 }
    }

    /// The beginning of the topics to which a topic belongs.
    func root(of topic: String) -> String { topic.hasPrefix(topics.root + "/") ? topics.root : topic }
}
