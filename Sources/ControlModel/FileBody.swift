// SPDX-License-Identifier: Apache-2.0

/// Passes the pieces of a file in order. Throws the error of `take`, or the reason why no more pieces arrive.
public typealias FileBody =
    @Sendable (_ take: @escaping @Sendable ([UInt8]) async throws -> Void) async throws -> Void
