// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The reasons why a receiver became active.
public enum SelectionText: String, TextCode {
    case firstFound = "selection.first_found"
    case selected = "selection.selected"
    case selectionRemoved = "selection.removed"
    case better = "selection.better"
    /// The new receiver has a higher priority.
    case priority = "selection.priority"
    /// The new receiver has a fix of higher quality.
    case fix = "selection.fix"
    /// The new receiver has a fix of the same quality, and was found first.
    case foundEarlier = "selection.found_earlier"
    case noPosition = "selection.no_position"
    case disconnected = "selection.disconnected"

    public var english: String {
        switch self {
        case .firstFound: "first receiver found"
        case .selected: "selected by the operator"
        case .selectionRemoved: "the operator's selection was removed"
        case .better: "better than {receiver} for {seconds} s: {reason}"
        case .priority: "its priority is {priority}, not {other}"
        case .fix: "its fix is better"
        case .foundEarlier: "its fix is as good, and it was found first"
        case .noPosition: "{receiver} has no position"
        case .disconnected: "{receiver} is no longer connected"
        }
    }
}
