// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import NMEA
internal import RTCM
internal import SBF
internal import UBX
internal import Wire

/// Writes each frame as a line of JSON: protocol, name, offset in the stream, and its fields with the names in the
/// document of its format.
///
/// It is meant for people who want to inspect a receiver's data. Values are scaled and in the document's unit;
/// repetitions are arrays of objects; unknown frames are written undecoded: a sentence as the array of its fields, a
/// binary frame as a hexadecimal `payload`.
public struct FrameLines: FrameSink {
    /// Number of frames written.
    public private(set) var count = 0

    /// The length in bytes of the part of the last line that names its message: `{"protocol":"UBX","name":"NAV-PVT"`.
    public private(set) var nameEnd = 0

    private var writer = FieldWriter()
    private var lineStart = 0
    private var sentence = NMEASentence()

    public init() {}

    /// Number of bytes that have not yet been moved to a buffer.
    public var pending: Int { writer.count }

    /// Appends the lines written since the last call to a buffer.
    public mutating func move(to buffer: inout [UInt8]) {
        writer.drain(into: &buffer)
    }

    /// Adds the line of an NMEA sentence.
    public mutating func take(_ frame: Span<UInt8>, bodyEnd: Int, at offset: Int) {
        sentence.read(frame, bodyEnd: bodyEnd)
        begin("NMEA", offset)
        writer.text(sentence.name)
        writeOffset(offset)
        if bodyEnd >= frame.count || frame[bodyEnd] != UInt8(ascii: "*") {
            writer.name("checksum")
            writer.flag(false)
        }
        writer.name("fields")
        sentence.writeFields(into: &writer)
        end()
    }

    /// Adds the line of a binary frame. Fields of foreign formats are not decoded.
    ///
    /// - Parameter offset: The offset of its first byte in the stream.
    public mutating func take(_ frame: Span<UInt8>, format: FrameFormat, at offset: Int) {
        switch format {
        case .ubx: ubx(frame, offset)
        case .rtcm3: rtcm3(frame, offset)
        case .sbf: sbf(frame, offset)
        default: foreign(frame, offset)
        }
    }

    // MARK: Formats

    private mutating func ubx(_ frame: Span<UInt8>, _ offset: Int) {
        begin("UBX", offset)
        let payload = frame.extracting(UBXFrame.payload(of: frame))
        let id = UBXFrame.id(of: frame) ?? MessageID(0, 0)
        UBXMessage.writeName(id, payload, into: &writer)
        beginFields(offset)
        UBXMessage.write(id, payload, into: &writer)
        endFields()
    }

    private mutating func rtcm3(_ frame: Span<UInt8>, _ offset: Int) {
        begin("RTCM3", offset)
        let payload = frame.extracting(RTCMFrame.payload(ofFrame: frame.count))
        writer.text(RTCMMessage.number(of: payload).map(String.init) ?? "")
        beginFields(offset)
        RTCMMessage.write(payload, into: &writer)
        endFields()
    }

    private mutating func sbf(_ frame: Span<UInt8>, _ offset: Int) {
        begin("SBF", offset)
        let block = SBFBlock(frame)
        writer.text(block?.name ?? block.map { String($0.number) } ?? "")
        beginFields(offset)
        if let block {
            writer.name("ID")
            writer.integer(block.number)
            writer.name("Revision")
            writer.integer(block.revision)
        }
        payload(frame, SBFFrame.header..<frame.count)
        endFields()
    }

    /// Writes a frame of a format that is only recognised, with its first bytes.
    private mutating func foreign(_ frame: Span<UInt8>, _ offset: Int) {
        guard frame.count >= 8 else { return }
        let protocolName: StaticString
        let name: String
        let body: Range<Int>
        switch (frame[0], frame[1]) {
        case (0xBA, _): (protocolName, name, body) = ("CASIC", Self.pair(frame, at: 4), 6..<frame.count - 4)
        case (0xF1, _): (protocolName, name, body) = ("Allystar", Self.pair(frame, at: 2), 6..<frame.count - 2)
        case (0xA0, 0xA1):
            (protocolName, name, body) = ("Skytraq", Hexadecimal.upperText([frame[4]]), 4..<frame.count - 3)
        case (0xA0, _): (protocolName, name, body) = ("SiRF", String(frame[4]), 4..<frame.count - 4)
        default:
            protocolName = frame[2] == 0xB5 ? "Unicore" : "NovAtel"
            name = frame.little(UInt16.self, at: 4).map { String($0) } ?? ""
            let header = frame[2] == 0xB5 ? 24 : frame[2] == 0x13 ? 12 : Int(frame[3])
            body = header..<frame.count - 4
        }
        begin(protocolName, offset)
        writer.text(name)
        beginFields(offset)
        payload(frame, body)
        endFields()
    }

    // MARK: Lines

    private mutating func begin(_ protocolName: StaticString, _ offset: Int) {
        count += 1
        lineStart = writer.count
        writer.beginObject()
        writer.name("protocol")
        writer.text(protocolName)
        writer.name("name")
    }

    private mutating func writeOffset(_ offset: Int) {
        nameEnd = writer.count - lineStart
        writer.name("offset")
        writer.integer(offset)
    }

    private mutating func beginFields(_ offset: Int) {
        writeOffset(offset)
        writer.name("fields")
        writer.beginObject()
    }

    private mutating func payload(_ frame: Span<UInt8>, _ range: Range<Int>) {
        writer.name("payload")
        writer.hexadecimal(frame.extracting(range.clamped(to: 0..<frame.count)))
    }

    private mutating func endFields() {
        writer.endObject()
        end()
    }

    private mutating func end() {
        writer.endObject()
        writer.endLine()
    }

    /// Returns two bytes in hexadecimal: `01-07`.
    private static func pair(_ frame: Span<UInt8>, at index: Int) -> String {
        guard index + 1 < frame.count else { return "" }
        return Hexadecimal.upperText([frame[index]]) + "-" + Hexadecimal.upperText([frame[index + 1]])
    }
}
