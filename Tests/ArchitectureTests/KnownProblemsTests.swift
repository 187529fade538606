// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The tests that `docs/known-problems.md` names exist.
@Suite struct KnownProblemsTests {
    @Test func `every test that is named as a proof is there`() throws {
        let file = SourceTree.package.appending(path: "docs/known-problems.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        let files = FileManager.default.enumerator(atPath: SourceTree.package.appending(path: "Tests").path)
        let names = Set((files?.compactMap { $0 as? String } ?? []).map { URL(fileURLWithPath: $0).lastPathComponent })
        let proofs = text.matches(of: /[A-Za-z]+Tests/).map { String($0.0) }
        #expect(proofs.count > 15)
        let missing = proofs.filter { !names.contains("\($0).swift") }
        #expect(missing.isEmpty)
    }
}
