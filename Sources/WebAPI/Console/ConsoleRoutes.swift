// SPDX-License-Identifier: Apache-2.0

internal import Access
internal import ControlModel
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import WebConsole

/// The web console: its page, its files under URLs that change with their content, and the plain page.
struct ConsoleRoutes: Sendable {
    let files: ConsoleFiles
    let plain: PlainPage
    /// The origins of map tiles by the value of the cookie with which a user agreed to their use.
    let tileHosts: [String: String]

    /// - Parameter tileHost: The origin of the configured map server; nil for none.
    init(files: ConsoleFiles, plain: PlainPage, tileHost: String?) {
        (self.files, self.plain) = (files, plain)
        var hosts = ["osm": "https://tile.openstreetmap.org"]
        hosts["own"] = tileHost
        tileHosts = hosts
    }

    func add(to router: Router<ControlContext>) {
        router.get("/") { request, context in page(request, context.caller.place) }
        // A service worker controls only the URLs below its own folder, so this one is at the root.
        router.get("/service-worker.js") { request, _ in
            guard let worker = files.serviceWorker else {
                throw Problem(.notFound, "the console's folder contains no service-worker.js")
            }
            return Self.response(worker, to: request, caching: "no-cache")
        }
        router.get("/console/:fingerprint/**") { request, context in
            let path = context.parameters.getCatchAll().joined(separator: "/")
            guard context.parameters.get("fingerprint") == files.fingerprint, let file = files.file(path) else {
                throw Problem(.notFound, "this version of the console has no such file; load the page again")
            }
            return Self.response(file, to: request, caching: "public, max-age=31536000, immutable")
        }
        router.get(RouterPath(PlainPage.path)) { request, _ in await plain.response(to: request) }
    }

    private func page(_ request: Request, _ place: CallerPlace) -> Response {
        guard let page = files.page else {
            return Response(
                status: .notFound, headers: Self.headers(tileHost: nil),
                body: ResponseBody(byteBuffer: ByteBuffer(string: "the console's folder contains no index.html\n")))
        }
        let chosen = request.headers.cookie("gnss_tiles") ?? ""
        let tileHost = tileHosts[chosen]
        let tag = "\"\(files.fingerprint)\(tileHost == nil ? "" : "-" + chosen)\""
        if request.headers[.ifNoneMatch] == tag {
            // On a 304 response, a browser updates the headers that it cached with the page.
            var headers = Self.headers(tileHost: tileHost)
            (headers[.eTag], headers[.vary], headers[.cacheControl]) = (tag, Self.vary, "no-cache")
            if place.isSecure { headers[.crossOriginOpenerPolicy] = "same-origin" }
            return Response(status: .notModified, headers: headers)
        }
        var response = Self.response(page, to: request, caching: "no-cache", tileHost: tileHost)
        response.headers[.eTag] = tag
        response.headers[.vary] = Self.vary
        // Browsers ignore this header over plain HTTP from another machine, and log an error.
        if place.isSecure { response.headers[.crossOriginOpenerPolicy] = "same-origin" }
        return response
    }

    private static let vary = "Accept-Encoding, Cookie"

    private static func response(
        _ file: ConsoleFile, to request: Request, caching: String, tileHost: String? = nil
    ) -> Response {
        var headers = headers(tileHost: tileHost)
        headers[.contentType] = file.type
        headers[.cacheControl] = caching
        headers[.vary] = "Accept-Encoding"
        var bytes = file.bytes
        if let compressed = file.compressed, request.accepts(encoding: "gzip") {
            bytes = compressed
            headers[.contentEncoding] = "gzip"
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// Headers that restrict what the page may do in a browser: it may run this gateway's scripts and no others.
    ///
    /// - Parameter tileHost: An origin from which images may be loaded too; nil for none.
    static func headers(tileHost: String?) -> HTTPFields {
        let images = ["'self'", "data:", "blob:", tileHost].compactMap(\.self).joined(separator: " ")
        let policy = [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src \(images)", "connect-src 'self'",
            "worker-src 'self'", "manifest-src 'self'", "media-src 'self' blob:", "base-uri 'none'",
            "form-action 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'",
            "trusted-types default",
        ]
        return [
            .contentSecurityPolicy: policy.joined(separator: "; "),
            .xContentTypeOptions: "nosniff",
            // OpenStreetMap refuses requests for tiles without a referrer.
            .referrerPolicy: "strict-origin-when-cross-origin",
            .permissionsPolicy:
                "camera=(self), accelerometer=(self), gyroscope=(self), magnetometer=(self), geolocation=(), "
                + "microphone=(), usb=()",
        ]
    }
}

extension Request {
    /// True if the client accepts responses with this compression (RFC 9110, section 12.5.3).
    func accepts(encoding: String) -> Bool {
        (headers[.acceptEncoding] ?? "").split(separator: ",").contains { part in
            let fields = part.split(separator: ";").map { $0.filter { $0 != " " } }
            return fields.first == encoding && !fields.dropFirst().contains("q=0")
        }
    }
}
