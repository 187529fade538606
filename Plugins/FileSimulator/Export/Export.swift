// SPDX-License-Identifier: Apache-2.0

public import CGNSSDriver
private import DriverKit
private import FileSimulator

private let exported = ExportedPlugin(FileSimulatorDriver.plugin)

/// The plugin's only exported symbol.
@c(gnss_driver_plugin_v1)
public func plugin(
    _ host: UnsafePointer<gnss_host_info_v1>?, _ refusal: UnsafeMutablePointer<gnss_message_v1>?
) -> UnsafePointer<gnss_plugin_v1>? {
    exported.answer(host, refusal)
}
