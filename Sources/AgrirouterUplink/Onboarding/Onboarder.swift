// SPDX-License-Identifier: Apache-2.0

public import Agrirouter

/// Creates an endpoint from a registration code, or renews the certificate of the endpoint with the same external ID.
public struct Onboarder: Sendable {
    private let link: any ServiceLink

    public init(link: any ServiceLink) { self.link = link }

    /// Sends the request once, and only to `base`, so that the code reaches no other server.
    ///
    /// - Parameters:
    ///   - request: The endpoint to onboard.
    ///   - code: The registration code from the portal.
    ///   - base: The base address for onboarding, an `https` URL.
    ///   - environment: The environment that `base` belongs to.
    /// - Throws: `OnboardingError`. Nothing has changed on this machine then, but the code may have been used up.
    public func onboard(
        _ request: OnboardingRequest, code: RegistrationCode, base: String, environment: ServiceEnvironment
    ) async throws(OnboardingError) -> Onboarded {
        let bare = String(base.reversed().drop { $0 == "/" }.reversed())
        guard Self.isSecure(bare) else { throw .address }
        // A code is valid once and must not be lost on a stale connection.
        let reply = await link.send(
            ServiceRequest(
                .post, bare + OnboardingRequest.path, headers: OnboardingRequest.headers(code), body: request.json,
                isAlone: true))
        guard case .answered(let status, let wait) = reply.exchange else { throw OnboardingError(reply) }
        guard (200..<300).contains(status) else {
            throw OnboardingError(OnboardingResponseError(status: status, body: reply.body), wait: wait)
        }
        let credentials: EndpointCredentials
        do throws(CredentialsError) {
            credentials = try EndpointCredentials(decoding: reply.body)
        } catch {
            throw OnboardingError(error)
        }
        do throws(KeyFileError) {
            return Onboarded(credentials, try KeyFile.open(credentials), request, environment: environment)
        } catch {
            throw OnboardingError(error)
        }
    }

    /// True for an https address without login, query or fragment.
    private static func isSecure(_ base: String) -> Bool {
        let scheme = "https://"
        guard base.lowercased().hasPrefix(scheme), base.utf8.count > scheme.utf8.count else { return false }
        return base.utf8.allSatisfy { (0x21...0x7E).contains($0) } && !base.contains { "@?#\\".contains($0) }
    }
}
