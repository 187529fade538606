// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

extension LineWriter {
    /// Writes the object GST: the receiver's own error statistics, 1 σ.
    mutating func gst(_ errors: ErrorStatistics, time: UTCTime?, _ deviceField: [UInt8]) {
        literal("{\"class\":\"GST\"")
        bytes(deviceField)
        field(",\"time\":", time)
        field(",\"rms\":", errors.rangeResidual?.metres, decimals: 3)
        field(",\"major\":", errors.semiMajor?.metres, decimals: 3)
        field(",\"minor\":", errors.semiMinor?.metres, decimals: 3)
        field(",\"orient\":", errors.orientation?.degrees, decimals: 3)
        field(",\"lat\":", errors.latitude?.metres, decimals: 3)
        field(",\"lon\":", errors.longitude?.metres, decimals: 3)
        field(",\"alt\":", errors.height?.metres, decimals: 3)
        byte(0x7D)
    }

    /// Writes the object ATT: the attitude of the vehicle.
    mutating func att(_ attitude: Attitude, _ deviceField: [UInt8]) {
        literal("{\"class\":\"ATT\"")
        bytes(deviceField)
        field(",\"time\":", attitude.time)
        field(",\"heading\":", attitude.heading?.degrees, decimals: 3)
        field(",\"mheading\":", attitude.magneticHeading?.degrees, decimals: 3)
        field(",\"pitch\":", attitude.pitch?.degrees, decimals: 3)
        field(",\"roll\":", attitude.roll?.degrees, decimals: 3)
        field(",\"rot\":", attitude.rateOfTurn, decimals: 3)
        byte(0x7D)
    }
}
