// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import PluginHosting

// What comes out of the pipe from the process of a driver, and what goes into it.
//
// However the bytes are split, the same messages come of them; what was read, written and read again is the same.

func run(_ input: FuzzInput) {
    var input = input
    let piece = 1 + input.choice(of: 64)
    if input.flag() { check(HostCommand.self, input.bytes, piece) } else { check(ChildReport.self, input.bytes, piece) }
}

private func check<Message: PipeMessage & Equatable>(_ type: Message.Type, _ bytes: [UInt8], _ piece: Int) {
    let whole = read(type, bytes, bytes.count)
    let split = read(type, bytes, piece)
    require(whole.messages == split.messages, "in pieces of \(piece) it reads otherwise")
    require(whole.error == split.error, "in pieces of \(piece) it ends otherwise")
    for message in whole.messages {
        let frame = message.frame
        let again = read(type, frame, frame.count)
        require(again.messages == [message] && again.error == nil, "written again: \(message)\n\(again)")
    }
}

private func read<Message: PipeMessage>(
    _ type: Message.Type, _ bytes: [UInt8], _ piece: Int
) -> (messages: [Message], error: PipeError?) {
    var reader = PipeReader<Message>()
    var messages: [Message] = []
    var start = 0
    do throws(PipeError) {
        while start < bytes.count {
            let end = min(start + piece, bytes.count)
            bytes[start..<end].withUnsafeBytes { reader.append($0) }
            while let message = try reader.next() { messages.append(message) }
            start = end
        }
        return (messages, nil)
    } catch {
        require(!"\(error)".isEmpty, "an error without words")
        return (messages, error)
    }
}
