// SPDX-License-Identifier: Apache-2.0

/// Writes metrics in the text format of Prometheus, version 0.0.4.
package struct PrometheusText {
    /// What a family's numbers are.
    package enum Kind: String {
        /// Only grows, but for restarts.
        case counter
        /// Goes up and down.
        case gauge
        /// Counts by size.
        case histogram
    }

    /// The value of a metric with its labels.
    package struct Sample {
        package var labels: [(String, String)]
        /// In the unit that the metric's name states: `_seconds`, `_bytes`; a plain number without one.
        package var value: Double
        /// Behind the name: `_bucket`, `_sum`, `_count` of a histogram.
        package var suffix: String

        package init(labels: [(String, String)], value: Double, suffix: String = "") {
            (self.labels, self.value, self.suffix) = (labels, value, suffix)
        }
    }

    package private(set) var text = ""

    package init() {}

    /// A family: all samples of one name. One without samples is left out.
    ///
    /// - Parameter name: characters that a name cannot have become underscores.
    package mutating func family(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
        guard !samples.isEmpty else { return }
        let name = Self.name(name)
        let words = help.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
        text += "# HELP \(name) \(words)\n# TYPE \(name) \(kind.rawValue)\n"
        for sample in samples {
            text += "\(name)\(sample.suffix)\(Self.labels(sample.labels)) \(Self.number(sample.value))\n"
        }
    }

    /// A family of one value without labels; left out where it is not known.
    package mutating func single(_ name: String, _ kind: Kind, _ help: String, _ value: Double?) {
        family(name, kind, help, value.map { [Sample(labels: [], value: $0)] } ?? [])
    }

    /// A name as the format allows it: letters, digits, underscores and colons, no digit first.
    package static func name(_ text: String) -> String {
        let sound = text.unicodeScalars.map { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == ":")
                ? Character(scalar) : "_"
        }
        return sound.first.map { $0.isNumber } ?? true ? "_" + String(sound) : String(sound)
    }

    private static func labels(_ labels: [(String, String)]) -> String {
        guard !labels.isEmpty else { return "" }
        let pairs = labels.map { label in
            let value = label.1.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
                .replacing("\n", with: "\\n")
            return "\(name(label.0).replacing(":", with: "_"))=\"\(value)\""
        }
        return "{\(pairs.joined(separator: ","))}"
    }

    private static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        if value == value.rounded(), abs(value) < 1e15 { return String(Int64(value)) }
        return "\(value)"
    }
}
