// SPDX-License-Identifier: Apache-2.0

import Foundation
import OSNMA
import OSNMAFiles

/// Usage: `osnma-benchmark [VECTOR…]`, the official vectors of one hour each that are examined, `configuration_1` and
/// `nmt_step1` where none is named; `osnma-benchmark starts [PLACE…]`, which prints how long first fixes take. Seconds of processor of this thread, the least of several rounds, beside a floor computed of what the
/// hashes, the CRC and the signatures alone would take on this machine, in this run.
@main
struct OSNMABenchmark {
    static let rounds = 7

    static func main() throws {
        guard let folder = ProcessInfo.processInfo.environment["GNSS_TEST_DATA"] else {
            print("no test vectors: set GNSS_TEST_DATA")
            return
        }
        let named = Array(CommandLine.arguments.dropFirst())
        if named.first == "starts" {
            let places = ["vectors/configuration_1", "vectors/npk_step1", "vectors/eoc_step1", "ubx", "sbf"]
            for place in named.count > 1 ? Array(named.dropFirst()) : places {
                try Starts.measure(try Recording(folder, place))
            }
            return
        }
        let prices = Prices()
        print(prices.text)
        var isMet = true
        for name in named.isEmpty ? ["configuration_1", "nmt_step1"] : named {
            isMet = try Hour(try Recording(folder, "vectors/" + name)).measure(prices) && isMet
        }
        exit(isMet ? 0 : 1)
    }
}

/// Seconds of processor that the body takes on this thread.
func threadSeconds(_ body: () throws -> Void) rethrows -> Double {
    func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    try body()
    return now() - start
}
