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
}
