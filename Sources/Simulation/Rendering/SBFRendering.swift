// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Wire

/// The SBF output of a simulated Septentrio receiver: its solution and the Galileo pages.
public struct SBFRendering: Hashable, Sendable {
    /// The interval of the solution in epochs; 0 for never.
    public var solutionEvery = 1

    /// Creates the output of a receiver that sends its solution in every epoch.
    public init() {}

    /// The value of an unknown number (SBF reference guide, "Do-not-use values").
    private static let unknown = -2e10

    /// The output for an epoch: PVTGeodetic, 4007.
    public func bytes(_ epoch: ScenarioEpoch) -> [UInt8] {
        guard solutionEvery > 0, epoch.index % solutionEvery == 0 else { return [] }
        let solution = epoch.solution
        var writer = Self.body(at: epoch.statedTime)
        writer.u1(solution.map(Self.mode) ?? 0)
        // Error code: not enough measurements, if there is no solution.
        writer.u1(solution == nil ? 1 : 0)
        writer.r8(solution?.position.latitude.radians ?? Self.unknown)
        writer.r8(solution?.position.longitude.radians ?? Self.unknown)
        writer.r8(solution?.height ?? Self.unknown)
        writer.r4(solution?.geoidSeparation ?? Self.unknown)
        let velocity = solution?.velocity
        for value in [velocity?.y, velocity?.x, velocity?.z, solution?.course] { writer.r4(value ?? Self.unknown) }
        writer.r8(1000 * epoch.clock.offset)
        writer.r4(1e6 * epoch.clock.drift)
        // GPS time, and the datum WGS 84.
        writer.u1(0)
        writer.u1(0)
        writer.u1(solution?.satellitesUsed ?? 255)
        writer.u1(0)
        // No reference station, and no age of corrections.
        for value in [65_535, 65_535] { writer.u2(value) }
        writer.zeros(4)
        writer.u2(0)
        writer.u2(solution.map { PayloadWriter.whole(200 * $0.horizontalAccuracy) } ?? 65_535)
        writer.u2(solution.map { PayloadWriter.whole(200 * $0.verticalAccuracy) } ?? 65_535)
        writer.zeros(2)
        return Self.block(4007, revision: 2, writer.bytes)
    }

    /// GALRawINAV, 4023, of a Galileo page.
    func bytes(_ message: ReceivedMessage) -> [UInt8] {
        guard case .page(let page, let end) = message.content else { return [] }
        var writer = Self.body(at: end)
        // The satellite, and a page with a valid CRC from E1-B.
        for value in [70 + Int(message.satellite.number), 1, 0, 17, 0, 0] { writer.u1(value) }
        var bits = BitWriter()
        for byte in page.prefix(15) { bits.write(Int(byte), 8) }
        var sent = BitWriter()
        for bit in bits.bits.prefix(114) { sent.write(Int(bit), 1) }
        for byte in page.suffix(15) { sent.write(Int(byte), 8) }
        sent.write(0, 22)
        for word in 0..<8 { writer.u4(Int(sent.number(32 * word..<32 * word + 32))) }
        return Self.block(4023, revision: 0, writer.bytes)
    }

    private static func mode(_ solution: ScenarioSolution) -> Int {
        let mode =
            switch solution.quality {
            case .differential: 2
            case .rtkFloat: 5
            case .rtkFixed: 4
            default: 1
            }
        return solution.kind == .twoDimensional ? mode | 0x80 : mode
    }

    /// A body that starts with its time.
    private static func body(at time: GPSTime?) -> PayloadWriter {
        var writer = PayloadWriter()
        writer.u4(time.map { Int($0.nanosecondsOfWeek / 1_000_000) } ?? Int(UInt32.max))
        writer.u2(time?.week ?? 65_535)
        return writer
    }

    /// A block: `$@`, CRC, number, length, body.
    private static func block(_ number: Int, revision: Int, _ body: [UInt8]) -> [UInt8] {
        let padded = body + [UInt8](repeating: 0, count: (4 - body.count % 4) % 4)
        var checked = PayloadWriter()
        checked.u2(revision << 13 | number)
        checked.u2(8 + padded.count)
        let bytes = checked.bytes + padded
        var head = PayloadWriter()
        head.u1(0x24)
        head.u1(0x40)
        head.u2(Int(CRC16.of(bytes.span, in: 0..<bytes.count)))
        return head.bytes + bytes
    }
}
