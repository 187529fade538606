// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

extension UplinkReport.UplinkError {
    /// Creates an error whose texts have codes.
    public init(_ code: String, _ message: CodedText, cure: UplinkText? = nil, at time: UTCTime) {
        self.init(code, message.text, cure: cure?.english ?? "", at: time)
        (self.message, cureMessage) = (message, cure.map { CodedText($0) })
    }
}
