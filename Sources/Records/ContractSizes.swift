// SPDX-License-Identifier: Apache-2.0

package import CGNSSDriver

/// The sizes of the contract's structs in the version that they came with, in bytes: the least that the other side may
/// have. Structs grow at their ends, so these stay as they are whatever later versions add.
package enum ContractSizes {
    package static let hostInfo = 24
    package static let host = 48
    package static let plugin = 128
    static let fix = 256
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

/// A struct of the contract, of which the other side may know less.
package protocol GrowingStruct {
    init()
}

extension GrowingStruct {
    /// What the other side has of the struct; what it does not know is zero.
    ///
    /// - Parameters:
    ///   - pointer: the other side's struct.
    ///   - size: how many bytes it has; checked by the caller.
    package init(_ pointer: UnsafeRawPointer, size: Int) {
        self.init()
        // The contract's structs are plain C data: their bytes are all there is, and they own nothing.
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
