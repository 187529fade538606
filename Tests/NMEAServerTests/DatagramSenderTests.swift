// SPDX-License-Identifier: Apache-2.0

import ClientAdmission
import Logging
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import NMEAServer

@Suite struct DatagramSenderTests {
    private final class Lines: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }

    private struct Handler: LogHandler {
        let lines: Lines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info
        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }
        func log(event: LogEvent) { lines.add("\(event.level) \(event.message)") }
    }

    private func eventually(_ condition: () -> Bool) async -> Bool {
        let deadline = ContinuousClock.now.advanced(by: .seconds(120))
        while !condition() {
            if ContinuousClock.now > deadline { return false }
            // Between two looks at the condition.
            try? await Task.sleep(for: .milliseconds(5))
        }
        return true
    }

    @Test func `a sender opens its socket again after an error, and logs the loss and the return once`() async throws {
        let collector = DatagramCollector()
        let receiver = try await DatagramBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(collector) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(receiver.localAddress?.port)
        let (lines, clients) = (Lines(), NMEAClients(ClientLimit(1)))
        let sender = DatagramSender(
            host: "127.0.0.1", port: UInt16(port), Logger(label: "test") { _ in Handler(lines: lines) })
        let datagram = ByteBuffer(string: "$GPTXT,1*00\r\n")
        try await sender.open()
        // Linux refuses port 0, and SwiftNIO closes the socket, as it does without a route.
        try await sender.use(SocketAddress(ipAddress: "127.0.0.1", port: 0))
        for refused in UInt64(1)...2 {
            sender.send(datagram, clients)
            #expect(await eventually { clients.status.refusedDatagrams == refused })
        }
        try await sender.use(SocketAddress(ipAddress: "127.0.0.1", port: port))
        let isBack = await eventually {
            sender.send(datagram, clients)
            return collector.collected.text.contains("$GPTXT,1*00\r\n")
        }
        #expect(isBack)
        let place = "NMEA out: udp://127.0.0.1:\(port):"
        let expected = [
            "warning \(place) cannot send: Invalid argument; trying again", "notice \(place) sending again",
        ]
        #expect(await eventually { lines.all == expected }, "\(lines.all)")
        await sender.close()
        try await receiver.close().get()
    }
}
