// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import PluginHosting

// Input: the bytes on the pipes from and to a driver's process.
//
// Requirements: the messages are the same however the bytes are split; a message that is written and read again is
// unchanged.

func run(_ input: FuzzInput) {
    var input = input
    let piece = 1 + input.choice(of: 64)
    if input.flag() { check(HostCommand.self, input.bytes, piece) } else { check(ChildReport.self, input.bytes, piece) }
}

private func check<Message: PipeMessage & Equatable>(_ type: Message.Type, _ bytes: [UInt8], _ piece: Int) {
    let whole = read(type, bytes, bytes.count)
    let split = read(type, bytes, piece)
    require(whole.messages == split.messages, "in pieces of \(piece), the messages differ")
    require(whole.error == split.error, "in pieces of \(piece), the error differs")
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
        require(!"\(error)".isEmpty, "an error without text")
        return (messages, error)
    }
}
