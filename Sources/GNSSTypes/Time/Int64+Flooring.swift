// SPDX-License-Identifier: Apache-2.0

extension Int64 {
    /// Returns the quotient rounded down, whereas `/` rounds towards 0.
    ///
    /// - Parameter divisor: Must be above 0.
    public func flooringDivision(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
