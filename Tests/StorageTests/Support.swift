// SPDX-License-Identifier: Apache-2.0

import Foundation
import Storage
import Testing

/// A folder that is removed with it.
final class TemporaryFolder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "gnss-store-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var state: StateFolder { StateFolder(path) }
    var database: String { path + "/store.sqlite" }
}

/// The error of opening, nil where it opens.
func errorOfOpening(_ folder: StateFolder) -> StoreError? {
    do throws(StoreError) {
        _ = try Store(folder)
        return nil
    } catch {
        return error
    }
}

/// How much longer the long tests run: 1, or more with `GNSS_TEST_LONG`.
let lengthening = ProcessInfo.processInfo.environment["GNSS_TEST_LONG"] == nil ? 1 : 10
