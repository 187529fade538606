// SPDX-License-Identifier: Apache-2.0

internal import CProcess
internal import GNSSTypes
internal import Glibc
internal import OSNMAValidation
internal import SystemSupport

/// What the machine says of its clocks.
enum MachineClock {
    /// The clock of the hardware, as the kernel shows it.
    private static let hardware = "/sys/class/rtc/rtc0/since_epoch"

    /// Asks the kernel; nil: it does not answer, as under a filter of system calls.
    static func read() -> ClockReading? {
        var (maximumError, offset): (Int64, Int32) = (0, 0)
        let answer = gnss_clock_discipline(&maximumError, &offset)
        let hardware = hardwareOffset()
        guard answer >= 0 else {
            return hardware.map { ClockReading(isSynchronised: false, hardwareOffset: $0) }
        }
        // The kernel knows TAI only where a program has set its offset.
        let leap = Int64(offset) - Int64(LeapSeconds.atomicAheadOfGPS)
        return ClockReading(
            isSynchronised: answer == 1, maximumError: maximumError / 1000 + 1,
            leapSeconds: (Int64(LeapSeconds.announced.latest)...60).contains(leap) ? leap : nil,
            hardwareOffset: hardware)
    }

    /// The hardware's clock less the system's, in milliseconds. It counts whole seconds.
    private static func hardwareOffset() -> Int64? {
        guard let text = WholeFile.text(hardware, atMost: 64), let seconds = Int64(text.prefix { $0 > " " }) else {
            return nil
        }
        return seconds * 1000 + 500 - SystemClock.wall / 1_000_000
    }
}
