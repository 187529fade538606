// SPDX-License-Identifier: Apache-2.0

internal import NIOCore

/// Time limits for a client.
struct RequestTiming: Sendable {
    /// The maximum time to send the head of a request, from the connection or the end of the last response.
    var head = TimeAmount.seconds(10)
    /// The maximum time between two parts of a request's body.
    var body = TimeAmount.seconds(30)
    /// The maximum time during which the client's socket accepts no data of a response or stream; nil for no limit.
    var reading: TimeAmount?
    /// A client whose socket accepts no data for this time, or whose request takes longer and is not admitted before its
    /// body is complete, may be disconnected in favour of another.
    var patience = TimeAmount.seconds(5)

    static let network = RequestTiming(reading: .seconds(60))
    /// No reading limit, because local programs may be stopped and continued; a stream's waiting data are bounded.
    static let socket = RequestTiming()
}
