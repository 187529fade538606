// SPDX-License-Identifier: Apache-2.0

internal import CGNSSDriver
public import DriverKit
internal import GNSSTypes
internal import Records

/// How a driver's `run` ended.
public enum RunOutcome: Sendable, Hashable {
    /// It was stopped.
    case stopped
    /// Its source came to its end.
    case finished
    /// The receiver is gone, and why; trying again may help.
    case lost(String)
    /// Trying again cannot help, and why.
    case failed(String)
    /// The receiver turned the driver away, and why; trying again may help, but not soon.
    case refused(String)
}

/// A driver of a plugin, as a host holds it. Owns the plugin's object and destroys it with the last reference.
///
/// `run` belongs to one thread at a time, as the contract has it; `stop` may come from any.
public final class DriverInstance: @unchecked Sendable {  // The pointers never change; the contract states the threads.
    private let plugin: PluginTable
    /// What `ctx` of the table points to: retained here, and released in `deinit` after the driver is destroyed.
    private let host: Unmanaged<HostBox>
    /// The driver may use the table until `destroy` returns; `deinit` frees it after that.
    private let table: UnsafeMutablePointer<gnss_host_v1>
    /// The plugin's object, which only the plugin may read; `destroy` in `deinit` frees it.
    private let driver: UnsafeMutableRawPointer

    /// Lets the plugin make a driver. The device is not touched yet.
    ///
    /// - Parameters:
    ///   - plugin: the plugin.
    ///   - configuration: the section `config` in JSON, checked against the plugin's schema.
    ///   - host: what the driver is offered. Held until the driver is destroyed; `log` and `now` come from any thread.
    /// - Throws: `PluginError.createFailed` with the plugin's own words.
    public init(of plugin: PluginTable, configuration: String, host: any DriverHost) throws(PluginError) {
        let box = Unmanaged.passRetained(HostBox(host))
        let table = UnsafeMutablePointer<gnss_host_v1>.allocate(capacity: 1)
        table.initialize(to: .table(for: box))
        var message = gnss_message_v1.empty
        var text = configuration
        let driver = text.withUTF8 { utf8 in
            utf8.withMemoryRebound(to: CChar.self) {
                plugin.pointer.pointee.create(plugin.pointer, table, $0.baseAddress, $0.count, &message)
            }
        }
        guard let driver else {
            table.deallocate()
            box.release()
            throw .createFailed(message.string ?? Self.noReasonToMake)
        }
        (self.plugin, self.host, self.table, self.driver) = (plugin, box, table, driver)
    }

    deinit {
        plugin.pointer.pointee.destroy(driver)
        table.deallocate()
        host.release()
    }

    /// What stands where a driver gives no reason for its end.
    public static let noReason = "the driver gives no reason"

    /// What stands where a plugin makes no driver and gives no reason.
    public static let noReasonToMake = "the plugin created no driver and gives no reason"

    /// Runs the driver until it ends; blocks. One thread at a time.
    public func run() -> RunOutcome {
        var message = gnss_message_v1.empty
        let answer = plugin.pointer.pointee.run(driver, &message)
        let reason = message.string ?? Self.noReason
        return switch answer {
        case Int32(GNSS_RUN_STOPPED): .stopped
        case Int32(GNSS_RUN_FINISHED): .finished
        case Int32(GNSS_RUN_LOST): .lost(reason)
        case Int32(GNSS_RUN_FAILED): .failed(reason)
        case Int32(GNSS_RUN_REFUSED): .refused(reason)
        default: .failed("the driver ended with the unknown code \(answer)")
        }
    }

    /// Makes `run` return. Any thread; returns at once. Final: a driver that was stopped does not run again.
    public func stop() { plugin.pointer.pointee.stop(driver) }

    /// Whether `write` hands something to the receiver.
    public var takesCorrections: Bool { plugin.description.takesCorrections }

    /// Hands bytes to the receiver: corrections. Any thread while `run` runs; returns at once.
    ///
    /// - Parameter bytes: whole messages, at most `CorrectionQueue.limit` bytes.
    /// - Returns: how many earlier hand-overs were given up since the last, because the receiver was too slow.
    /// - Throws: `PluginError.writeFailed` with the plugin's own words.
    public func write(_ bytes: [UInt8]) throws(PluginError) -> Int {
        guard takesCorrections, let write = plugin.pointer.pointee.write else {
            throw .writeFailed("the driver \(plugin.description.kind) accepts no corrections")
        }
        var message = gnss_message_v1.empty
        let answer = bytes.withUnsafeBytes { write(driver, $0.baseAddress, $0.count, &message) }
        guard answer >= 0 else {
            throw .writeFailed(message.string ?? "the driver refused the data and gives no reason")
        }
        return Int(answer)
    }
}

private final class HostBox {
    let host: any DriverHost
    init(_ host: any DriverHost) { self.host = host }
}

extension gnss_host_v1 {
    fileprivate static func table(for box: Unmanaged<HostBox>) -> gnss_host_v1 {
        gnss_host_v1(
            size: UInt32(MemoryLayout<gnss_host_v1>.size), reserved: 0, ctx: box.toOpaque(),
            publish: { ctx, bytes, count, records in
                guard let ctx else { return PublishAnswer.malformed.rawValue }
                guard let batch = checkedBatch(bytes, count) else {
                    host(ctx).note(.batch(bytes: UInt(bitPattern: count), isNull: bytes == nil))
                    return PublishAnswer.malformed.rawValue
                }
                return host(ctx).publish(batch, recordCount: Int(records)).rawValue
            },
            log: { ctx, level, text, length in
                guard let ctx, let line = lossyText(text, length) else { return }
                host(ctx).log(LogLevel(rawValue: level) ?? .info, line)
            },
            report_state: { ctx, state, text, length in
                guard let ctx else { return }
                guard let known = UInt8(exactly: state).flatMap(DriverState.init(rawValue:)) else {
                    host(ctx).note(.state(state))
                    return
                }
                host(ctx).report(DriverStateReport(known, reason: lossyText(text, length) ?? ""))
            },
            now: { ctx, instant in
                guard let ctx, let instant else { return }
                let time = host(ctx).now()
                instant.pointee = gnss_instant_v1(
                    monotonic_ns: time.monotonicNanoseconds, wall_ns: time.wallNanoseconds)
            })
    }
}

/// The host behind a `ctx`, which a `DriverInstance` retains while its driver lives.
private func host(_ ctx: UnsafeMutableRawPointer) -> any DriverHost {
    Unmanaged<HostBox>.fromOpaque(ctx).takeUnretainedValue().host
}

/// A plugin's batch, or nil where there can be none of that size there. A `size_t` beyond `Int.max` arrives negative.
/// The memory is the plugin's and valid during its call of `publish`.
private func checkedBatch(_ bytes: UnsafeRawPointer?, _ count: Int) -> UnsafeRawBufferPointer? {
    guard (0...RecordLimits.batch).contains(count), bytes != nil || count == 0 else { return nil }
    return UnsafeRawBufferPointer(start: bytes, count: count)
}

/// A plugin's text, repaired where it is not UTF-8, at most 1000 bytes, control characters as spaces.
private func lossyText(_ bytes: UnsafePointer<CChar>?, _ length: Int) -> String? {
    guard let bytes, length > 0 else { return nil }
    let kept = UnsafeRawBufferPointer(start: bytes, count: min(length, 1000))
    return String(decoding: kept.map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }, as: UTF8.self)
}
