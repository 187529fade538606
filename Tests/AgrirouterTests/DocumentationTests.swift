// SPDX-License-Identifier: Apache-2.0

import Agrirouter
import Foundation
import Testing

/// `docs/agrirouter.md` has every code with what it means and how it is cured.
struct DocumentationTests {
    private func document() throws -> [Substring] {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../docs/agrirouter.md").standardizedFileURL
        return try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
    }

    @Test func `every code of a refused onboarding stands there with its cure`() throws {
        let lines = try document()
        for code in OnboardingCode.all {
            #expect(lines.contains("| \(code.code) | \(code.meaning) | \(code.cure) |"), "\(code.code)")
        }
    }

    @Test func `every code of an answer stands there with its cure, and with what the gateway does`() throws {
        let lines = try document()
        for code in ResultCode.all {
            let line = lines.first { $0.hasPrefix("| \(code.code) | \(code.meaning) | ") }
            let cells = line?.split(separator: "|").map { $0.drop(while: { $0 == " " }) } ?? []
            #expect(cells.count == 4 && cells[2].count > 5, "\(code.code)")
            #expect(line?.hasSuffix(" | \(code.cure ?? "–") |") == true, "\(code.code)")
        }
    }
}
