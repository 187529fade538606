// SPDX-License-Identifier: Apache-2.0

extension Scale: ExpressibleByIntegerLiteral {
    /// Creates a scale that multiplies by an integer.
    public init(integerLiteral value: Int64) { (multiplier, decimals, power) = (value, 0, 0) }
}
