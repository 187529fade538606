// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The sentences about the webhook.
public enum WebhookText: String, TextCode {
    case ready = "webhook.ready"
    case delivering = "webhook.delivering"
    case retrying = "webhook.retrying"
    // The causes of a failed attempt.
    case unreachable = "webhook.cause.unreachable"
    case tls = "webhook.cause.tls"
    case timedOut = "webhook.cause.timed_out"
    case refused = "webhook.cause.refused"
    case failed = "webhook.cause.failed"

    public var english: String {
        switch self {
        case .ready: "all events are delivered"
        case .delivering: "delivering {count} events"
        case .retrying: "{cause}; trying again in {seconds} s"
        case .unreachable: "{server} cannot be reached: {detail}"
        case .tls: "the certificate of {server} is not trusted: {detail}"
        case .timedOut: "{server} did not answer within {seconds} s"
        case .refused: "{server} answered with status {status}"
        case .failed: "the request to {server} failed: {detail}"
        }
    }
}
