// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

@testable import GPSDServer

/// The lines that gpsd's clients would get of payloads, each checked.
enum ReportedLines {
    /// Reports payloads as one epoch after the other and checks what comes out.
    static func check(_ epochs: [[Payload]], devicePath: String?) {
        var reporter = GPSDReporter(devicePath: devicePath, lineEnding: .lineFeed)
        var output: [UInt8] = []
        var payloads = 0
        for epoch in epochs {
            for payload in epoch { reporter.report(payload, into: &output) }
            reporter.flush(into: &output)
            payloads += epoch.count
        }
        // Each payload makes at most one line, a fix three: TPV, GST, and a SKY where no satellites are listed.
        check(output, mostLines: 3 * payloads)
    }

    /// Checks lines: each a JSON object that begins with its class, of bounded length.
    static func check(_ output: [UInt8], mostLines: Int) {
        require(output.isEmpty || output.last == 0x0A, "the last line has no end")
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
