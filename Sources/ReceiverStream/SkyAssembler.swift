// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import NMEA

/// Joins GSV groups to a view of the sky that contains each satellite once.
///
/// Most receivers send all groups in one burst, every second or every fifth; some spread them over several seconds. A
/// view persists until the next groups arrive.
struct SkyAssembler: Sendable {
    /// The key of a group: talker, system ID and signal ID.
    private struct Key: Hashable {
        var talker: Talker
        var system: Int?
        var signal: UInt8?
    }

    private struct Group {
        var key: Key
        var satellites: [Satellite]
        /// True if a sentence of the group arrived in this epoch.
        var isFresh = true
        /// The number of epochs with groups since its arrival.
        var age = 0
    }

    /// Maximum number of groups. Talkers, systems and signals make about thirty; noise that passes the checksum must
    /// not add more.
    private static let mostGroups = 64

    /// The number of epochs without a group after which it is removed, for receivers that send groups in turns.
    private static let oldest = 12

    private var groups: [Group] = []
    /// The group being received, and the number of its next sentence.
    private var open: Group?
    private var due = 1
    /// True if the receiver spreads its groups over several epochs.
    private var isSpread = false

    /// True if a group was completed in this epoch.
    private(set) var isFresh = false

    /// Adds a sentence.
    mutating func add(_ gsv: GSVSentence, talker: Talker) {
        var key = Key(talker: talker, system: gsv.systemID, signal: gsv.signalID)
        if gsv.number == 1 {
            open = Group(key: key, satellites: [])
            open?.satellites.reserveCapacity(4 * gsv.total)
            due = 1
        }
        guard let begun = open?.key, begun.talker == talker, gsv.number == due else {
            touch(key)
            open = nil
            return
        }
        // Quectel's LC79D puts the signal only in some sentences of a group.
        key = begun
        for entry in gsv.entries {
            guard let id = gsv.satellite(entry, talker: talker) else { continue }
            open?.satellites.append(
                Satellite(
                    id, elevation: entry.elevation.map(Angle.init(degrees:)),
                    azimuth: entry.azimuth.map(Angle.init(degrees:)), cn0: entry.cn0))
        }
        touch(key)
        due += 1
        guard gsv.number == gsv.total, let group = open else { return }
        open = nil
        store(group)
    }

    /// Keeps the last content of a group for this epoch if a part was lost.
    private mutating func touch(_ key: Key) {
        if let index = groups.firstIndex(where: { $0.key == key }) { groups[index].isFresh = true }
    }

    private mutating func store(_ group: Group) {
        // SiRF II sets all azimuths to 0 until it has an ephemeris; the whole view is unusable until then.
        let isBlank = group.satellites.count > 1 && group.satellites.allSatisfy { $0.azimuth?.degrees == 0 }
        isFresh = true
        if let index = groups.firstIndex(where: { $0.key == group.key }) {
            groups[index] = group
            if isBlank { groups[index].satellites = [] }
        } else if !isBlank, groups.count < Self.mostGroups {
            groups.append(group)
        }
    }

    /// Sets the satellites in view from another sentence (PUBX,03).
    mutating func replace(_ satellites: [Satellite]) {
        groups = [Group(key: Key(talker: .none), satellites: satellites)]
        isFresh = true
    }

    /// Returns the satellites in view, sorted, each once with its best C/N0. For a system without groups, the
    /// satellites used are added; except for GPS, whose view old receivers omit while it is unusable.
    ///
    /// - Parameter used: The satellites used in the solution.
    func satellites(used: [SatelliteID]) -> [Satellite] {
        var merged: [Satellite] = []
        merged.reserveCapacity(groups.reduce(0) { $0 + $1.satellites.count })
        for group in groups { merged.append(contentsOf: group.satellites) }
        merged.orderOnce()
        for index in merged.indices where used.contains(merged[index].id) { merged[index].isUsed = true }
        let unseen = used.filter { id in
            id.constellation != .gps && !merged.contains { $0.id.constellation == id.constellation }
        }
        guard !unseen.isEmpty else { return merged }
        return (merged + Set(unseen).map { Satellite($0, isUsed: true) }).sorted { $0.id < $1.id }
    }

    /// The signals of this epoch's groups with a signal ID; empty if there are none.
    var signals: [TrackedSignal] {
        var signals: [TrackedSignal] = []
        for group in groups where group.isFresh {
            guard let id = group.key.signal, id > 0 else { continue }
            for satellite in group.satellites {
                guard let signal = Signal(satellite.id.constellation, nmeaID: id) else { continue }
                signals.append(TrackedSignal(satellite.id, signal, cn0: satellite.cn0))
            }
        }
        return signals.sorted { ($0.satellite, $0.signal) < ($1.satellite, $1.signal) }
    }

    static func merge(_ a: Satellite, _ b: Satellite) -> Satellite {
        var merged = a
        if merged.elevation == nil { (merged.elevation, merged.azimuth) = (b.elevation, b.azimuth) }
        if let cn0 = b.cn0 { merged.cn0 = max(cn0, merged.cn0 ?? cn0) }
        merged.isUsed = a.isUsed || b.isUsed
        merged.isHealthy = a.isHealthy ?? b.isHealthy
        return merged
    }

    /// Removes groups that the receiver no longer sends, before the view of an epoch is created.
    mutating func settle() {
        guard isFresh else { return }
        let fresh = groups.filter(\.isFresh).map(\.key)
        guard !fresh.isEmpty, fresh.count < groups.count else { return }
        // Groups are sent in turns if none of this epoch's was in the last epoch with groups.
        if !wereFresh.contains(where: fresh.contains) { isSpread = true }
        if !isSpread { groups.removeAll { !$0.isFresh } }
    }

    /// Ends the epoch.
    mutating func endEpoch() {
        guard isFresh else { return }
        isFresh = false
        wereFresh = groups.filter(\.isFresh).map(\.key)
        for index in groups.indices {
            groups[index].age = groups[index].isFresh ? 0 : groups[index].age + 1
            groups[index].isFresh = false
        }
        groups.removeAll { $0.age > Self.oldest }
    }

    /// The groups of the last epoch with groups.
    private var wereFresh: [Key] = []
}
