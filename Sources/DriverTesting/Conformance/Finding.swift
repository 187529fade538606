// SPDX-License-Identifier: Apache-2.0

extension DriverConformance {
    /// One property and whether the driver has it.
    public struct Finding: Sendable, Hashable, CustomStringConvertible {
        /// How it came out.
        public enum Verdict: Sendable, Hashable {
            /// The driver has it.
            case passed
            /// It has not, and what was wrong.
            case failed(String)
            /// It was not looked at, and why.
            case skipped(String)
        }

        /// A number that was measured.
        public struct Figure: Sendable, Hashable, CustomStringConvertible {
            /// Of what: `first observation`.
            public var name: String
            /// What was measured, in `unit`.
            public var value: Double
            /// The unit: `ms`, `MB/s`; empty for a count.
            public var unit: String

            public init(_ name: String, _ value: Double, _ unit: String = "") {
                (self.name, self.value, self.unit) = (name, value, unit)
            }

            /// As in `first observation 12.3 ms`.
            public var description: String { "\(name) \(Self.rounded(value))\(unit.isEmpty ? "" : " \(unit)")" }

            /// Three digits that count.
            static func rounded(_ value: Double) -> String {
                guard value.isFinite, abs(value) < 1e15 else { return "\(value)" }
                if abs(value) >= 100 || value == value.rounded() { return "\(Int64(value.rounded()))" }
                let places = abs(value) >= 10 ? 10.0 : 100.0
                return "\((value * places).rounded() / places)"
            }
        }

        public var property: ConformanceCheck
        /// How it came out.
        public var verdict: Verdict
        public var figures: [Figure]

        public init(_ property: ConformanceCheck, _ verdict: Verdict, _ figures: [Figure] = []) {
            (self.property, self.verdict, self.figures) = (property, verdict, figures)
        }

        /// A finding: passed where there is no failure.
        init(_ property: ConformanceCheck, failure: String?, _ figures: [Figure] = []) {
            self.init(property, failure.map { .failed($0) } ?? .passed, figures)
        }

        /// What was checked, in words.
        public var check: String { property.title }

        /// What was wrong, or nil.
        public var failure: String? {
            if case .failed(let reason) = verdict { reason } else { nil }
        }

        /// Whether it was looked at.
        public var wasChecked: Bool {
            if case .skipped = verdict { false } else { true }
        }

        /// One line for a report.
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
