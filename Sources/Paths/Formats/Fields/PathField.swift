// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// The properties of a whole path that files contain, besides its name.
enum PathField: String, CaseIterable, Sendable {
    case started = "started_utc"
    case ended = "ended_utc"
    case length = "length_m"
    case area = "area_m2"
    case crossesItself = "crosses_itself"
    case isImported = "imported"

    /// The path's value of this property; nil if unknown.
    func value(of path: RecordedPath) -> FieldValue? {
        switch self {
        case .started: .time(path.started)
        case .ended: path.ended.map(FieldValue.time)
        case .length: number(path.length?.metres)
        case .area: number(path.area)
        case .crossesItself: path.crossesItself.map(FieldValue.flag)
        case .isImported: path.isImported ? FieldValue.flag(true) : nil
        }
    }

    private func number(_ value: Double?) -> FieldValue? {
        guard let value, value.isFinite else { return nil }
        return .number(value)
    }
}
