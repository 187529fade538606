// SPDX-License-Identifier: Apache-2.0

extension Scale: ExpressibleByIntegerLiteral {
    /// A scale that multiplies by this whole number.
    public init(integerLiteral value: Int64) { (multiplier, decimals, power) = (value, 0, 0) }
}
