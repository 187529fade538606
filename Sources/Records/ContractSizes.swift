// SPDX-License-Identifier: Apache-2.0

package import CGNSSDriver

/// The original sizes of the contract's structs in bytes, which are the smallest that the other side may have.
/// Structs only grow at their ends, so later versions do not change these values.
package enum ContractSizes {
    package static let hostInfo = 24
    package static let host = 48
    package static let plugin = 128
    static let fix = 256
    /// The size of a fix before version 1.6, which added the Earth-fixed coordinates.
    static let fixWithoutEarthFixed = 264
    /// The size of a fix with them.
    static let fixWithEarthFixed = 336
    static let satellites = 72
    static let signals = 32
    static let navigationPage = 48
    static let measurements = 40
    static let corrections = 40
    static let attitude = 72
    static let timing = 48
    static let sentence = 16
    static let receiver = 32
    static let driverState = 16
    static let source = 8
}

/// A struct of the contract that may be shorter on the other side.
package protocol GrowingStruct {
    init()
}

extension GrowingStruct {
    /// Copies the part of the struct that the other side has; the rest is zero.
    ///
    /// - Parameters:
    ///   - pointer: The other side's struct.
    ///   - size: Its number of bytes, checked by the caller.
    package init(_ pointer: UnsafeRawPointer, size: Int) {
        self.init()
        // The contract's structs are plain C data without pointers that they own, so copying their bytes is
        // sufficient.
        withUnsafeMutableBytes(of: &self) { mine in
            mine.copyMemory(from: UnsafeRawBufferPointer(start: pointer, count: min(size, mine.count)))
        }
    }
}

extension gnss_host_v1: GrowingStruct {}
extension gnss_plugin_v1: GrowingStruct {}
extension gnss_fix_v1: GrowingStruct {}
extension gnss_satellites_v1: GrowingStruct {}
extension gnss_signals_v1: GrowingStruct {}
extension gnss_navigation_page_v1: GrowingStruct {}
extension gnss_measurements_v1: GrowingStruct {}
extension gnss_corrections_v1: GrowingStruct {}
extension gnss_attitude_v1: GrowingStruct {}
extension gnss_timing_v1: GrowingStruct {}
extension gnss_sentence_v1: GrowingStruct {}
extension gnss_receiver_v1: GrowingStruct {}
extension gnss_driver_state_v1: GrowingStruct {}
extension gnss_source_v1: GrowingStruct {}
