// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// Something a receiver can do, as far as it was seen to do it.
struct Ability: Hashable, Sendable {
    /// As the control interface and the store name it.
    var name: String
    /// By what it was seen, for people.
    var evidence: String

    /// What an observation shows that is not known yet.
    ///
    /// - Parameter isKnown: whether the ability of a name need not be looked for.
    static func shown(by observation: Observation, _ isKnown: (String) -> Bool) -> [Ability] {
        switch observation.payload {
        case .satellites(let sky): inSky(sky, isKnown)
        case .fix(let fix): inFix(fix, isKnown)
        case .attitude(let attitude):
            isKnown("heading") || attitude.heading == nil
                ? [] : [Ability(name: "heading", evidence: "a heading came")]
        default: byKind(observation.kind, isKnown)
        }
    }

    /// A satellite of each system, the first in order.
    private static func inSky(_ sky: SkyView, _ isKnown: (String) -> Bool) -> [Ability] {
        var found: [Ability] = []
        for satellite in sky.satellites {
            guard let name = satellite.id.constellation.abilityName, !isKnown(name) else { continue }
            guard !found.contains(where: { $0.name == name }) else { continue }
            let sources = sky.sources.isEmpty ? "" : " (\(sky.sources.joined(separator: ", ")))"
            found.append(Ability(name: name, evidence: "\(satellite.id) in view of the receiver\(sources)"))
        }
        return found
    }

    private static func inFix(_ fix: Fix, _ isKnown: (String) -> Bool) -> [Ability] {
        let name: String? =
            switch fix.quality {
            case .rtkFixed, .rtkFloat: "rtk"
            case .deadReckoning, .combinedDeadReckoning: "dead_reckoning"
            default: nil
            }
        guard let name, !isKnown(name) else { return [] }
        return [Ability(name: name, evidence: "a solution of quality \(fix.quality)")]
    }

    private static func byKind(_ kind: ObservationKind, _ isKnown: (String) -> Bool) -> [Ability] {
        let name: String? =
            switch kind {
            case .navigationPage: "raw_navigation"
            case .measurements: "raw_measurements"
            default: nil
            }
        guard let name, !isKnown(name) else { return [] }
        return [Ability(name: name, evidence: "an observation of the kind \(kind)")]
    }
}

extension Constellation {
    /// The name of the ability to receive this system; nil for one that is unknown.
    fileprivate var abilityName: String? {
        switch self {
        case .gps: "gps"
        case .sbas: "sbas"
        case .galileo: "galileo"
        case .beidou: "beidou"
        case .imes: "imes"
        case .qzss: "qzss"
        case .glonass: "glonass"
        case .navic: "navic"
        default: nil
        }
    }
}
