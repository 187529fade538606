// SPDX-License-Identifier: Apache-2.0

import Logging
import Synchronization
import Testing

@testable import DaemonRuntime
@testable import Gateway

@Suite struct LogOutputTests {
    private final class Lines: Sendable {
        let text = Mutex("")
        func output(_ level: Logger.Level, _ style: LogOutput.Style) -> LogOutput {
            LogOutput(level: level, style: style) { [self] lines in text.withLock { $0 += lines } }
        }
    }

    @Test func `a line for people has the time, the level and the receiver`() {
        let lines = Lines()
        var logger = lines.output(.info, .plain).logger()
        logger[metadataKey: "receiver"] = "rover"
        logger.warning("no data for 10 s", metadata: ["bytes": "7", "age": "1"])
        logger.debug("not told")
        let text = lines.text.withLock(\.self)
        #expect(
            text.wholeMatch(
                of: /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d warning rover: no data for 10 s \(age=1, bytes=7\)\n/) != nil,
            "\(text)")
    }

    @Test func `in the journal each line begins with its priority and has no time`() {
        let lines = Lines()
        let logger = lines.output(.trace, .journal).logger()
        logger.error("two\r\nlines")
        logger.info("one")
        logger.debug("less")
        #expect(lines.text.withLock(\.self) == "<3>two\n<3>lines\n<6>one\n<7>less\n")
    }

    @Test func `what a device says cannot steer the terminal`() {
        let lines = Lines()
        lines.output(.info, .journal).logger().info("model \u{1B}[2Jx\u{7}")
        #expect(lines.text.withLock(\.self) == "<6>model \\u{1B}[2Jx\\u{07}\n")
    }

    @Test func `the level can be changed while loggers are in use, but not that of one that has its own`() {
        let lines = Lines()
        let output = lines.output(.warning, .journal)
        let logger = output.logger()
        var quiet = logger
        quiet.logLevel = .critical
        logger.info("a")
        output.level = .debug
        logger.debug("b")
        quiet.error("c")
        #expect(lines.text.withLock(\.self) == "<7>b\n")
    }
}
