// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// The content of a file that gzip made.
///
/// - Throws: If the file is not there or damaged.
public func gunzip(_ path: String) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitForEnd()
    guard process.terminationStatus == 0 else { throw CocoaError(.fileReadCorruptFile) }
    return [UInt8](data)
}
