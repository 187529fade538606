// SPDX-License-Identifier: Apache-2.0

internal import NIOCore

/// How long a client may take.
struct RequestTiming: Sendable {
    /// To send the head of a request, from when it connects or the last answer is written.
    var head = TimeAmount.seconds(10)
    /// Between two pieces of the body of a request.
    var body = TimeAmount.seconds(30)
    /// To read more of an answer or a stream while its socket takes nothing; nil: as long as it likes.
    var reading: TimeAmount?
    /// After so long in which its socket takes nothing it makes room for another client.
    var patience = TimeAmount.seconds(5)

    static let network = RequestTiming(reading: .seconds(60))
    /// Programs of this machine may be stopped and continued; what waits for them is bounded by the stream.
    static let socket = RequestTiming()
}
