// SPDX-License-Identifier: Apache-2.0

import Foundation
import OSNMA
import OSNMAFiles

/// Measures OSNMA validation: the processor time of this thread, the least of several rounds, compared with a floor. The
/// floor is the time that the hashes, CRCs and signatures alone would take on this machine, measured in the same run.
///
/// Usage: `osnma-benchmark [VECTOR…]` with names of official vectors of one hour each (default: `configuration_1` and
/// `nmt_step1`); `osnma-benchmark starts [PLACE…]` prints the times to the first authentic fix.
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

/// The processor time of a closure on this thread, in seconds.
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
