// SPDX-License-Identifier: Apache-2.0

public import CGNSSDriver
internal import GNSSTypes
internal import Glibc
internal import Records
internal import Synchronization

/// A plugin's table as the driver contract defines it, built from a `DriverPlugin`. A plugin's export file creates the
/// table and returns it:
///
/// ```swift
/// private let exported = ExportedPlugin(MyDriver.plugin)
///
/// @c(gnss_driver_plugin_v1)
/// public func plugin(
///     _ host: UnsafePointer<gnss_host_info_v1>?, _ refusal: UnsafeMutablePointer<gnss_message_v1>?
/// ) -> UnsafePointer<gnss_plugin_v1>? {
///     exported.answer(host, refusal)
/// }
/// ```
public struct ExportedPlugin: @unchecked Sendable {  // The table never changes and is never freed.
    /// The table, valid for the life of the process.
    public let table: UnsafePointer<gnss_plugin_v1>

    /// Creates the table. Its memory is never freed, because a plugin is never unloaded.
    public init(_ plugin: DriverPlugin) {
        var c = gnss_plugin_v1()
        c.size = UInt32(MemoryLayout<gnss_plugin_v1>.size)
        c.contract_major = UInt16(GNSS_CONTRACT_MAJOR)
        c.contract_minor = UInt16(GNSS_CONTRACT_MINOR)
        c.capabilities = plugin.isFlowControlled ? UInt64(GNSS_CAN_BE_FLOW_CONTROLLED) : 0
        if plugin.probe != nil { c.capabilities |= UInt64(GNSS_CAN_PROBE) }
        if plugin.discover != nil { c.capabilities |= UInt64(GNSS_CAN_DISCOVER) }
        if plugin.takesCorrections { c.capabilities |= UInt64(GNSS_CAN_WRITE) }
        c.delivers = plugin.delivers.reduce(0) { $1.rawValue < 64 ? $0 | 1 << UInt64($1.rawValue) : $0 }
        c.kind = Self.immortal(plugin.kind)
        c.version = Self.immortal(plugin.version)
        c.summary = Self.immortal(plugin.summary)
        c.sample_configuration = Self.immortal(plugin.sampleConfiguration)
        c.configuration_schema = Self.immortal(plugin.configurationSchema)
        // Never released: the box lives as long as the table, which is the life of the process.
        c.user = Unmanaged.passRetained(PluginBox(plugin)).toOpaque()
        c.create = createDriver
        c.run = runDriver
        c.stop = stopDriver
        c.destroy = destroyDriver
        c.probe = plugin.probe == nil ? nil : probeDevice
        c.discover = plugin.discover == nil ? nil : discoverDevices
        c.write = plugin.takesCorrections ? writeToDriver : nil
        let table = UnsafeMutablePointer<gnss_plugin_v1>.allocate(capacity: 1)
        table.initialize(to: c)
        self.table = UnsafePointer(table)
    }

    /// The result of `gnss_driver_plugin_v1`: the table, or NULL if the host is older than the plugin requires.
    ///
    /// - Parameters:
    ///   - host: The host's version information.
    ///   - refusal: Receives the reason for a refusal.
    public func answer(
        _ host: UnsafePointer<gnss_host_info_v1>?, _ refusal: UnsafeMutablePointer<gnss_message_v1>?
    ) -> UnsafePointer<gnss_plugin_v1>? {
        guard let host, Int(host.pointee.size) >= ContractSizes.hostInfo else {
            write("the host does not state its contract version", to: refusal)
            return nil
        }
        guard host.pointee.contract_major == UInt16(GNSS_CONTRACT_MAJOR) else {
            let theirs = "\(host.pointee.contract_major).\(host.pointee.contract_minor)"
            write(
                "built for driver contract \(GNSS_CONTRACT_MAJOR), but this gateway uses \(theirs): "
                    + "rebuild it with this gateway's kit", to: refusal)
            return nil
        }
        if let user = table.pointee.user {
            // The table retains its box forever, so `user` is valid whenever a host has the table.
            let box = Unmanaged<PluginBox>.fromOpaque(user).takeUnretainedValue()
            box.hostMinor.store(host.pointee.contract_minor, ordering: .relaxed)
        }
        return table
    }

    /// Returns a copy that is never freed, as the contract requires for the texts of a table.
    private static func immortal(_ text: String) -> UnsafePointer<CChar>? { UnsafePointer(strdup(text)) }
}

private final class PluginBox: Sendable {
    let plugin: DriverPlugin
    /// The minor contract version of the host.
    let hostMinor = Atomic(UInt16(GNSS_CONTRACT_MINOR))
    init(_ plugin: DriverPlugin) { self.plugin = plugin }
}

/// A driver behind the contract's opaque pointer. The contract lets only one thread at a time call `run`; other
/// threads use only `stop` and `outbox`.
private final class DriverBox {
    let driver: any ReceiverDriver
    let host: ForeignHost
    let stop = StopSignal()
    let outbox = CorrectionQueue()
    private let plugin: PluginBox

    init(_ driver: any ReceiverDriver, of plugin: PluginBox, host: ForeignHost) {
        (self.driver, self.plugin, self.host) = (driver, plugin, host)
    }

    /// Hosts before version 1.2 do not know GNSS_RUN_REFUSED.
    var refusal: Int32 {
        Int32(plugin.hostMinor.load(ordering: .relaxed) >= 2 ? GNSS_RUN_REFUSED : GNSS_RUN_LOST)
    }
}

/// `text` and `error` are valid during the call; `host` is valid until `destroyDriver` returns.
private func createDriver(
    _ table: UnsafePointer<gnss_plugin_v1>?, _ host: UnsafePointer<gnss_host_v1>?, _ text: UnsafePointer<CChar>?,
    _ length: Int, _ error: UnsafeMutablePointer<gnss_message_v1>?
) -> UnsafeMutableRawPointer? {
    guard let user = table?.pointee.user, let host = host.flatMap(ForeignHost.init) else {
        write("the host's table is too short", to: error)
        return nil
    }
    guard let json = validText(text, length) else {
        write("the configuration is not UTF-8", to: error)
        return nil
    }
    // The table retains its box forever.
    let box = Unmanaged<PluginBox>.fromOpaque(user).takeUnretainedValue()
    do throws(DriverError) {
        let driver = try box.plugin.makeDriver(DriverConfiguration(json: json))
        // The host owns this reference until it calls `destroyDriver`.
        return Unmanaged.passRetained(DriverBox(driver, of: box, host: host)).toOpaque()
    } catch let failure {
        write(failure.description, to: error)
        return nil
    }
}

/// `driver` is the value that `create` returned: the driver's box, which lives until the host calls `destroy`.
private func runDriver(_ driver: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<gnss_message_v1>?) -> Int32 {
    guard let driver else { return Int32(GNSS_RUN_FAILED) }
    let box = Unmanaged<DriverBox>.fromOpaque(driver).takeUnretainedValue()
    guard !box.stop.isSignalled else { return Int32(GNSS_RUN_STOPPED) }
    do throws(DriverError) {
        try box.driver.run(DriverContext(host: box.host, stop: box.stop, outbox: box.outbox))
        return Int32(box.stop.isSignalled ? GNSS_RUN_STOPPED : GNSS_RUN_FINISHED)
    } catch let failure {
        write(failure.description, to: error)
        return switch failure {
        case .lost: Int32(GNSS_RUN_LOST)
        case .failed: Int32(GNSS_RUN_FAILED)
        case .refused: box.refusal
        }
    }
}

/// `driver` is the driver's box, as in `runDriver`.
private func stopDriver(_ driver: UnsafeMutableRawPointer?) {
    guard let driver else { return }
    Unmanaged<DriverBox>.fromOpaque(driver).takeUnretainedValue().stop.signal()
}

/// Releases the box that `createDriver` retained. The contract guarantees that the host calls it once, never during
/// `run`, and makes no call with `driver` afterwards.
private func destroyDriver(_ driver: UnsafeMutableRawPointer?) {
    guard let driver else { return }
    Unmanaged<DriverBox>.fromOpaque(driver).release()
}

private func probeDevice(
    _ table: UnsafePointer<gnss_plugin_v1>?, _ device: UnsafePointer<CChar>?, _ length: Int, _ deadline: Int64,
    _ finding: UnsafeMutablePointer<gnss_message_v1>?
) -> Int32 {
    guard let user = table?.pointee.user, let device = validText(device, length) else {
        write("the device's name is not UTF-8", to: finding)
        return -1
    }
    // The table retains its box forever.
    let plugin = Unmanaged<PluginBox>.fromOpaque(user).takeUnretainedValue().plugin
    guard let probe = plugin.probe else { return -1 }
    do throws(DriverError) {
        let found = try probe(device, deadline)
        write(found.text, to: finding)
        return Int32(found.certainty)
    } catch {
        write(error.description, to: finding)
        return -1
    }
}

private func discoverDevices(
    _ table: UnsafePointer<gnss_plugin_v1>?, _ deadline: Int64, _ context: UnsafeMutableRawPointer?,
    _ found: (@convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, Int) -> Void)?,
    _ error: UnsafeMutablePointer<gnss_message_v1>?
) -> Int32 {
    guard let user = table?.pointee.user, let found else { return -1 }
    // The table retains its box forever.
    let plugin = Unmanaged<PluginBox>.fromOpaque(user).takeUnretainedValue().plugin
    guard let discover = plugin.discover else { return -1 }
    do throws(DriverError) {
        try discover(deadline) { device in
            device.json.withUnsafeBytes { json in
                // The bytes are valid during the call; the host copies what it keeps.
                found(context, json.baseAddress?.assumingMemoryBound(to: CChar.self), json.count)
            }
        }
        return 0
    } catch let failure {
        write(failure.description, to: error)
        return -1
    }
}

private func writeToDriver(
    _ driver: UnsafeMutableRawPointer?, _ bytes: UnsafeRawPointer?, _ count: Int,
    _ error: UnsafeMutablePointer<gnss_message_v1>?
) -> Int32 {
    guard let driver, bytes != nil || count == 0, (0...CorrectionQueue.limit).contains(count) else {
        write("\(UInt(bitPattern: count)) bytes at once; allowed: up to \(CorrectionQueue.limit)", to: error)
        return -1
    }
    // The box lives until the host calls `destroy`.
    let outbox = Unmanaged<DriverBox>.fromOpaque(driver).takeUnretainedValue().outbox
    // The host owns the bytes, which are valid only during this call, so the queue gets a copy.
    _ = outbox.put(Array(UnsafeRawBufferPointer(start: bytes, count: count)))
    return Int32(clamping: outbox.takeGivenUp())
}
