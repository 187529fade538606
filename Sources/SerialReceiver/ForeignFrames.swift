// SPDX-License-Identifier: Apache-2.0

internal import RTCM
internal import UBX
internal import Wire

/// Counts frames of binary protocols in a stream, to tell what a receiver speaks.
struct ForeignFrames {
    /// Of u-blox.
    private(set) var ubx = 0
    /// Corrections of reference stations.
    private(set) var rtcm = 0

    private var pending: [UInt8] = []

    /// Looks at the next bytes. At most one frame that is not yet whole is kept: some 9 kB.
    mutating func consume(_ bytes: Span<UInt8>) {
        bytes.withUnsafeBufferPointer { pending.append(contentsOf: $0) }
        var start = 0
        scan: while start < pending.count {
            switch Self.verdict(pending.span.extracting(start..<pending.count)) {
            case .ubx(let count):
                ubx &+= 1
                start += count
            case .rtcm(let count):
                rtcm &+= 1
                start += count
            case .incomplete: break scan
            case .none: start += 1
            }
        }
        pending.removeFirst(start)
    }

    private enum Verdict {
        case none
        case incomplete
        case ubx(Int)
        case rtcm(Int)
    }

    /// What begins at the first byte.
    private static func verdict(_ bytes: Span<UInt8>) -> Verdict {
        switch (UBXFrame.candidate(bytes), RTCMFrame.candidate(bytes)) {
        case (.frame(let count), _): .ubx(count)
        case (_, .frame(let count)): .rtcm(count)
        case (.incomplete, _), (_, .incomplete): .incomplete
        default: .none
        }
    }
}
