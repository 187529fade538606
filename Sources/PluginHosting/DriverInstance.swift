// SPDX-License-Identifier: Apache-2.0

internal import CGNSSDriver
public import DriverKit
internal import GNSSTypes
internal import Records

/// The result of a driver's `run`.
public enum RunOutcome: Sendable, Hashable {
    /// The driver was stopped, or ended without a reason.
    case stopped
    /// Its finite source has ended.
    case finished
    /// The receiver is gone, with the reason; a retry may help.
    case lost(String)
    /// A retry cannot help, with the reason.
    case failed(String)
    /// The receiver refused the connection, with the reason; a retry may help, but not soon.
    case refused(String)
}

/// A plugin's driver as seen by its host. Owns the plugin's object and destroys it with the last reference.
///
/// As the contract requires, only one thread at a time may call `run`; any thread may call `stop`.
public final class DriverInstance: @unchecked Sendable {  // The pointers never change; the contract states the threads.
    /// The plugin's functions and description.
    package let plugin: PluginTable
    /// The target of the table's `ctx`: retained here, and released in `deinit` after the driver is destroyed.
    private let host: Unmanaged<HostBox>
    /// The driver may use the table until `destroy` returns; `deinit` frees it after that.
    private let table: UnsafeMutablePointer<gnss_host_v1>
    /// The plugin's object, which only the plugin may access; `destroy` in `deinit` frees it.
    private let driver: UnsafeMutableRawPointer

    /// Asks the plugin to create a driver. The device is not accessed yet.
    ///
    /// - Parameters:
    ///   - plugin: The plugin.
    ///   - configuration: The section `config` in JSON, validated against the plugin's schema.
    ///   - host: The driver's host, retained until the driver is destroyed; any thread may call its `log` and `now`.
    /// - Throws: `PluginError.createFailed` with the plugin's own text.
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

    /// The text used if a driver gives no reason for its end.
    public static let noReason = "the driver gives no reason"

    /// The text used if a plugin creates no driver and gives no reason.
    public static let noReasonToMake = "the plugin created no driver and gives no reason"

    /// Runs the driver until it ends; blocks. Only one thread at a time may call it.
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
        default: .lost("the driver ended with the unknown code \(answer)")
        }
    }

    /// Makes `run` return. Any thread may call it; it returns at once. A stopped driver cannot run again.
    public func stop() { plugin.pointer.pointee.stop(driver) }

    /// True if `write` passes data on to the receiver.
    public var takesCorrections: Bool { plugin.description.takesCorrections }

    /// Passes bytes (corrections) on to the receiver. Any thread may call it during `run`; it returns at once.
    ///
    /// - Parameter bytes: Whole messages, at most `CorrectionQueue.limit` bytes.
    /// - Returns: The number of earlier calls whose data was dropped since the last call, because the receiver was
    ///   too slow.
    /// - Throws: `PluginError.writeFailed` with the plugin's own text.
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
                // Only the host knows that `run` has returned.
                guard let known = UInt8(exactly: state).flatMap(DriverState.init(rawValue:)), known != .stopped else {
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

/// A plugin's batch; nil if its size is impossible. A `size_t` beyond `Int.max` arrives as a negative number. The
/// memory belongs to the plugin and is valid during its call of `publish`.
private func checkedBatch(_ bytes: UnsafeRawPointer?, _ count: Int) -> UnsafeRawBufferPointer? {
    guard (0...RecordLimits.batch).contains(count), bytes != nil || count == 0 else { return nil }
    return UnsafeRawBufferPointer(start: bytes, count: count)
}

/// A plugin's text, at most 1000 bytes, with invalid UTF-8 repaired and control characters replaced with spaces.
private func lossyText(_ bytes: UnsafePointer<CChar>?, _ length: Int) -> String? {
    guard let bytes, length > 0 else { return nil }
    let kept = UnsafeRawBufferPointer(start: bytes, count: min(length, 1000))
    return String(decoding: kept.map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }, as: UTF8.self)
}
