// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ConfigurationFile

/// Whatever bytes stand in the file: an answer, never a trap, and no value that a check should have refused.
struct ConfigurationDamageTests {
    private static let seeds = ConfigurationTextTests.files + [replaySchema, GatewayConfiguration.sample]

    @Test("Random bytes are answered", arguments: 0..<20)
    func randomBytes(_ seed: Int) throws {
        var random = SplitMix(state: UInt64(seed))
        for _ in 0..<100 {
            let alphabet = Array("{}[]:,-?&*!|>'\"#%@`~ \n\tab01.e\0\u{E9}".utf8)
            let count = Int.random(in: 0..<200, using: &random)
            let isWild = Bool.random(using: &random)
            try answer(
                (0..<count).map { _ in
                    isWild ? .random(in: 0...255, using: &random) : alphabet.randomElement(using: &random) ?? 0
                })
        }
    }

    @Test("Damaged files are answered", arguments: 0..<20)
    func damage(_ seed: Int) throws {
        var random = SplitMix(state: UInt64(seed) &+ 1000)
        for _ in 0..<100 {
            var bytes = Array((Self.seeds.randomElement(using: &random) ?? "").utf8)
            for _ in 0..<Int.random(in: 1...4, using: &random) { mutate(&bytes, &random) }
            try answer(bytes)
        }
    }

    @Test(
        "One word over and over is answered",
        arguments: [
            "[", "- ", "? ", "{a: ", "a: {", "a,", "'a': ", "- a\n", "&a ", "*a ", "!a ", "a:\n", "[],", "|\n", "%",
            "--- a\n", "\u{85}",
        ])
    func repetition(_ word: String) throws {
        for head in ["", "[", "{"] { try answer(Array((head + String(repeating: word, count: 10_000)).utf8)) }
    }

    private func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix) {
        guard !bytes.isEmpty else { return }
        let at = Int.random(in: 0..<bytes.count, using: &random)
        let to = min(bytes.count, at + Int.random(in: 0...12, using: &random))
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[at] = .random(in: 0...255, using: &random)
        case 1: bytes.removeSubrange(at..<to)
        case 2: bytes.insert(contentsOf: bytes[at..<to], at: Int.random(in: 0..<bytes.count, using: &random))
        case 3: bytes.removeLast(bytes.count - at)
        default: bytes.insert(contentsOf: "[{&a *a: - ? | \n\"'!!x ".utf8.shuffled(using: &random).prefix(3), at: at)
        }
    }

    private func answer(_ bytes: [UInt8]) throws {
        let drivers = try drivers()
        do throws(ConfigurationErrors) {
            let document = try ConfigurationDocument(bytes: bytes, name: "x")
            let configuration = try document.configuration(drivers: drivers)
            #expect(configuration.receivers.allSatisfy { (0...100).contains($0.priority) })
            let shown = try configuration.yaml(drivers: drivers)
            _ = try ConfigurationDocument(yaml: shown, name: "shown").configuration(drivers: drivers)
        } catch {
            #expect(!error.errors.isEmpty)
            #expect(error.errors.allSatisfy { $0.file == "x" && !$0.problem.isEmpty }, "\(error)")
        }
        _ = try? DriverSchema(json: String(decoding: bytes, as: UTF8.self), driver: "x")
    }
}

/// A generator of the same numbers in every run (Steele, Lea, Flood: SplitMix64).
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
