// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

extension SampledCentroid {
    /// Creates a report of an event in a sampling session with the reason for people.
    public init(
        receiver: SourceID, session: UInt64, event: Event, reason: String = "", message: CodedText?, state: State,
        method: CentroidMethod, wanted: Int, count: Int
    ) {
        self.init(
            receiver: receiver, session: session, event: event, reason: reason, state: state, method: method,
            wanted: wanted, count: count)
        (text, self.message) = (message?.text ?? "", message)
    }
}
