// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes
internal import ObservationBus

/// An ability that a receiver was observed to have.
struct Ability: Hashable, Sendable {
    /// The name in the control interface and in the store.
    var name: String
    /// The observation that proved the ability, in words for the operator.
    var evidence: String

    /// The abilities that an observation proves and that are not known yet.
    ///
    /// - Parameter isKnown: True if the ability with this name need not be looked for.
    static func shown(by observation: Observation, _ isKnown: (String) -> Bool) -> [Ability] {
        switch observation.payload {
        case .satellites(let sky): inSky(sky, isKnown)
        case .signals(let view): inSignals(view, isKnown)
        case .navigationPage(let page): inPage(page, isKnown)
        case .fix(let fix): inFix(fix, isKnown)
        case .attitude(let attitude):
            isKnown("heading") || attitude.heading == nil
                ? [] : [Ability(name: "heading", evidence: "received a heading")]
        default: byKind(observation.kind, isKnown)
        }
    }

    /// One ability per system in view, with its first satellite as evidence.
    private static func inSky(_ sky: SkyView, _ isKnown: (String) -> Bool) -> [Ability] {
        var found: [Ability] = []
        // A sky has many satellites of few systems.
        var examined: UInt64 = 0
        for satellite in sky.satellites {
            let system = UInt64(1) << UInt64(satellite.id.constellation.rawValue)
            guard examined & system == 0 else { continue }
            examined |= system
            guard let name = satellite.id.constellation.name, !isKnown(name) else { continue }
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

    /// `dual_frequency`, if a signal outside the L1 band is received with a locked code.
    private static func inSignals(_ view: SignalView, _ isKnown: (String) -> Bool) -> [Ability] {
        guard !isKnown("dual_frequency") else { return [] }
        let found = view.signals.first { tracked in
            guard let band = tracked.signal.band, band != .l1, tracked.cn0 != nil else { return false }
            return tracked.quality.map { $0.rawValue >= SignalQuality.codeLocked.rawValue } ?? true
        }
        guard let found else { return [] }
        let sources = view.sources.isEmpty ? "" : " (\(view.sources.joined(separator: ", ")))"
        return [Ability(name: "dual_frequency", evidence: "\(found.satellite) received on \(found.signal)\(sources)")]
    }

    /// `raw_navigation` for an I/NAV page, and the satellite's system for any page, unless the page's check failed.
    private static func inPage(_ page: NavigationPage, _ isKnown: (String) -> Bool) -> [Ability] {
        guard page.check != .failed else { return [] }
        let sources = page.sources.isEmpty ? "" : " (\(page.sources.joined(separator: ", ")))"
        let evidence = "received a raw \(page.message) page from \(page.satellite)\(sources)"
        let names = [page.satellite.constellation.name, page.message == .inav ? "raw_navigation" : nil]
        return names.compactMap { $0 }.filter { !isKnown($0) }.map { Ability(name: $0, evidence: evidence) }
    }

    private static func byKind(_ kind: ObservationKind, _ isKnown: (String) -> Bool) -> [Ability] {
        let name: String? =
            switch kind {
            case .measurements: "raw_measurements"
            default: nil
            }
        guard let name, !isKnown(name) else { return [] }
        return [Ability(name: name, evidence: "received a \(kind) observation")]
    }
}
