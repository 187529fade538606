// SPDX-License-Identifier: Apache-2.0

/// Writes metrics in the text format of Prometheus, version 0.0.4.
package struct PrometheusText {
    /// The type of a family of metrics.
    package enum Kind: String {
        /// A number that only increases; it starts again at 0 when the program restarts.
        case counter
        /// A number that can rise and fall.
        case gauge
        /// The number of values in each range of values.
        case histogram
    }

    /// The value of a metric with its labels.
    package struct Sample {
        package var labels: [(String, String)]
        /// The value in the unit that the metric's name contains (`_seconds`, `_bytes`); without a unit otherwise.
        package var value: Double
        /// The suffix of the name: `_bucket`, `_sum` or `_count` for a histogram.
        package var suffix: String

        package init(labels: [(String, String)], value: Double, suffix: String = "") {
            (self.labels, self.value, self.suffix) = (labels, value, suffix)
        }
    }

    package private(set) var text = ""

    package init() {}

    /// Writes a family: all samples of one name. A family without samples is omitted.
    ///
    /// - Parameter name: The name; invalid characters are replaced by underscores.
    package mutating func family(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
        guard !samples.isEmpty else { return }
        let name = Self.name(name)
        let words = help.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
        text += "# HELP \(name) \(words)\n# TYPE \(name) \(kind.rawValue)\n"
        for sample in samples {
            text += "\(name)\(sample.suffix)\(Self.labels(sample.labels)) \(Self.number(sample.value))\n"
        }
    }

    /// Writes a family with a single value without labels; omitted if the value is nil.
    package mutating func single(_ name: String, _ kind: Kind, _ help: String, _ value: Double?) {
        family(name, kind, help, value.map { [Sample(labels: [], value: $0)] } ?? [])
    }

    /// Converts a text into a valid name: letters, digits, underscores and colons, without a leading digit.
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
