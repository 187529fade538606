// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Measures decoding, in ratios of processor time within one run, because on a shared machine rates differ from hour to
/// hour.
///
/// Usage: `decode-benchmark [MEGABYTES [KIND…]]`, the amount of each kind (default: 100) and the kinds: `nmea`, `ubx`,
/// `mixed` (default: all).
@main
struct DecodeBenchmark {
    static let rounds = 5

    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        let megabytes = arguments.first.flatMap(Int.init) ?? 100
        let names = Set(arguments.dropFirst())
        var isMet = true
        for kind in Capture.Kind.allCases where names.isEmpty || names.contains("\(kind)") {
            guard let capture = Capture(kind, size: megabytes * 1_000_000) else {
                print("no captures of \(kind.rawValue): set GNSS_TEST_DATA")
                continue
            }
            Table.head(capture)
            let framing = Framing.measure(capture)
            isMet = try Decoding.measure(capture, scanner: framing.scanner) && framing.isMet && isMet
        }
        exit(isMet ? 0 : 1)
    }
}
