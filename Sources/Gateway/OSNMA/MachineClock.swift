// SPDX-License-Identifier: Apache-2.0

internal import CProcess
internal import GNSSTypes
internal import Glibc
internal import OSNMAValidation
internal import SystemSupport

/// Reads the state of the machine's clocks.
enum MachineClock {
    /// The hardware clock in the kernel's sysfs.
    private static let hardware = "/sys/class/rtc/rtc0/since_epoch"

    /// Reads the kernel's clock state; nil if neither the kernel nor the hardware clock can be read, for example
    /// because of a system call filter.
    static func read() -> ClockReading? {
        var (maximumError, offset): (Int64, Int32) = (0, 0)
        let answer = gnss_clock_discipline(&maximumError, &offset)
        let hardware = hardwareOffset()
        guard answer >= 0 else {
            return hardware.map { ClockReading(isSynchronised: false, hardwareOffset: $0) }
        }
        // The kernel knows the TAI offset only if a program has set it.
        let leap = Int64(offset) - Int64(LeapSeconds.atomicAheadOfGPS)
        return ClockReading(
            isSynchronised: answer == 1, maximumError: maximumError / 1000 + 1,
            leapSeconds: (Int64(LeapSeconds.announced.latest)...60).contains(leap) ? leap : nil,
            hardwareOffset: hardware)
    }

    /// True if a time server sets the machine's clock.
    static var isSynchronised: Bool { read()?.isSynchronised ?? false }

    /// Hardware clock minus system clock in milliseconds; nil if the hardware clock cannot be read. The hardware clock
    /// counts whole seconds, so half a second is added.
    private static func hardwareOffset() -> Int64? {
        guard let text = WholeFile.text(hardware, atMost: 64), let seconds = Int64(text.prefix { $0 > " " }) else {
            return nil
        }
        return seconds * 1000 + 500 - SystemClock.wall / 1_000_000
    }
}
