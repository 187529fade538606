// SPDX-License-Identifier: Apache-2.0

import Agrirouter
import AgrirouterUplink
import Foundation
import GNSSTypes
import Synchronization
import Testing

@Suite struct OnboarderTests {
    let service: Service
    let code: RegistrationCode
    let request: OnboardingRequest

    init() throws {
        service = try Service.shared.get()
        code = try #require(RegistrationCode("SecretTAN1"))
        request = OnboardingRequest(
            externalID: try #require(ExternalID("urn:uuid:1")), applicationID: "app", versionID: "version",
            time: UTCTime(nanosecondsSince1970: 1_795_000_000_000_000_000))
    }

    /// An answer of the service as a file of its folder; the base that leads to it.
    private func base(_ listener: String, _ body: String, status: Int = 201) throws -> String {
        let name = "answer-\(UUID().uuidString)"
        try service.certificates.write(name, body)
        return try service.address(listener, "/file/\(name)/\(status)")
    }

    private func credentials(_ change: (inout [String: Any]) -> Void = { _ in }) throws -> String {
        let text = try service.certificates.text("client.key") + service.certificates.text("client.pem")
        var body: [String: Any] = [
            "deviceAlternateId": "device", "capabilityAlternateId": "capability", "sensorAlternateId": "sensor",
            "connectionCriteria": ["measures": "https://h/m?x=1", "commands": "https://h/c", "host": NSNull()],
            "authentication": ["type": "PEM", "secret": "x", "certificate": text], "unknown": 1,
        ]
        change(&body)
        return String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self)
    }

    private func fault(_ base: String, _ link: (any ServiceLink)? = nil) async throws -> OnboardingError {
        do throws(OnboardingError) {
            _ = try await Onboarder(link: link ?? service.link())
                .onboard(request, code: code, base: base, environment: .qa)
        } catch {
            #expect(!"\(error) \(error.cure)".contains("SecretTAN1"))
            return error
        }
        throw Unexpected()
    }

    private struct Unexpected: Error {}

    @Test func `a code becomes an endpoint, which is the same after it was stored`() async throws {
        let endpoint = try await Onboarder(link: service.link())
            .onboard(request, code: code, base: try base("open", credentials()) + "/", environment: .qa)
        #expect(endpoint.sensorAlternateID == "sensor")
        #expect(endpoint.measures == "https://h/m?x=1")
        #expect(endpoint.identity.name == "client")
        #expect(endpoint.environment == .qa)
        let text = endpoint.text
        #expect(text.exposed.split(separator: "\n").count == 1)
        #expect(try Onboarded(text: text) == endpoint)
        let key = endpoint.identity.key.exposed.split(separator: "\n")[1]
        #expect(!"\(endpoint)".contains(key))
        #expect(text.exposed.contains(key))
    }

    @Test func `what is sent is the request, with the code as bearer, to that address`() async throws {
        let link = Recorder()
        _ = try await fault("https://host.example/", link)
        let sent = try #require(link.sent.withLock { $0 }.first)
        #expect(sent.address == "https://host.example/api/v1.0/registration/onboard")
        #expect(sent.method == .post)
        #expect(sent.identity == nil)
        #expect(sent.headers.first?.name == "Authorization")
        #expect(sent.headers.first?.value.exposed == "Bearer SecretTAN1")
        #expect(sent.body == request.json)
        #expect(link.sent.withLock { $0.count } == 1)
    }

    @Test func `a refusal brings agrirouter's code and a cure`() async throws {
        let refused = try await fault(try service.address("open", "/status/401"))
        #expect(refused.code == "0401")
        #expect(refused.cure.contains("portal"))
        #expect(!refused.mayRetry)
        let busy = try await fault(try service.address("open", "/status/503/30"))
        #expect(busy.mayRetry)
        #expect(busy.wait == .seconds(30))
        let silent = try await fault(try base("open", "", status: 400))
        #expect(silent.code == "http_400")
    }

    @Test func `a redirection leads nowhere`() async throws {
        let word = UUID().uuidString
        let fault = try await fault(try service.address("open", "/redirect/\(try service.port("open"))/\(word)"))
        #expect(fault.code == "http_302")
        #expect(fault.description.contains("redirects"))
        #expect(service.requests("/echo?\(word)") == 0)
    }

    @Test func `the code goes over verified https alone`() async throws {
        let plain = try service.address("plain", "/echo", scheme: "http")
        for base in [plain, "https://", "", "https://a@host", "https://host?x", "https://host name"] {
            #expect(try await fault(base).code == "address", "\(base)")
        }
        #expect(try await fault(try service.address("past", "/past-code")).code == "server_not_trusted")
        #expect(try await fault(try service.address("misnamed", "/past-code")).code == "server_not_trusted")
        #expect(service.requests("past-code") == 0)
    }

    @Test func `no answer, half an answer and another's answer each have their word`() async throws {
        #expect(try await fault("https://127.0.0.1:1").code == "offline")
        #expect(try await fault(try service.address("open", "/reset")).code == "interrupted")
        #expect(try await fault(try service.address("open", "/cut")).code == "interrupted")
        #expect(try await fault(try service.address("open", "/page")).code == "not_agrirouter")
        #expect(try await fault(try service.address("open", "/nothing")).code == "answer")
    }

    @Test func `an answer that nothing can be done with says why`() async throws {
        let without = try credentials { $0["sensorAlternateId"] = nil }
        #expect(try await fault(try base("open", without)).description.contains("sensorAlternateId"))
        let locked = try credentials {
            $0["authentication"] = ["type": "P12", "secret": "x", "certificate": "AAAA"]
        }
        let damaged = try await fault(try base("open", locked))
        #expect(damaged.code == "key_unreadable")
        #expect(damaged.cure.contains("new code"))
    }

    @Test func `a damaged text of an endpoint is said to be that`() throws {
        for text in ["", "{}", "[1]", "{\"form\":1}", "{\"form\":\"1\"}"] {
            #expect(throws: StoredEndpointError.unreadable, "\(text)") { try Onboarded(text: Confidential(text)) }
        }
        #expect(throws: StoredEndpointError.otherForm(2)) { try Onboarded(text: Confidential("{\"form\":2}")) }
    }
}

/// A link that notes what is sent, and has no network.
private final class Recorder: ServiceLink {
    let sent = Mutex<[ServiceRequest]>([])

    func send(_ request: ServiceRequest) async -> ServiceReply {
        sent.withLock { $0.append(request) }
        return ServiceReply(.offline, failure: "no network")
    }
}
