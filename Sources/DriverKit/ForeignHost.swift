// SPDX-License-Identifier: Apache-2.0

internal import CGNSSDriver
internal import GNSSTypes
internal import Records

/// The host across the contract's C interface, as seen by a plugin.
final class ForeignHost: DriverHost {
    /// A copy of the host's table. Its functions and `ctx` are valid from `create` until `destroy` returns.
    private let table: gnss_host_v1

    /// Creates a host; nil if the table is too short for version 1.
    init?(_ table: UnsafePointer<gnss_host_v1>) {
        // Only the size, which is the first field, may be read before it is known to cover the rest.
        let size = Int(UnsafeRawPointer(table).load(as: UInt32.self))
        guard size >= ContractSizes.host else { return nil }
        self.table = gnss_host_v1(UnsafeRawPointer(table), size: size)
    }

    func publish(_ batch: UnsafeRawBufferPointer, recordCount: Int) -> PublishAnswer {
        let answer = table.publish?(table.ctx, batch.baseAddress, batch.count, UInt32(clamping: recordCount))
        return answer.flatMap(PublishAnswer.init(rawValue:)) ?? .malformed
    }

    func log(_ level: LogLevel, _ message: String) {
        var message = message
        message.withUTF8 { utf8 in
            utf8.withMemoryRebound(to: CChar.self) { table.log?(table.ctx, level.rawValue, $0.baseAddress, $0.count) }
        }
    }

    func report(_ report: DriverStateReport) {
        var reason = report.reason
        reason.withUTF8 { utf8 in
            utf8.withMemoryRebound(to: CChar.self) {
                table.report_state?(table.ctx, Int32(report.state.rawValue), $0.baseAddress, $0.count)
            }
        }
    }

    func now() -> HostTime {
        var instant = gnss_instant_v1()
        table.now?(table.ctx, &instant)
        return HostTime(monotonicNanoseconds: instant.monotonic_ns, wallNanoseconds: instant.wall_ns)
    }
}

/// Copies a message for people into the memory provided by the other side, truncated at a character boundary if it is
/// too long. The memory belongs to the other side and is valid during the call; `size` is the size of its struct.
func write(_ text: String, to message: UnsafeMutablePointer<gnss_message_v1>?) {
    guard let message, message.pointee.size > 8 else { return }
    let capacity = min(Int(message.pointee.size) - 8, MemoryLayout<gnss_message_v1>.size - 8)
    var length = 0
    withUnsafeMutableBytes(of: &message.pointee.text) { room in
        for character in text {
            let utf8 = character.utf8
            guard length + utf8.count <= capacity else { break }
            for (index, byte) in utf8.enumerated() { room[length + index] = byte }
            length += utf8.count
        }
    }
    message.pointee.length = UInt32(length)
}

/// The text with an explicit length; nil if it is not UTF-8.
func validText(_ bytes: UnsafePointer<CChar>?, _ length: Int) -> String? {
    guard let bytes, length > 0 else { return "" }
    return String(validating: UnsafeRawBufferPointer(start: bytes, count: length), as: UTF8.self)
}
