// SPDX-License-Identifier: Apache-2.0

/// The person or program that makes a request about data that belong to people: photos and paths.
public struct ControlUser: Hashable, Sendable {
    /// A client that has not signed in by name and is not an admin.
    public static let unnamed = ControlUser(name: nil, isAdmin: false)

    /// The name; nil if the client has not signed in by name.
    public var name: String?
    /// True if the role is admin, who may see and change all users' data.
    public var isAdmin: Bool

    public init(name: String?, isAdmin: Bool) { (self.name, self.isAdmin) = (name, isAdmin) }

    /// True if the user may see, change and delete the data of an owner; nil for data without an owner, which belong to
    /// all.
    public func mayUse(dataOf owner: String?) -> Bool { owner == nil || owner == name || isAdmin }
}
