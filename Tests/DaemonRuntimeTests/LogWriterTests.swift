// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

@testable import DaemonRuntime

/// A pipe whose reader is the test.
private final class ReadPipe {
    let writing: Int32
    private let reading: Int32
    private var rest = ""

    init() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        close(reading)
        close(writing)
    }

    /// The next complete lines; waits for one.
    func lines() throws -> [String] {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        var text = rest
        while !text.contains("\n") {
            let count = read(reading, &bytes, bytes.count)
            try #require(count > 0)
            text += String(decoding: bytes[..<count], as: UTF8.self)
        }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        rest = lines.removeLast()
        return lines
    }
}

@Suite(.timeLimit(.minutes(2))) struct LogWriterTests {
    @Test func `a reader that does not read holds no caller up, and then learns how many lines are lost`() throws {
        let pipe = try ReadPipe()
        let log = LogWriter(pipe.writing)
        let total = 100_000
        for number in 0..<total { log.write("line \(number)\n") }
        var (next, lost) = (0, 0)
        while next < total {
            for line in try pipe.lines() {
                // A regular expression for each line takes seconds.
                if line.contains("lines lost: ") {
                    let count = try #require(line.split(separator: " ").last.flatMap { Int($0) })
                    (next, lost) = (next + count, lost + count)
                } else {
                    try #require(line == "line \(next)")
                    next += 1
                }
            }
        }
        // What the pipe and the writer hold is written; the rest of this 1 MB is lost.
        #expect(next == total && lost > 0 && lost < total)
        log.write("after\n")
        log.end(within: .seconds(60))
        #expect(try pipe.lines() == ["after"])
    }

    @Test func `the end writes what waits, but waits for no reader`() throws {
        let pipe = try ReadPipe()
        let log = LogWriter(pipe.writing)
        // More than a pipe holds, less than the writer's limit.
        let lines = (0..<10_000).map { "line \($0)" }
        for line in lines { log.write(line + "\n") }
        // Returns without the reader.
        log.end(within: .milliseconds(20))
        log.write("too late\n")
        var read: [String] = []
        while read.count < lines.count { read += try pipe.lines() }
        #expect(read == lines)
    }

    @Test func `lines for a file are written before the call returns`() throws {
        let path = NSTemporaryDirectory() + "log-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        try #require(file >= 0)
        defer { close(file) }
        let log = LogWriter(file)
        for number in 1...100 {
            log.write("line \(number)\n")
            #expect(try String(contentsOfFile: path, encoding: .utf8).hasSuffix("line \(number)\n"))
        }
        log.end(within: .zero)
    }
}
