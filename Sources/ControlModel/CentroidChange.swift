// SPDX-License-Identifier: Apache-2.0

/// What of `CentroidPreferences` is to be something else; nil: it stays. Values are checked when it is applied.
public struct CentroidChange: Codable, Hashable, Sendable {
    /// Which samples count.
    public struct Filter: Codable, Hashable, Sendable {
        /// HDOP at most.
        public var maximumHDOP: Double?
        /// Satellites in the solution at least.
        public var minimumSatellites: Int?
        /// Mean C/N0 at least, in dB-Hz.
        public var minimumCN0: Double?
        /// Dimensions of the fix at least.
        public var minimumFix: Int?
        /// Stated horizontal accuracy at most, in metres.
        public var maximumAccuracy: Double?
        /// `policy`, `verified` or `any`.
        public var osnma: String?

        /// Nothing.
        public init() {}

        enum CodingKeys: String, CodingKey, CaseIterable {
            case osnma
            case maximumHDOP = "max_hdop"
            case minimumSatellites = "min_satellites"
            case minimumCN0 = "min_cn0_dbhz"
            case minimumFix = "min_fix"
            case maximumAccuracy = "max_accuracy_m"
        }

        /// Reads an object that has no other keys.
        public init(from decoder: any Decoder) throws {
            try decoder.refuseKeys(otherThan: CodingKeys.allCases.map(\.rawValue))
            let container = try decoder.container(keyedBy: CodingKeys.self)
            maximumHDOP = try container.decodeIfPresent(Double.self, forKey: .maximumHDOP)
            minimumSatellites = try container.decodeIfPresent(Int.self, forKey: .minimumSatellites)
            minimumCN0 = try container.decodeIfPresent(Double.self, forKey: .minimumCN0)
            minimumFix = try container.decodeIfPresent(Int.self, forKey: .minimumFix)
            maximumAccuracy = try container.decodeIfPresent(Double.self, forKey: .maximumAccuracy)
            osnma = try container.decodeIfPresent(String.self, forKey: .osnma)
        }
    }

    /// How many samples make a point.
    public var samples: Int?
    /// `robust` or `compatible`.
    public var method: String?
    /// Which samples count.
    public var filter: Filter?

    /// Nothing.
    public init() {}

    enum CodingKeys: String, CodingKey, CaseIterable {
        case samples, method, filter
    }

    /// Reads an object that has no other keys: taken for nothing, a misspelt one would be no limit.
    public init(from decoder: any Decoder) throws {
        try decoder.refuseKeys(otherThan: CodingKeys.allCases.map(\.rawValue))
        let container = try decoder.container(keyedBy: CodingKeys.self)
        samples = try container.decodeIfPresent(Int.self, forKey: .samples)
        method = try container.decodeIfPresent(String.self, forKey: .method)
        filter = try container.decodeIfPresent(Filter.self, forKey: .filter)
    }

    /// The names of what is changed, as in the configuration: `samples`, `filter.max_hdop`.
    public var names: [String] { Self.parts.filter { $0.isSet(self) }.map(\.name) }

    /// All names that there are.
    public static var allNames: [String] { parts.map(\.name) }

    /// This and then another.
    public func followed(by newer: CentroidChange) -> CentroidChange {
        var sum = self
        for part in Self.parts where part.isSet(newer) { part.copy(newer, &sum) }
        return sum
    }

    /// Takes back a change.
    ///
    /// - Parameter name: one of `allNames`, or `filter` for all of those that begin so.
    /// - Returns: whether there is such a name.
    public mutating func remove(_ name: String) -> Bool {
        let parts = Self.parts.filter { $0.name == name || $0.name.hasPrefix(name + ".") }
        for part in parts { part.copy(CentroidChange(), &self) }
        if filter == Filter() { filter = nil }
        return !parts.isEmpty
    }

    private struct Part {
        let name: String
        let isSet: (CentroidChange) -> Bool
        let copy: (CentroidChange, inout CentroidChange) -> Void
    }

    private static var parts: [Part] {
        [
            part("samples", \.samples), part("method", \.method), part(.maximumHDOP, \.maximumHDOP),
            part(.minimumSatellites, \.minimumSatellites), part(.minimumCN0, \.minimumCN0),
            part(.minimumFix, \.minimumFix), part(.maximumAccuracy, \.maximumAccuracy), part(.osnma, \.osnma),
        ]
    }

    private static func part<Value>(_ name: String, _ path: WritableKeyPath<CentroidChange, Value?>) -> Part {
        Part(name: name, isSet: { $0[keyPath: path] != nil }, copy: { $1[keyPath: path] = $0[keyPath: path] })
    }

    private static func part<Value>(
        _ key: Filter.CodingKeys, _ path: WritableKeyPath<Filter, Value?>
    ) -> Part {
        Part(
            name: "filter.\(key.rawValue)", isSet: { $0.filter?[keyPath: path] != nil },
            copy: { from, to in
                var filter = to.filter ?? Filter()
                filter[keyPath: path] = from.filter?[keyPath: path]
                to.filter = filter
            })
    }
}

extension Decoder {
    /// - Throws: `DecodingError` where the object has a key that is not in the list.
    func refuseKeys(otherThan known: [String]) throws {
        let container = try container(keyedBy: AnyKey.self)
        for key in container.allKeys where !known.contains(key.stringValue) {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: container, debugDescription: "unknown key \(key.stringValue)")
        }
    }
}

/// Any key of an object.
private struct AnyKey: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
}
