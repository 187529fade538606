// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing
import Wire

@testable import Agrirouter

struct RESTTests {
    private func item(_ message: String) -> String {
        #"{"sensorAlternateId":"s","capabilityAlternateId":"c","command":{"message":"\#(message)"},"new":[1]}"#
    }

    @Test("An outbox is read in order; what cannot be read does not stop the rest")
    func outbox() throws {
        let items = [
            item(Golden.ack), item("%%%"), #"{"command":null}"#, "17", item(""), item(Golden.push), item("AQs="),
            item(Golden.failure),
        ]
        let outbox = try ReceivedMessages(decoding: Array("[\(items.joined(separator: ",\n"))]".utf8))
        #expect(outbox.responses.map(\.type) == [.ack, .push, .ackWithFailure])
        #expect(
            outbox.faults == [
                "message 2 of 8: its text is not base64", "message 3 of 8: it contains no command.message",
                "message 4 of 8: it contains no command.message", "message 5 of 8: it is empty",
                "message 7 of 8: its first part is not a ResponseEnvelope",
            ])
    }

    @Test("An empty outbox is empty, and an empty body too", arguments: ["[]", " [ ] \n", "", "\n"])
    func emptyOutbox(_ text: String) throws {
        #expect(try ReceivedMessages(decoding: Array(text.utf8)).isEmpty)
    }

    @Test(
        "What is no array is refused as a whole",
        arguments: ["{}", "<html>log in</html>", "[", #"[{"command":{"message":"WQ"#, "null"])
    func noOutbox(_ text: String) {
        #expect(throws: ReceivedMessagesError.notAnArray(text.utf8.count)) {
            try ReceivedMessages(decoding: Array(text.utf8))
        }
    }

    @Test("Base64 with line breaks, as some write it, is read")
    func wrapped() throws {
        let text = String(Golden.ack.prefix(76)) + "\\r\\n" + String(Golden.ack.dropFirst(76))
        let outbox = try ReceivedMessages(decoding: Array("[\(item(text))]".utf8))
        #expect(outbox.responses.first?.requestID == Answer.id && outbox.faults.isEmpty && !outbox.isEmpty)
    }

    @Test("Environments have their own addresses and their own pace")
    func environments() {
        #expect(ServiceEnvironment.qa.spacing == .seconds(10) && ServiceEnvironment.production.spacing == .seconds(5))
        let addresses = ServiceEnvironment.allCases.flatMap { [$0.onboardingBase, $0.portal] }
        #expect(Set(addresses).count == 4 && addresses.allSatisfy { $0.hasPrefix("https://") })
    }
}

struct OnboardingTests {
    private let credentials = """
        {"deviceAlternateId":"d","capabilityAlternateId":"c","sensorAlternateId":"s","connectionCriteria":{"gatewayId":
        "3","measures":"https://h/inbox/1?x=%20","commands":"https://h/outbox/1","host":null,"port":"8883","clientId":7},
        "authentication":{"type":"PEM","secret":"se\\"cr\\\\et/ä","certificate":"-----BEGIN\\nX"},"new":{"a":[]}}
        """

    @Test("The request is as the reference has it, ten seconds back")
    func request() throws {
        let id = try #require(ExternalID("urn:myproduct:7"))
        let time = try #require(
            CivilDate(year: 2026, month: 6, day: 20).flatMap { date in
                TimeOfDay(hour: 7, minute: 29, second: 33, nanosecond: 457_900_000).flatMap { UTCTime(date, $0) }
            })
        let request = OnboardingRequest(externalID: id, applicationID: "a", versionID: "v", form: .p12, time: time)
        #expect(
            String(decoding: request.json, as: UTF8.self)
                == #"{"UTCTimestamp":"2026-06-20T07:29:23.457Z","applicationId":"a","certificateType":"P12","#
                + #""certificationVersionId":"v","gatewayId":"3","id":"urn:myproduct:7"}"#)
        let code = try #require(RegistrationCode("  aB3defGh90\n"))
        let headers = OnboardingRequest.headers(code)
        #expect(headers.first { $0.name == "Authorization" }?.value.exposed == "Bearer aB3defGh90")
        #expect(OnboardingRequest.path == "/api/v1.0/registration/onboard")
    }

    @Test("Nothing that opens a door is printed")
    func secrets() throws {
        let code = try #require(RegistrationCode("SECRET7890"))
        let read = try EndpointCredentials(decoding: Array(credentials.utf8))
        var dumped = ""
        dump(code, to: &dumped)
        dump(read, to: &dumped)
        dump(OnboardingRequest.headers(code), to: &dumped)
        for text in ["\(code)", "\(read)", String(reflecting: read), "\(OnboardingRequest.headers(code))", dumped] {
            #expect(!text.contains("SECRET") && !text.contains("BEGIN") && !text.contains("cr\\") && !text.isEmpty)
        }
    }

    @Test(
        "What is no registration code is not taken for one",
        arguments: ["", "ABCDEFGH1", "ABCDEFGH123", "ABCDE GH12", "ÄBCDEFGH12", "ABCDEFGH1-"])
    func noCode(_ text: String) { #expect(RegistrationCode(text) == nil) }

    @Test("An external id is a URN")
    func externalIDs() {
        var random = Sequence64(state: 9)
        let id = ExternalID(random: &random).description
        #expect(id.hasPrefix("urn:uuid:") && MessageID(id.dropFirst(9)) != nil && ExternalID(id)?.description == id)
        for text in ["", "7", "urn:", "urn::x", "urn:a:", "urn:a:b c", "urn:a:" + String(repeating: "x", count: 250)] {
            #expect(ExternalID(text) == nil, "\(text)")
        }
    }

    @Test("Credentials are read; unknown members and those of MQTT are passed over")
    func credentialsAreRead() throws {
        let read = try EndpointCredentials(decoding: Array(credentials.utf8))
        #expect(read.deviceAlternateID == "d" && read.capabilityAlternateID == "c" && read.sensorAlternateID == "s")
        #expect(read.measures == "https://h/inbox/1?x=%20" && read.commands == "https://h/outbox/1")
        #expect(read.form == .pem && read.secret.exposed == #"se"cr\et/ä"#)
        #expect(read.certificate.exposed == "-----BEGIN\nX")
        let number = credentials.replacing("\"8883\"", with: "8883")
        #expect(try EndpointCredentials(decoding: Array(number.utf8)) == read)
    }

    @Test(
        "What is missing or of no use is named",
        arguments: [
            (#""measures":"https://h/inbox/1?x=%20","#, "", .missing("connectionCriteria.measures")),
            (#""sensorAlternateId":"s","#, #""sensorAlternateId":"","#, .missing("sensorAlternateId")),
            (#""https://h/outbox/1""#, #""http://h""#, .unusable("connectionCriteria.commands", "not an https URL")),
            (#""PEM""#, #""JKS""#, .unusable("authentication.type", "neither PEM nor P12")),
            (#","certificate":"-----BEGIN\nX""#, "", .missing("authentication.certificate")),
        ] as [(String, String, CredentialsError)])
    func useless(_ text: String, _ other: String, _ fault: CredentialsError) {
        let json = credentials.replacing(text, with: other)
        #expect(json != credentials)
        #expect(throws: fault) { try EndpointCredentials(decoding: Array(json.utf8)) }
        #expect(!fault.description.contains("BEGIN"))
    }

    @Test("An answer that is no JSON is not quoted")
    func noJSON() {
        #expect(throws: CredentialsError.notJSON(6)) { try EndpointCredentials(decoding: Array("<html>".utf8)) }
    }

    @Test("The code of a refusal is read as text and as number")
    func codes() {
        let text = #"{"error":{"code":"0401","message":"Bearer not found.","target":"","details":[]}}"#
        let refusal = OnboardingResponseError(status: 401, body: Array(text.utf8))
        #expect(refusal.code == "0401" && refusal.text == "Bearer not found." && refusal.targets.isEmpty)
        #expect(
            refusal.description
                == "agrirouter refused: the registration code is wrong, used or too old; create a new one in the portal "
                + "and enter it here [code 0401, HTTP 401]")
        let number = #"{"error":{"code":401,"details":[{"target":"gatewayId"},5,{"target":null}],"message":3}}"#
        let same = OnboardingResponseError(status: 400, body: Array(number.utf8))
        #expect(same.code == "0401" && same.text == nil && same.targets == ["gatewayId"])
        #expect(same.description.contains("(gatewayId)"))
    }

    @Test(
        "Any body will do", arguments: ["", "<html>", "[]", "{}", #"{"error":5}"#, #"{"error":{"code":{}}}"#, "\u{0}"])
    func anyBody(_ text: String) {
        for status in [302, 400, 401, 404, 429, 500, 503] {
            let refusal = OnboardingResponseError(status: status, body: Array(text.utf8))
            #expect(refusal.code == nil)
            #expect(refusal.description.contains("[HTTP \(status)]"))
            #expect(refusal.isPassing == [429, 500, 503].contains(status))
        }
    }

    @Test("A code that is not known is shown, on one line")
    func unknownCode() {
        let body = #"{"error":{"code":"9\n9x","message":"a\r\nb"}}"#
        let refusal = OnboardingResponseError(status: 400, body: Array(body.utf8))
        #expect(refusal.description.hasSuffix("[code 9 9x, HTTP 400]") && refusal.text == "a b")
        #expect(OnboardingResponseError(status: 400, body: Array(#"{"error":{"code":113}}"#.utf8)).isPassing)
    }

    @Test("Every known code has a meaning and a cure, and stands in the table once")
    func table() {
        #expect(OnboardingCode.all.count == 21)
        #expect(OnboardingCode.all.map(\.code) == OnboardingCode.all.map(\.code).sorted())
        for code in OnboardingCode.all { #expect(!code.meaning.isEmpty && !code.cure.isEmpty) }
    }
}
