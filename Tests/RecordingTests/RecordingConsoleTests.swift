// SPDX-License-Identifier: Apache-2.0

import Foundation
import Recording
import Testing

struct RecordingConsoleTests {
    @Test func `elsewhere than on a terminal only the last words are written`() throws {
        let pipe = Pipe()
        let console = RecordingConsole(descriptor: pipe.fileHandleForWriting.fileDescriptor)
        console.show(RecordingProgress())
        console.end("done")
        try pipe.fileHandleForWriting.close()
        #expect(try pipe.fileHandleForReading.readToEnd() == Data("done\n".utf8))
    }

    @Test func `on a terminal one line is written anew`() throws {
        let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        // TIOCSPTLCK and TIOCGPTPEER: Swift's Glibc lacks unlockpt and ptsname.
        var locked: Int32 = 0
        try #require(ioctl(terminal, 0x4004_5431, &locked) == 0)
        let line = ioctl(terminal, 0x5441, O_RDWR | O_NOCTTY)
        try #require(line >= 0)
        defer { [terminal, line].forEach { close($0) } }
        let console = RecordingConsole(descriptor: line)
        console.show(RecordingProgress())
        console.end("done")
        // What was written at once may come in pieces.
        var text: [UInt8] = []
        while !text.contains(UInt8(ascii: "\n")) {
            var buffer = [UInt8](repeating: 0, count: 256)
            let count = read(terminal, &buffer, buffer.count)
            try #require(count > 0)
            text += buffer.prefix(count)
        }
        let expected = "\r0 observations, 0 bytes, 0.0 s\u{1B}[K\r\u{1B}[Kdone\r\n"
        #expect(String(decoding: text, as: UTF8.self) == expected)
    }
}
