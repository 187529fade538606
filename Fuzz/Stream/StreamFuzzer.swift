// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import GPSDServer
import NMEA
import PluginHosting
import ReceiverStream
import Records
import Simulation
import Wire

// Input: a receiver's bytes. They are framed, decoded, joined to epochs, reported as JSON and published.
//
// Requirements: the epochs are the same however the bytes are split; each line is JSON; the host accepts everything that a
// driver would publish.

func run(_ input: FuzzInput) {
    var input = input
    let configuration = StreamDecoder.Configuration(&input)
    let goesIdle = input.choice(of: 8) == 0
    let splits = [input.choice(of: 65_536), input.choice(of: 65_536)]
    var bytes = input.bytes
    if goesIdle || input.flag() { Checksums.repair(&bytes) }
    let cuts = splits.map { bytes.isEmpty ? 0 : $0 % bytes.count }.sorted()

    let whole = epochs(of: bytes, cuts: [], configuration, goesIdle: false)
    let split = epochs(of: bytes, cuts: cuts, configuration, goesIdle: goesIdle)
    require(goesIdle || whole == split, "split at \(cuts): \(split)\nwhole: \(whole)")
    require(split.count <= bytes.count / 4 + 4, "\(split.count) epochs of \(bytes.count) bytes")
    ReportedLines.check(split.map(\.payloads), devicePath: nil)
    publish(split)
}

private func epochs(
    of bytes: [UInt8], cuts: [Int], _ configuration: StreamDecoder.Configuration, goesIdle: Bool
) -> [DecodedEpoch] {
    let decoder = StreamDecoder(configuration: configuration)
    var epochs: [DecodedEpoch] = []
    var time = HostTime(monotonicNanoseconds: 0, wallNanoseconds: 1_785_000_000_000_000_000)
    var start = 0
    for end in cuts + [bytes.count] {
        decoder.consume(bytes.span.extracting(start..<end), arrivedAt: time) { epochs.append($0) }
        start = end
        guard goesIdle else { continue }
        time.monotonicNanoseconds += 1_500_000_000
        decoder.idle(at: time) { epochs.append($0) }
    }
    decoder.finish { epochs.append($0) }
    let statistics = decoder.statistics
    require(statistics.noiseBytes >= 0 && statistics.noiseBytes <= bytes.count, "\(statistics)")
    return epochs
}

/// Publishes epochs as a driver does, and checks that the host accepts them.
private func publish(_ epochs: [DecodedEpoch]) {
    var writer = RecordWriter()
    for epoch in epochs {
        writer.removeAll()
        var count = 0
        for payload in epoch.payloads where writer.append(payload, hostTime: epoch.hostTime) { count += 1 }
        require(count == epoch.payloads.count, "an epoch does not fit: \(epoch)")
        guard writer.bytes.count <= RecordLimits.batch else { continue }
        let entries = writer.bytes.withUnsafeBytes { batch in
            try? PublishedBatch.read(batch, recordCount: count, delivers: Set(epoch.payloads.map(\.kind)))
        }
        require(entries?.count == count, "the host refuses \(epoch)")
    }
}

extension StreamDecoder.Configuration {
    fileprivate init(_ input: inout FuzzInput) {
        self = input.flag() ? .live : StreamDecoder.Configuration()
        allowsMissingChecksum = input.flag()
        keepsSentences = input.flag()
        if input.flag(), let day = CivilDate(year: 2015, month: 6, day: 30) { dateSource = .recording(day) }
    }
}

/// Corrects checksums, so that damage within a frame reaches the decoders.
private enum Checksums {
    static func repair(_ bytes: inout [UInt8]) {
        repairSentences(&bytes)
        repairFrames(&bytes)
    }

    /// Corrects the checksums of UBX, RTCM 3 and SBF frames in sequence; a frame that begins within another one is skipped.
    private static func repairFrames(_ bytes: inout [UInt8]) {
        var index = 0
        while index + 8 <= bytes.count {
            let lengthAt = bytes[index] == 0xB5 ? 4 : 6
            let length = Int(bytes[index + lengthAt]) | Int(bytes[index + lengthAt + 1]) << 8
            switch (bytes[index], bytes[index + 1]) {
            case (0xB5, 0x62) where index + length + 8 <= bytes.count:
                let sum = FletcherChecksum.of(bytes.span, in: index + 2..<index + 6 + length)
                bytes[index + 6 + length] = sum.a
                bytes[index + 7 + length] = sum.b
                index += length + 8
            case (0x24, 0x40) where length >= 8 && index + length <= bytes.count:
                let crc = CRC16.of(bytes.span, in: index + 4..<index + length)
                bytes[index + 2] = UInt8(crc & 0xFF)
                bytes[index + 3] = UInt8(crc >> 8)
                index += length
            case (0xD3, 0...3):
                let end = index + 3 + (Int(bytes[index + 1]) << 8 | Int(bytes[index + 2]))
                guard end + 3 <= bytes.count else { fallthrough }
                let crc = CRC24Q.of(bytes.span, in: index..<end)
                for place in 0..<3 { bytes[end + place] = UInt8(crc >> UInt32(16 - 8 * place) & 0xFF) }
                index = end + 3
            default: index += 1
            }
        }
    }

    private static func repairSentences(_ bytes: inout [UInt8]) {
        var sum: UInt8?
        for index in bytes.indices {
            switch bytes[index] {
            case UInt8(ascii: "$"), UInt8(ascii: "!"): sum = 0
            case UInt8(ascii: "*"):
                guard let stated = sum, index + 2 < bytes.count else { continue }
                bytes[index + 1] = digit(stated >> 4)
                bytes[index + 2] = digit(stated & 15)
                sum = nil
            default: sum = sum.map { $0 ^ bytes[index] }
            }
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }
}
