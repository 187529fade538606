// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The README and the tour, word for word: a newcomer's first minutes.
@Suite(.serialized) struct ReadmeTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../..").standardizedFileURL

    /// The documents whose commands a newcomer copies, in the order of reading.
    private static let documents = ["README.md", "docs/tour.md"]

    /// The blocks of commands of one document, in their order.
    private static func commands(of document: String) throws -> [String] {
        let text = try String(contentsOf: root.appendingPathComponent(document), encoding: .utf8)
        return text.components(separatedBy: "```bash\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
    }

    /// gpsd's port is the one that the README shows; a machine where gpsd itself has it cannot follow the tour.
    private static let isPortFree: Bool = {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(2947).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) != 0 }
        }
    }()

    @Test(
        .enabled(if: Program.installed("gpspipe") != nil, "gpspipe is not installed (Debian: gpsd-clients)"),
        .enabled(if: isPortFree, "port 2947 is taken, most likely by gpsd"))
    func `the commands of the tour run as they stand`() throws {
        let blocks = try Self.documents.map { try Self.commands(of: $0) }
        #expect(blocks.map(\.count) == [1, 6])
        let built = URL(fileURLWithPath: try Program.gateway).deletingLastPathComponent().path
        let tour = blocks.joined().joined().replacingOccurrences(of: "$PWD/.build/release", with: built)
        #expect(tour.contains(built))
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("gnss-tour-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let script = "set -euxo pipefail\ncd '\(folder.path)'\ntrap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n\(tour)"
        // As in a terminal: other tests of this process ignore the signal that ends programs, and programs inherit that.
        let result = try Program.run(
            "/usr/bin/env", ["--default-signal=TERM", "timeout", "400", "bash", "-c", script])
        #expect(result.status == 0, "\(result.messages.suffix(3000))")
        let lines = result.lines
        #expect(lines.contains { $0.contains("\"TPV\"") && $0.contains("\"device\":\"demo\"") })
        #expect(lines.contains { $0.contains("\"device\":\"bench\"") })
        #expect(lines.contains { $0.hasPrefix("position 52.4") }, "the client of the tour prints positions")
        #expect(lines.contains { $0.hasPrefix("file-simulator") })
        #expect(!lines.contains { $0.hasPrefix("FAIL") })
    }

    @Test func `what the README and the tour name is there`() throws {
        for document in Self.documents {
            let file = Self.root.appendingPathComponent(document)
            let text = try String(contentsOf: file, encoding: .utf8)
            for link in text.matches(of: /\]\(([^):#]+)(?:#[^)]*)?\)/) {
                let path = file.deletingLastPathComponent().appendingPathComponent(String(link.1)).path
                #expect(FileManager.default.fileExists(atPath: path), "\(document): \(link.1)")
            }
        }
        for script in ["script/run", "script/test", "script/bootstrap", ".ci/run"] {
            #expect(
                FileManager.default.isExecutableFile(atPath: Self.root.appendingPathComponent(script).path),
                "\(script) is not executable")
        }
    }
}
