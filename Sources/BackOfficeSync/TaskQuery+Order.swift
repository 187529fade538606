// SPDX-License-Identifier: Apache-2.0

internal import BackOfficeModel
internal import GNSSTypes

extension TaskQuery {
    /// The tasks that the query asks for, in its order; equal ones in the order of their IDs.
    func applied(to tasks: [TaskReport]) -> [TaskReport] {
        let name = name?.lowercased()
        let found = tasks.filter { task in
            let fits = name.map { $0.isEmpty || task.name.lowercased().contains($0) } ?? true
            return fits && (states.map { states in task.state.value.map(states.contains) ?? false } ?? true)
        }
        return found.sorted { one, other in
            if putsOverdueLast, one.isOverdue != other.isOverdue { return other.isOverdue }
            switch compare(one, other) {
            case let result where result < 0: return !isDescending
            case let result where result > 0: return isDescending
            default: return one.id < other.id
            }
        }
    }

    /// Less than 0 if the first comes first in ascending order, 0 if both are equal.
    private func compare(_ one: TaskReport, _ other: TaskReport) -> Int {
        switch order {
        case .created: sign(one.created?.milliseconds ?? .min, other.created?.milliseconds ?? .min)
        case .due: sign(one.due?.milliseconds ?? .max, other.due?.milliseconds ?? .max)
        case .name: sign(one.name.lowercased(), other.name.lowercased())
        case .state: sign(Self.rank(one), Self.rank(other))
        }
    }

    private func sign<Value: Comparable>(_ one: Value, _ other: Value) -> Int { one < other ? -1 : one > other ? 1 : 0 }

    private static func rank(_ task: TaskReport) -> Int {
        let states = TaskReport.State.allCases
        return task.state.value.flatMap { states.firstIndex(of: $0) } ?? states.count
    }
}
