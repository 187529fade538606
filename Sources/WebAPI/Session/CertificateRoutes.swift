// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import ServerTLS

/// The routes that devices need in order to trust the gateway's own certificates. Their content is public.
struct CertificateRoutes: Sendable {
    static let authorityPath = "/ca.crt"

    /// The certificates that the gateway presents; nil if it serves no HTTPS.
    let certificates: ServerCertificates?

    func add(to router: Router<ControlContext>) {
        router.get(RouterPath(Self.authorityPath)) { _, _ in
            guard let text = certificates?.authorityText else { throw Problem(.notFound, missing) }
            return Response(
                status: .ok,
                headers: [
                    .contentType: "application/x-x509-ca-cert", .cacheControl: "no-cache",
                    .contentDisposition: "attachment; filename=\"gnss-gateway-ca.crt\"",
                ], body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
        }
        router.get(RouterPath(ControlRoute.certificate)) { _, _ in
            try JSONAnswer.response(certificates.map(CertificateReport.init) ?? CertificateReport())
        }
    }

    private var missing: String {
        certificates == nil
            ? "this gateway serves no HTTPS: set listen.https in its configuration"
            : "this gateway has no authority of its own: its certificate comes from the operator's files"
    }
}
