// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import ReceiverStream
internal import Records

/// The I/NAV pages in a file of any supported kind: a test vector, Galmon records, a recording of the gateway, or a
/// receiver's stream (UBX, SBF).
public struct PageFile: Sendable {
    /// The kind of a file.
    public enum Kind: String, Sendable, CaseIterable {
        /// A test vector, see `TestVectorFile`.
        case testVector = "test-vector"
        /// Records of the Galmon network.
        case galmon
        /// A recording of observations.
        case recording
        /// A receiver's output.
        case stream
    }

    public let kind: Kind
    /// The pages in the order of the file.
    public let pages: [RecordedPage]

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: The file's content.
    ///   - name: The file's name; a test vector's name contains its time.
    /// - Throws: `TestVectorFile.VectorError` if the file starts like a test vector but is not a valid one.
    public init(_ bytes: [UInt8], name: String) throws(TestVectorFile.VectorError) {
        var pages: [RecordedPage] = []
        if bytes.starts(with: TestVectorFile.header.utf8) {
            kind = .testVector
            pages.reserveCapacity(bytes.count / TestVectorFile.digitsInPage)
            try TestVectorFile(bytes, name: name).forEachPage { pages.append($0) }
        } else if bytes.starts(with: GalmonRecords.magic) {
            kind = .galmon
            var records = GalmonRecords(bytes)
            records.forEachPage { pages.append($0) }
        } else if RecordingHeader.isMagic(of: bytes) {
            kind = .recording
            Self.read(bytes) { pages.append($0) }
        } else {
            kind = .stream
            Self.decode(bytes) { pages.append($0) }
        }
        self.pages = pages
    }

    /// Reads the pages of a recording as far as it is whole.
    private static func read(_ bytes: [UInt8], _ body: (RecordedPage) -> Void) {
        guard RecordingHeader(bytes) != nil else { return }
        var reader = RecordReader(Array(bytes.dropFirst(RecordingHeader.size)))
        while true {
            do throws(RecordError) {
                guard let record = try reader.next() else { return }
                if case .observation(.navigationPage(let page)) = record.content, let page = RecordedPage(page) {
                    body(page)
                }
            } catch .malformed {
                // The reader continues after the bad record.
            } catch {
                return
            }
        }
    }

    private static func decode(_ bytes: [UInt8], _ body: (RecordedPage) -> Void) {
        var configuration = StreamDecoder.Configuration()
        configuration.keepsSentences = false
        let decoder = StreamDecoder(configuration: configuration)
        let emit = { (epoch: DecodedEpoch) in
            for case .navigationPage(let page) in epoch.payloads {
                if let page = RecordedPage(page) { body(page) }
            }
        }
        decoder.consume(bytes.span, arrivedAt: HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0), emit)
        decoder.finish(emit)
    }
}

extension RecordedPage {
    /// Creates a recorded page; nil if the page is not I/NAV or its time is unknown.
    init?(_ page: NavigationPage) {
        guard page.message == .inav, page.satellite.constellation == .galileo, page.bytes.count == 30,
            let time = page.time
        else { return nil }
        let isE5b: Bool
        switch page.signal {
        case .galileoE1B: isE5b = false
        case .galileoE5bI: isE5b = true
        default: return nil
        }
        self.init(satellite: page.satellite, isE5b: isE5b, start: time, bits: page.bytes)
    }
}
