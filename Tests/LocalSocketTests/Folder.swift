// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A folder that is removed afterwards.
func withFolder<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    let folder = "/tmp/local-socket-\(UInt64.random(in: 0...UInt64.max))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try await body(folder)
}
