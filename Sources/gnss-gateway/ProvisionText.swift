// SPDX-License-Identifier: Apache-2.0

internal import CommandSupport
internal import UBX

/// Formats a plan for people.
struct ProvisionText {
    private let plan: ProvisionPlan

    init(_ plan: ProvisionPlan) { self.plan = plan }

    var text: String {
        guard !plan.isNothingToDo else { return ([head] + notes + ["nothing to change"]).joined(separator: "\n") }
        let rows = plan.changes.map { ["  " + $0.setting.name, $0.transition] }
        let memory =
            plan.options.memory == .flash ? "permanent changes:" : "changes until the receiver loses power:"
        let table = TextTable(rows.first ?? [], Array(rows.dropFirst())).text
        return ([head, "", memory, table, ""] + notes).joined(separator: "\n")
    }

    private var head: String {
        let id = plan.identity.uniqueID.map { ", id \($0)" } ?? ""
        let port = plan.isPortGuessed ? "\(plan.port.name) (assumed: not reported)" : plan.port.name
        let baud = plan.options.currentBaud.map { ", \($0) baud" } ?? ""
        return "\(plan.identity.words)\(id), at its \(port)\(baud)"
    }

    private var notes: [String] {
        var notes: [String] = []
        if plan.rightCount > 0 { notes.append("\(plan.rightCount) settings are already correct") }
        if !plan.unknown.isEmpty { notes.append("not supported by this receiver: \(names(plan.unknown))") }
        if !plan.omitted.isEmpty {
            notes.append("omitted because of the line's limited capacity: \(names(plan.omitted))")
        }
        let share = plan.load.map { ", \(Int(($0 * 100).rounded())) % of the line's capacity" } ?? ""
        notes.append("afterwards the receiver sends about \(plan.bytesPerSecond) bytes per second\(share)")
        if let baud = plan.newBaud {
            notes.append("if your configuration sets 'baud' for this receiver, change it to \(baud) or auto")
        }
        return notes
    }

    private func names(_ settings: [ReceiverSetting]) -> String { settings.map(\.name).joined(separator: ", ") }
}
