// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import GPSDServer
import PluginHosting
import Records

// Input: records of the contract, as an arbitrary driver, pipe or file may contain them.
//
// Requirements: a record that is read, written and read again is unchanged; records that the host accepts are reported as
// valid JSON.

private let delivers: Set<ObservationKind> = [
    .fix, .satellites, .signals, .navigationPage, .measurements, .attitude, .timing, .sentence, .receiver,
    .driverState, .corrections,
]

func run(_ input: FuzzInput) {
    var input = input
    let recordCount = input.choice(of: 8)
    let isRepaired = input.flag()
    var bytes = input.bytes
    if isRepaired { Sizes.repair(&bytes) }
    _ = RecordingHeader(bytes)
    readOneByOne(bytes)
    let entries = bytes.withUnsafeBytes { batch in
        try? PublishedBatch.read(batch, recordCount: recordCount, delivers: delivers)
    }
    guard let entries else { return }
    require(entries.count <= recordCount, "\(entries.count) payloads in \(recordCount) records")
    ReportedLines.check([entries.map(\.payload)], devicePath: "/dev/\u{1}\"ttyÄ\\")
}

private func readOneByOne(_ bytes: [UInt8]) {
    var reader = RecordReader(bytes)
    var last = 0
    while true {
        do throws(RecordError) {
            guard let record = try reader.next() else { break }
            writeAgain(record)
        } catch .malformed {
            // The reader continues after the bad record.
        } catch {
            require(!"\(error)".isEmpty, "an error without text")
            return
        }
        require(reader.offset >= last + RecordLimits.header, "the reader does not advance from \(reader.offset)")
        last = reader.offset
    }
    require(reader.offset == bytes.count, "the reader ends at \(reader.offset) of \(bytes.count)")
}

private func writeAgain(_ record: Record) {
    var writer = RecordWriter()
    switch record.content {
    case .unknown: return
    case .source(let source): writer.append(source: source, hostTime: record.hostTime)
    case .result(let result): writer.append(result, sequence: record.sequence, hostTime: record.hostTime)
    case .observation(let payload):
        // Slices may overlap, so that their contents, written separately, may not fit.
        guard writer.append(payload, sequence: record.sequence, hostTime: record.hostTime) else { return }
    }
    guard writer.recordCount == 1 else { return }
    var reader = RecordReader(writer.bytes)
    let again = try? reader.next()
    require(again?.content == record.content, "read:  \(record)\nagain: \(String(describing: again))")
    require(again?.hostTime == record.hostTime, "the time has changed: \(record)")
}

/// Corrects the sizes of records, so that damage within a record reaches its reader.
private enum Sizes {
    static func repair(_ bytes: inout [UInt8]) {
        bytes.removeLast(bytes.count % 8)
        var start = 0
        while bytes.count - start >= RecordLimits.header {
            let stated = Int(bytes[start]) | Int(bytes[start + 1]) << 8
            let size = min(max(stated / 8 * 8, RecordLimits.header), bytes.count - start)
            bytes[start] = UInt8(size & 0xFF)
            bytes[start + 1] = UInt8(size >> 8 & 0xFF)
            (bytes[start + 2], bytes[start + 3]) = (UInt8(size >> 16 & 0xFF), 0)
            start += size
        }
        bytes.removeLast(bytes.count - start)
    }
}
