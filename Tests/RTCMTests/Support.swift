// SPDX-License-Identifier: Apache-2.0

import Foundation
import RTCM
import TestSupport
import Wire

/// The fields of a message as JSON.
func written(_ payload: [UInt8]) -> (text: String, isKnown: Bool) {
    var writer = FieldWriter()
    writer.beginObject()
    let isKnown = RTCMMessage.write(payload.span, into: &writer)
    writer.endObject()
    return (String(decoding: writer.bytes, as: UTF8.self), isKnown)
}

/// The same, read again.
func fields(_ payload: [UInt8]) -> [String: Any] {
    let value = try? JSONSerialization.jsonObject(with: Data(written(payload).text.utf8))
    return value as? [String: Any] ?? [:]
}

/// Puts numbers behind each other, highest bit first.
struct BitWriter {
    private(set) var bits: [Bool] = []

    mutating func append(_ value: Int64, _ width: Int) {
        for bit in (0..<width).reversed() { bits.append(bit < 64 && value >> Int64(bit) & 1 == 1) }
    }

    var bytes: [UInt8] {
        var padded = bits
        while padded.count % 8 != 0 { padded.append(false) }
        return stride(from: 0, to: padded.count, by: 8).map { start in
            padded[start..<(start + 8)].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
        }
    }
}

/// The captures of receivers that `GNSS_TEST_DATA` names.
enum Captures {
    static let folder: String? = ProcessInfo.processInfo.environment["GNSS_TEST_DATA"].map { $0 + "/receivers/" }
        .flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil }

    static let areThere = {
        if folder == nil { print("GNSS_TEST_DATA is not set: the captures of RTCM 3 are not looked at") }
        return folder != nil
    }()

    /// The payloads of the frames in a capture, in their order.
    static func payloads(_ name: String) -> [[UInt8]] {
        guard let folder, let data = FileManager.default.contents(atPath: folder + name) else { return [] }
        let bytes = Array(data)
        var payloads: [[UInt8]] = []
        var index = 0
        while index < bytes.count {
            let rest = bytes.span.extracting(index...)
            if case .frame(let count) = RTCMFrame.candidate(rest) {
                let range = RTCMFrame.payload(ofFrame: count)
                payloads.append(Array(bytes[(index + range.lowerBound)..<(index + range.upperBound)]))
                index += count
            } else {
                index += 1
            }
        }
        return payloads
    }

    /// What gpsd says of the frames of a capture: the objects of class RTCM3 in its `.chk`, in their order.
    static func reports(_ name: String) throws -> [[String: Any]] {
        guard let folder else { return [] }
        let path = folder + name + ".chk"
        let data = FileManager.default.contents(atPath: path) ?? unpacked(path + ".gz")
        return String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap { line in
            guard line.contains(#""class":"RTCM3""#) else { return nil }
            return (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any]
        }
    }

    private static func unpacked(_ path: String) -> Data {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["gzip", "-dc", path]
        process.standardOutput = pipe
        guard (try? process.run()) != nil else { return Data() }
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitForEnd()
        return data
    }
}
