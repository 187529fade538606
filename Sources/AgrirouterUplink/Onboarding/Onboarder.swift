// SPDX-License-Identifier: Apache-2.0

public import Agrirouter

/// Makes an endpoint of a registration code, or gives the one of the same external id a new certificate.
public struct Onboarder: Sendable {
    private let link: any ServiceLink

    /// An onboarder on a link.
    public init(link: any ServiceLink) { self.link = link }

    /// Sends the request once, to that address alone: the code goes nowhere else.
    ///
    /// - Parameters:
    ///   - request: who wants to be onboarded.
    ///   - code: what a person made in the portal.
    ///   - base: the onboarding base, `https` only.
    ///   - environment: the one that the base belongs to.
    /// - Throws: `OnboardingError`. Nothing has changed here then; the code may be used up.
    public func onboard(
        _ request: OnboardingRequest, code: RegistrationCode, base: String, environment: ServiceEnvironment
    ) async throws(OnboardingError) -> Onboarded {
        let bare = String(base.reversed().drop { $0 == "/" }.reversed())
        guard Self.isSecure(bare) else { throw .address }
        // A code is good once: it is not to be lost on a kept connection.
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

    /// An address of https without a login or a query in it.
    private static func isSecure(_ base: String) -> Bool {
        let scheme = "https://"
        guard base.lowercased().hasPrefix(scheme), base.utf8.count > scheme.utf8.count else { return false }
        return base.utf8.allSatisfy { (0x21...0x7E).contains($0) } && !base.contains { "@?#\\".contains($0) }
    }
}
