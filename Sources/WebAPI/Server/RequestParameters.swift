// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes
internal import HTTPTypes
internal import Hummingbird

/// The query parameters of a request. Each has a known name and occurs at most once.
struct RequestParameters {
    private var values: [String: String] = [:]

    /// - Parameter known: The names that the route accepts, at least one.
    /// - Throws: `ControlError` if a parameter is unknown or occurs more than once.
    init(_ request: Request, _ known: String...) throws(ControlError) {
        for (name, value) in request.uri.queryParameters {
            guard known.contains(String(name)) else {
                let names = known.count == 1 ? "only parameter is" : "parameters are"
                throw ControlError(
                    .invalid, "unknown parameter \"\(name.prefix(100))\"; the \(names) \(Self.list(known))")
            }
            guard values.updateValue(String(value), forKey: String(name)) == nil else {
                throw ControlError(.invalid, "the parameter \"\(name)\" occurs twice; give it only once")
            }
        }
    }

    /// The value of a parameter; nil if it is absent.
    subscript(_ name: String) -> String? { values[name] }

    /// - Throws: `ControlError` if the value is not one of the words.
    func word(_ name: String, of words: [String]) throws(ControlError) -> String? {
        guard let text = values[name] else { return nil }
        guard words.contains(text) else { throw Self.refusal(text, name, words.joined(separator: " or ")) }
        return text
    }

    /// - Throws: `ControlError` if the value is not a whole number in the range.
    func number(_ name: String, in range: ClosedRange<Int>) throws(ControlError) -> Int? {
        guard let text = values[name] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            let isOpen = range.upperBound >= Int(Int32.max)
            throw Self.refusal(
                text, name, isOpen ? "\(range.lowerBound) or more" : "\(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// - Throws: `ControlError` if the value is not a number in the range.
    func number(_ name: String, in range: ClosedRange<Double>) throws(ControlError) -> Double? {
        guard let text = values[name] else { return nil }
        guard let number = Double(decimal: text), range.contains(number) else {
            throw Self.refusal(text, name, "\(Int(range.lowerBound)) to \(Int(range.upperBound))")
        }
        return number
    }

    private static func refusal(_ text: String, _ name: String, _ allowed: String) -> ControlError {
        ControlError(.invalid, "\"\(text.prefix(100))\" is not a value of \(name): give \(allowed)")
    }

    private static func list(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }
}
