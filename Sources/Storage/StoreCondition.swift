// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import MessageTexts

/// The way in which a store was opened, with notices for people.
public struct StoreCondition: Hashable, Sendable {
    /// The reason that the state is in memory although it was to be kept on disk; nil otherwise.
    public internal(set) var reason: StoreError?
    /// The notices for people, the most important first.
    public internal(set) var notices: [StoreNotice] = []
    /// True if decisions on OSNMA keys, or received revocations, may be missing.
    public internal(set) var isTrustDoubtful = false

    /// Creates the condition of a store without problems.
    public init() {}

    /// The notice that the state is in memory, with the consequences; nil otherwise.
    public var memoryProblem: String? { notices.first { $0.code == .inMemory }?.text }
}

/// A notice about the store, for people.
public struct StoreNotice: Hashable, Sendable {
    /// The subject of a notice, which is also the code of its alert.
    public enum Code: String, Sendable, CaseIterable {
        /// The state is in memory and is lost when the daemon ends.
        case inMemory = "store-in-memory"
        /// A damaged store exists beside the current one.
        case setAside = "store-set-aside"
        /// The store of an earlier start is missing.
        case lost = "store-lost"
        /// Rows of the store are unreadable.
        case damagedRows = "store-damaged-rows"
    }

    public let code: Code
    /// The text with the remedy.
    public let text: String
    /// The text as a code with parameters; shorter than `text`.
    public let message: CodedText

    init(_ code: Code, _ message: CodedText, _ text: String) {
        (self.code, self.text, self.message) = (code, text, message)
    }
}

extension StoreNotice {
    /// The consequence of missing or doubtful trust data.
    static let trust =
        "OSNMA decisions and revocations may be missing, so a key that was removed or revoked may be trusted again: "
        + "compare 'gnss-gateway osnma trust list' with your own list"

    static func inMemory(_ error: StoreError, _ taken: StoreTakeover) -> StoreNotice {
        let trust =
            taken.isTrustWhole
            ? "OSNMA decisions and revocations were read from the store, and new ones apply until the gateway ends"
            : Self.trust
        return StoreNotice(
            .inMemory, CodedText(AlertText.storeInMemory, ["reason": .words(error.reason)]),
            "the gateway keeps its state in memory and loses it when it ends, because \(error.reason). Receivers and "
                + "clients work. Recording a path, importing and onboarding are refused; the track log and the "
                + "positions waiting for agrirouter are lost when it exits. \(taken.text) \(trust). Fix the cause, "
                + "then restart the gateway")
    }

    static func setAside(_ detail: String, _ kept: String, _ taken: String) -> StoreNotice {
        StoreNotice(
            .setAside, CodedText(AlertText.storeSetAside, ["files": .words(kept)]),
            "the store was damaged (\(detail)) and is kept as \(kept). \(taken) \(trust). 'gnss-gateway store "
                + "restore FILE' "
                + "restores a backup; move the kept file to another folder to clear this alert")
    }

    static func kept(_ names: [String]) -> StoreNotice {
        StoreNotice(
            .setAside, CodedText(AlertText.storeSetAside, ["files": .words(names.joined(separator: ", "))]),
            "a damaged store is kept as \(names.joined(separator: " and ")); the current store was created "
                + "afterwards and lacks the data that "
                + "could not be recovered. \(trust). Move the kept file to another folder to clear this alert")
    }

    static func lost(_ path: String) -> StoreNotice {
        StoreNotice(
            .lost, CodedText(AlertText.storeLost, ["path": .words(path)]),
            "the store \(path), which existed at the last start, is missing, and a new one was created. "
                + "\(trust). If you did "
                + "not move it, look for it in your backups: 'gnss-gateway store restore FILE'")
    }

    static func damagedRows(_ cells: [BadCell], _ mended: [String], in folder: String) -> StoreNotice {
        let shown = cells.prefix(5).map(\.description) + mended.prefix(5)
        let more = cells.count + mended.count - shown.count
        let touched = cells.contains(where: \.isTrust) ? " \(trust)." : ""
        return StoreNotice(
            .damagedRows,
            CodedText(
                AlertText.storeDamagedRows,
                ["rows": .words(shown.joined(separator: "; ")), "folder": .words(folder)]),
            "the store has lost single rows to damage: \(shown.joined(separator: "; "))"
                + (more > 0 ? "; and \(more) more" : "")
                + ".\(touched) 'gnss-gateway store check --state-directory \(folder)' shows the remaining damage")
    }
}

extension BadCell {
    /// True if the cell concerns OSNMA trust.
    var isTrust: Bool { table == StoreTable.trustAnchors.name || table == StoreTable.osnmaState.name }
}
