// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

@testable import GPSDServer

// Input: the bytes that a client of gpsd's protocol sends. They are split into requests, which are read, applied and
// answered.
//
// Requirement: each answer is one valid line of JSON that fits into the buffer.

func run(_ input: FuzzInput) {
    var scanner = RequestScanner()
    var policy = WatchPolicy()
    for byte in input.bytes {
        switch scanner.consume(byte) {
        case nil: continue
        case .tooLong: answer { $0.error("Request longer than \(RequestScanner.longest) bytes.") }
        case .request(let text):
            require(text.count <= RequestScanner.longest, "a request of \(text.count) bytes")
            answer(Request(text), &policy)
        }
    }
}

private func answer(_ request: Request, _ policy: inout WatchPolicy) {
    switch request {
    case .version: answer { $0.version(release: "1") }
    case .devices, .poll: answer { $0.devices([]) }
    case .watch(let object):
        if let fault = object.flatMap({ policy.apply($0) }) { answer { $0.error(fault.rawValue) } }
        require((0...2).contains(policy.raw), "raw \(policy.raw)")
        answer { $0.watch(policy) }
    case .device(let object): readAttributes(object ?? [])
    case .unknown(let text): answer { $0.error("Unrecognized request '\(text)'") }
    }
}

private func readAttributes(_ object: [UInt8]) {
    var reader = AttributeReader(object)
    var path = ""
    do throws(AttributeError) {
        while let (_, value) = try reader.next() {
            if case .text(let text) = value { path = text }
        }
    } catch {
        answer { $0.error(error.rawValue) }
    }
    answer { $0.device(DeviceState(GPSDDevice(source: SourceID(rawValue: "rover"), path: path))) }
}

private func answer(_ body: (inout LineWriter) -> Void) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: GPSDReporter.longestLine) { memory in
        var writer = LineWriter(memory)
        body(&writer)
        require(!writer.isFull, "an answer does not fit")
        ReportedLines.check(Array(writer.written) + [0x0A], mostLines: 1)
    }
}
