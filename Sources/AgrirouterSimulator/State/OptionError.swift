// SPDX-License-Identifier: Apache-2.0

internal import StrictFormats

/// The reason that an option cannot be set.
struct OptionError: Error, Hashable, CustomStringConvertible {
    var description: String
}

extension JSONValue {
    /// Refuses an object with unknown members: a misspelled name would otherwise have no effect and go unnoticed.
    func refuse(otherThan names: Set<String>, of what: String) throws(OptionError) {
        guard let unknown = members?.keys.filter({ !names.contains($0) }).min() else { return }
        let known = names.sorted().joined(separator: ", ")
        throw OptionError(description: "\(what) has an unknown key \"\(unknown)\"; the keys are \(known)")
    }

    /// Returns a member that is a number; nil if absent.
    ///
    /// - Throws: `OptionError` with the permitted numbers if it is another one, or not a number.
    func number(_ name: String, in range: ClosedRange<Double>) throws(OptionError) -> Double? {
        guard let value = self[name], value != .null else { return nil }
        guard let number = value.number, range.contains(number) else {
            throw OptionError(
                description: "\(name) must be a number from \(Self.written(range.lowerBound)) to "
                    + Self.written(range.upperBound))
        }
        return number
    }

    /// Returns a member that is a whole number; nil if absent.
    ///
    /// - Throws: `OptionError` with the permitted numbers if it is another one, or not a whole number.
    func count(_ name: String, in range: ClosedRange<Int>) throws(OptionError) -> Int? {
        guard let value = self[name], value != .null else { return nil }
        guard let count = value.integer, range.contains(count) else {
            throw OptionError(
                description: "\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return count
    }

    /// Returns a member that is a text; nil if absent.
    ///
    /// - Throws: `OptionError` if it is not a text.
    func optionText(_ name: String) throws(OptionError) -> String? {
        guard let value = self[name], value != .null else { return nil }
        guard let text = value.text else { throw OptionError(description: "\(name) must be a text") }
        return text
    }

    /// Returns a member that is true or false; nil if absent.
    ///
    /// - Throws: `OptionError` if it is neither.
    func optionFlag(_ name: String) throws(OptionError) -> Bool? {
        guard let value = self[name], value != .null else { return nil }
        guard let flag = value.flag else { throw OptionError(description: "\(name) must be true or false") }
        return flag
    }

    private static func written(_ bound: Double) -> String {
        bound == bound.rounded() ? "\(Int64(bound))" : "\(bound)"
    }
}
