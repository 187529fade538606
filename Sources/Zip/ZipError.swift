// SPDX-License-Identifier: Apache-2.0

public import CZip

/// An error of libzip, in its words.
public struct ZipError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    /// - Parameter error: libzip's error, which is read at once; nil if it gives none.
    public init(_ error: UnsafeMutablePointer<zip_error_t>?) {
        description = error.flatMap(zip_error_strerror).map { String(cString: $0) } ?? "libzip gives no reason"
    }
}
