// SPDX-License-Identifier: Apache-2.0

/// The texts of results. They differ from agrirouter's and each code has several, because clients must not depend on
/// them.
enum ResultTextTable {
    private static let texts: [String: [String]] = [
        "VAL_000000": ["An error happened while the message was processed.", "Processing  error"],
        "VAL_000001": [
            "No capabilities of this endpoint are known.", "Capabilities missing for endpoint %endpointId% .",
        ],
        "VAL_000002": ["Endpoint may not send technical message type %technicalMsgType%.", "Sending not allowed "],
        "VAL_000003": ["Technical message type %technicalMsgType% belongs to no group.", "Unknown  message type."],
        "VAL_000004": ["No recipient could be reached.", "All recipients are unreachable ."],
        "VAL_000005": ["Some recipients could not be reached.", "Recipients unreachable:  %endpointId%"],
        "VAL_000006": ["Subscription to a type that is not declared.", "Subscription is outside of the capabilities"],
        "VAL_000007": ["The version is not registered for this type.", "Capability outside of the  registration."],
        "VAL_000008": ["The certification version is not valid or blocked.", "Version unknown"],
        "VAL_000010": ["The account is not active.", "Account inactive ."],
        "VAL_000011": ["The endpoint is unknown.", "Endpoint %endpointId% does not exist"],
        "VAL_000012": ["The endpoint is not active.", "Endpoint %endpointId%  inactive"],
        "VAL_000015": ["The device description has no device.", "No device in description."],
        "VAL_000016": ["The device description has no team set context id.", "teamSetContextId missing"],
        "VAL_000017": ["A required attribute is missing.", "Attribute %attributeName% is  missing"],
        "VAL_000018": ["A filter is missing or malformed.", "Malformed filter %messageId% ."],
        "VAL_000019": ["This type cannot be sent in chunks.", "Chunking not allowed for %technicalMsgType%"],
        "VAL_000020": ["No device description is known for %teamSetContextId%.", "Team set unknown"],
        "VAL_000022": ["The capabilities are as they were.", "Capabilities: nothing  changed"],
        "VAL_000023": ["The subscriptions are as they were.", "Subscription not changed ."],
        "VAL_000024": ["The application of an endpoint cannot change.", "applicationId differs"],
        "VAL_000205": ["The message to confirm was not found.", "Unknown message %messageId%"],
        "VAL_000206": ["The message was confirmed.", "Message %messageId%  confirmed."],
        "VAL_000208": ["There was nothing to delete.", "Nothing found to delete ."],
        "VAL_000209": ["The message was deleted.", "Message %messageId% deleted"],
        "VAL_000211": ["The message is too large.", "Size limit  exceeded"],
        "VAL_000300": ["The request could not be decoded.", "Error while decoding the message ."],
        "VAL_000303": ["Only a telemetry platform may do this.", "Not allowed for this application  type"],
    ]

    /// Returns one of the texts for a code at random.
    static func text(_ code: String, _ random: inout SeededRandom) -> String {
        texts[code]?.randomElement(using: &random) ?? "Result  \(code)"
    }
}
