// SPDX-License-Identifier: Apache-2.0

import Foundation
import OSNMA
import OSNMAFiles

/// A recording in `GNSS_TEST_DATA`, with the trust files in its folder.
struct Recording {
    let name: String
    let bytes: [UInt8]
    let file: String
    let anchors: TrustAnchors

    /// - Parameter place: A folder in `osnma`.
    init(_ data: String, _ place: String) throws {
        let folder = "\(data)/osnma/\(place)"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        guard let file = names.first(where: { $0.hasSuffix(".gz") }) else { throw CocoaError(.fileNoSuchFile) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["gzip", "-dc", folder + "/" + file]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        bytes = [UInt8](try pipe.fileHandleForReading.readToEnd() ?? Data())
        process.waitUntilExit()
        name = place.split(separator: "/").last.map(String.init) ?? place
        (self.file, anchors) = (String(file.dropLast(3)), try TrustFolder(folder).anchors)
    }

    func pages() throws -> [RecordedPage] { try PageFile(bytes, name: file).pages }
}
