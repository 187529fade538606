// SPDX-License-Identifier: Apache-2.0

import XMLReading

extension PathFormatError {
    /// Runs code that reads XML and converts its error.
    ///
    /// - Throws: `PathFormatError` with the place and reason of the `XMLError`.
    static func reading<Value>(_ body: () throws(XMLError) -> Value) throws(PathFormatError) -> Value {
        do throws(XMLError) {
            return try body()
        } catch {
            throw PathFormatError(error.reason, line: error.line, column: error.column)
        }
    }
}
