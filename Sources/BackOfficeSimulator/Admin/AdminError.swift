// SPDX-License-Identifier: Apache-2.0

internal import StrictFormats

/// The reason why the interface for tests refuses a request.
struct AdminError: Error, Hashable, CustomStringConvertible {
    var status: Int
    var description: String

    init(_ description: String, status: Int = 400) { (self.status, self.description) = (status, description) }
}

extension JSONValue {
    /// Refuses all but an object of known members: a misspelled name would otherwise have no effect and go unnoticed.
    func requireObject(of names: Set<String>, _ what: String) throws(AdminError) {
        guard let members else { throw AdminError("\(what) must be an object") }
        guard let unknown = members.keys.filter({ !names.contains($0) }).min() else { return }
        let known = names.sorted().joined(separator: ", ")
        throw AdminError("\(what) has an unknown key \"\(unknown)\"; the keys are \(known)")
    }

    /// A member that is a text; nil if absent or null.
    func optionText(_ name: String) throws(AdminError) -> String? {
        guard let value = self[name], value != .null else { return nil }
        guard let text = value.text else { throw AdminError("\(name) must be a text") }
        return text
    }

    /// A member that is true or false; nil if absent or null.
    func optionFlag(_ name: String) throws(AdminError) -> Bool? {
        guard let value = self[name], value != .null else { return nil }
        guard let flag = value.flag else { throw AdminError("\(name) must be true or false") }
        return flag
    }

    /// A member that is a whole number; nil if absent or null.
    func optionCount(_ name: String, in range: ClosedRange<Int>) throws(AdminError) -> Int? {
        guard let value = self[name], value != .null else { return nil }
        guard let count = value.integer, range.contains(count) else {
            throw AdminError("\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return count
    }
}
