// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import MessageTexts
internal import SetupModel
internal import UBX

extension ProvisionSession {
    /// Shows a plan.
    mutating func show(_ plan: ProvisionPlan) {
        (model, port) = (plan.identity.words, plan.port.name)
        (baud, newBaud) = (plan.options.currentBaud, plan.newBaud)
        changes = plan.changes.map {
            Change(setting: $0.setting.name, old: $0.setting.text($0.old), new: $0.setting.text($0.new))
        }
        correct = plan.rightCount
        (unsupported, omitted) = (plan.unknown.map(\.name), plan.omitted.map(\.name))
        (bytesPerSecond, load) = (plan.bytesPerSecond, plan.load)
    }

    /// Shows the results so far, in the order in which the changes were tried.
    mutating func show(_ steps: [ProvisionStep], of plan: ProvisionPlan) {
        for step in steps {
            guard let index = plan.changes.firstIndex(of: step.change), changes?.indices.contains(index) == true else {
                continue
            }
            guard let outcome = step.outcome else { continue }
            changes?[index].note(outcome, step.text, isFailure: step.isFailure)
        }
    }

    /// Ends the set-up.
    mutating func end(_ state: State, _ error: CodedText? = nil) {
        self.state = ReportCode(state)
        (self.error, errorText) = (error, error?.text)
    }
}

extension ProvisionStep {
    /// The outcome; nil if the change was not tried.
    fileprivate var outcome: ProvisionSession.Outcome? {
        switch result {
        case .made: .made
        case .refused: .refused
        case .silent: .notAnswered
        case .notKept: .notKept
        case .notHeardAtNewRate: .notHeard
        case .notTried: nil
        }
    }
}
