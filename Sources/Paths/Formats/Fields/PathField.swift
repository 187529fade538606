// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// What files say of a path as a whole, beside its name.
enum PathField: String, CaseIterable, Sendable {
    case started = "started_utc"
    case ended = "ended_utc"
    case length = "length_m"
    case area = "area_m2"
    case crossesItself = "crosses_itself"

    /// What a path has of it; nil where it is not known.
    func value(of path: RecordedPath) -> FieldValue? {
        switch self {
        case .started: .time(path.started)
        case .ended: path.ended.map(FieldValue.time)
        case .length: number(path.length?.metres)
        case .area: number(path.area)
        case .crossesItself: path.crossesItself.map(FieldValue.flag)
        }
    }

    private func number(_ value: Double?) -> FieldValue? {
        guard let value, value.isFinite else { return nil }
        return .number(value)
    }
}
