// SPDX-License-Identifier: Apache-2.0

import XMLReading

extension PathFormatError {
    /// Runs what reads XML, and throws its error as one of this kind.
    static func reading<Value>(_ body: () throws(XMLError) -> Value) throws(PathFormatError) -> Value {
        do throws(XMLError) {
            return try body()
        } catch {
            throw PathFormatError(error.reason, line: error.line, column: error.column)
        }
    }
}
