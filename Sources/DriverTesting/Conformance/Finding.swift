// SPDX-License-Identifier: Apache-2.0

extension DriverConformance {
    /// The result of checking one property.
    public struct Finding: Sendable, Hashable, CustomStringConvertible {
        /// The verdict of a check.
        public enum Verdict: Sendable, Hashable {
            /// The driver has the property.
            case passed
            /// The driver lacks the property, with the reason.
            case failed(String)
            /// The check was skipped, with the reason.
            case skipped(String)
        }

        /// A measured number.
        public struct Figure: Sendable, Hashable, CustomStringConvertible {
            /// The measured quantity: `first observation`.
            public var name: String
            /// The value in `unit`.
            public var value: Double
            /// The unit: `ms`, `MB/s`; empty for a count.
            public var unit: String

            public init(_ name: String, _ value: Double, _ unit: String = "") {
                (self.name, self.value, self.unit) = (name, value, unit)
            }

            /// The text for messages: `first observation 12.3 ms`.
            public var description: String { "\(name) \(Self.rounded(value))\(unit.isEmpty ? "" : " \(unit)")" }

            /// Rounds to three significant digits.
            static func rounded(_ value: Double) -> String {
                guard value.isFinite, abs(value) < 1e15 else { return "\(value)" }
                if abs(value) >= 100 || value == value.rounded() { return "\(Int64(value.rounded()))" }
                let places = abs(value) >= 10 ? 10.0 : 100.0
                return "\((value * places).rounded() / places)"
            }
        }

        public var property: ConformanceCheck
        /// The verdict of the check.
        public var verdict: Verdict
        public var figures: [Figure]

        public init(_ property: ConformanceCheck, _ verdict: Verdict, _ figures: [Figure] = []) {
            (self.property, self.verdict, self.figures) = (property, verdict, figures)
        }

        /// Creates a finding: failed for the given reason, or passed if `failure` is nil.
        init(_ property: ConformanceCheck, failure: String?, _ figures: [Figure] = []) {
            self.init(property, failure.map { .failed($0) } ?? .passed, figures)
        }

        /// The checked property, for people.
        public var check: String { property.title }

        /// The reason for the failure; nil if the check did not fail.
        public var failure: String? {
            if case .failed(let reason) = verdict { reason } else { nil }
        }

        /// True if the check was performed.
        public var wasChecked: Bool {
            if case .skipped = verdict { false } else { true }
        }

        /// One line of a report.
        public var description: String {
            let measured = figures.isEmpty ? "" : " (\(figures.map(\.description).joined(separator: ", ")))"
            return switch verdict {
            case .passed: "ok    \(check)\(measured)"
            case .failed(let reason): "FAIL  \(check): \(reason)\(measured)"
            case .skipped(let reason): "skip  \(check): \(reason)"
            }
        }
    }
}
