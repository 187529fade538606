// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The names of users and groups, for any thread. `getpwuid` and `getgrgid` answer all threads in the same memory.
public enum AccountName {
    /// The name of a user.
    ///
    /// - Parameter id: The user's number.
    /// - Returns: The number if the system has no name for it.
    public static func ofUser(_ id: UInt32) -> String {
        name { room in
            var entry = passwd()
            // `getpwuid_r` sets this to point to `entry`, or to nil; it is only compared with nil.
            var found: UnsafeMutablePointer<passwd>?
            guard let start = room.baseAddress, getpwuid_r(id, &entry, start, room.count, &found) == 0, found != nil
            else { return nil }
            // The name is stored in `room`; the result is a copy.
            return entry.pw_name.map { String(cString: $0) }
        } ?? "\(id)"
    }

    /// The name of a group.
    ///
    /// - Parameter id: The group's number.
    /// - Returns: The number if the system has no name for it.
    public static func ofGroup(_ id: UInt32) -> String {
        name { room in
            var entry = group()
            // `getgrgid_r` sets this to point to `entry`, or to nil; it is only compared with nil.
            var found: UnsafeMutablePointer<group>?
            guard let start = room.baseAddress, getgrgid_r(id, &entry, start, room.count, &found) == 0, found != nil
            else { return nil }
            // The name is stored in `room`; the result is a copy.
            return entry.gr_name.map { String(cString: $0) }
        } ?? "\(id)"
    }

    private static func name(_ read: (UnsafeMutableBufferPointer<CChar>) -> String?) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 65_536, read)
    }
}
