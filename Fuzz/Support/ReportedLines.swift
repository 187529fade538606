// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

@testable import GPSDServer

/// Checks the lines that clients of gpsd's protocol would receive for payloads.
enum ReportedLines {
    /// Reports payloads epoch by epoch, and checks the output.
    static func check(_ epochs: [[Payload]], devicePath: String?) {
        var reporter = GPSDReporter(devicePath: devicePath, lineEnding: .lineFeed)
        var output: [UInt8] = []
        var payloads = 0
        for epoch in epochs {
            for payload in epoch { reporter.report(payload, into: &output) }
            reporter.flush(into: &output)
            payloads += epoch.count
        }
        // Each payload gives at most one line; a fix gives up to three: TPV, GST, and a SKY if no satellites are listed.
        check(output, mostLines: 3 * payloads)
    }

    /// Checks that each line is a JSON object of limited length that begins with its class.
    static func check(_ output: [UInt8], mostLines: Int) {
        require(output.isEmpty || output.last == 0x0A, "the last line is incomplete")
        let lines = output.split(separator: 0x0A)
        require(lines.count <= mostLines, "\(lines.count) lines, expected at most \(mostLines)")
        for line in lines {
            require(
                line.starts(with: Array("{\"class\":\"".utf8)), "no class: \(String(decoding: line, as: UTF8.self))")
            require(line.count <= GPSDReporter.longestLine, "a line of \(line.count) bytes")
            require(JSONText.isValid(line), "not JSON: \(String(decoding: line, as: UTF8.self))")
        }
    }
}
