// SPDX-License-Identifier: Apache-2.0

internal import Access
internal import ClientAdmission
internal import ControlModel
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Translations

/// The live stream for pages: `GET /v1/live` as server-sent events, and `GET /v1/live/snapshot` for the current values
/// only.
struct LiveRoutes: Sendable {
    static let path = "/v1/live"
    static let snapshotPath = "/v1/live/snapshot"

    let feed: LiveFeed
    let version: String
    /// Returns the fingerprint of the console's files; nil if there is no console.
    let console: @Sendable () -> String?

    /// - Parameter slot: Returns a slot for a stream; throws if there are too many streams.
    func add(to router: Router<ControlContext>, slot: @escaping @Sendable () throws -> ClientSlot) {
        router.get(RouterPath(Self.path)) { request, context in
            let wanted = try await wanted(request)
            return stream(request, wanted, context, try slot())
        }
        router.get(RouterPath(Self.snapshotPath)) { request, context in
            try await snapshot(try await wanted(request), context.caller)
        }
    }

    /// Parses a request. The receiver must exist, because otherwise viewers could make the gateway compute values for
    /// any number of invented receivers.
    private func wanted(_ request: Request) async throws -> LiveRequest {
        let wanted = try LiveRequest(
            request.uri.queryParameters.map { (name: String($0.key), value: String($0.value)) })
        if let receiver = wanted.receiver { _ = try await feed.values.source.control?.receiver(receiver) }
        return wanted
    }

    private func stream(
        _ request: Request, _ wanted: LiveRequest, _ context: ControlContext, _ slot: ClientSlot
    ) -> Response {
        let viewer = LiveViewer(wanted, request.language, context.channel)
        let greeting = ByteBuffer(string: "retry: 2000\nevent: hello\ndata: \(hello(wanted, context.caller))\n\n")
        return Response(
            status: .ok,
            headers: [
                .contentType: EventStream.mediaType, .cacheControl: "no-store", .xAccelBuffering: "no",
                .contentLanguage: viewer.language.rawValue, .vary: "Accept-Language, Cookie",
            ],
            body: ResponseBody(streamFor: request, slot, finish: { viewer.finish() }) { writer in
                try await write(to: viewer, greeting, &writer)
            })
    }

    private func write(
        to viewer: LiveViewer, _ greeting: ByteBuffer, _ writer: inout any ResponseBodyWriter
    ) async throws {
        defer { feed.remove(viewer) }
        await viewer.begin()
        // All later data are written to the channel directly, bypassing the writer.
        try await writer.write(greeting)
        await feed.add(viewer)
        for await _ in viewer.end {}
    }

    private func hello(_ wanted: LiveRequest, _ caller: Caller) -> String {
        let topics = LiveRequest.Topic.allCases.compactMap { topic in
            wanted.topics[topic].map { "\"\(topic)\":\($0)" }
        }
        let seconds = LiveFeed.beatPause / .seconds(1)
        return "{\(identity),\"topics\":{\(topics.joined(separator: ","))},\"beat_s\":\(seconds),"
            + "\(Self.rights(caller))}"
    }

    /// The caller's role, and the session that grants it, as JSON members.
    private static func rights(_ caller: Caller) -> String {
        let role = "\"role\":\"\((caller.role ?? .viewer).rawValue)\""
        return caller.visitor.map { "\(role),\"session\":\"\($0.id)\"" } ?? role
    }

    /// The run of the daemon, the program's version and the current time, as JSON members.
    private var identity: String {
        let console = console().map { ",\"console\":\"\($0)\"" } ?? ""
        return "\"boot\":\"\(feed.boot)\",\"time\":\"\(feed.time)\",\"version\":\"\(version)\"\(console)"
    }

    private func snapshot(_ wanted: LiveRequest, _ caller: Caller) async throws -> Response {
        var active: String?
        if wanted.receiver == nil { active = await feed.values.activeReceiver() }
        var text = ByteBuffer(string: "{\(identity),\(Self.rights(caller))")
        var ages: [String] = []
        for topic in LiveRequest.Topic.allCases where wanted.topics[topic] != nil {
            let receiver = topic.isOfReceiver ? wanted.receiver ?? active : nil
            let value = await feed.values.value(of: LiveValues.Key(topic: topic, receiver: receiver))
            guard var json = value?.text else { continue }
            text.writeString(",\"\(topic)\":")
            text.writeBuffer(&json)
            if let age = value?.age { ages.append("\"\(topic)\":\(Double(Int(min(age, 1e9) * 1000)) / 1000)") }
        }
        text.writeString(",\"age_s\":{\(ages.joined(separator: ","))}}\n")
        return Response(
            status: .ok,
            headers: [.contentType: "application/json", .cacheControl: "no-store", .vary: "Cookie"],
            body: ResponseBody(byteBuffer: text))
    }
}
