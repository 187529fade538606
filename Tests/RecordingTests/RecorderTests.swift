// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import GatewayClient
import ObservationBus
import Recording
import ServiceLifecycle
import Synchronization
import SystemSupport
import Testing
import UnixSignals

struct RecorderTests {
    private func recorded(_ path: String) throws -> Recording {
        try Recording(Array(Data(contentsOf: URL(fileURLWithPath: path))))
    }

    @Test func `a recording holds what was published and ends with the daemon`() async throws {
        try await withFolder { folder in
            let path = folder + "/out.gnssrec"
            let summary = try await withDaemon { daemon in
                async let summary = Recorder(.init(path: path), client: daemon.client).run()
                try await daemon.waitForStreams(1)
                daemon.hub.publish(oneOfEach(from: "rover"))
                daemon.hub.publish(oneOfEach(from: "base"))
                await daemon.services.triggerGracefulShutdown()
                return try await summary
            }
            let recording = try recorded(path)
            #expect(recording.start == startTime)
            #expect(recording.observations == oneOfEach(from: "rover") + oneOfEach(from: "base"))
            #expect(summary.ending == .daemonStopped)
            #expect(summary.recorded.observations == 12)
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.size] as? Int == summary.recorded.bytes)
            #expect(attributes[.posixPermissions] as? Int == 0o640)
        }
    }

    @Test func `the limit on observations is kept to one`() async throws {
        try await withFolder { folder in
            let path = folder + "/out"
            let summary = try await withDaemon { daemon in
                let recorder = Recorder(
                    .init(path: path, durationLimit: .seconds(600), observationLimit: 7), client: daemon.client)
                async let summary = recorder.run()
                try await daemon.waitForStreams(1)
                for first in stride(from: 1, through: 96, by: 5) { daemon.hub.publish(sentences(first...first + 4)) }
                return try await summary
            }
            #expect(summary.ending == .limit)
            #expect(summary.recorded.observations == 7)
            #expect(try recorded(path).sequences == Array(1...7))
        }
    }

    @Test func `the limit on time and cancellation end it in order`() async throws {
        try await withFolder { folder in
            try await withDaemon { daemon in
                // So long that a busy machine hands out what is published within it.
                let short = Recorder(
                    .init(path: folder + "/short", durationLimit: .seconds(10)), client: daemon.client)
                let recording = Task {
                    try await Recorder(.init(path: folder + "/stopped"), client: daemon.client).run()
                }
                try await daemon.waitForStreams(1)
                async let shortSummary = short.run()
                try await daemon.waitForStreams(2)
                daemon.hub.publish(sentences(1...3))
                #expect(try await shortSummary.ending == .limit)
                try await waited { (try? recorded(folder + "/stopped").sequences) == [1, 2, 3] }
                recording.cancel()
                let summary = try await recording.value
                #expect(summary.ending == .stopped)
                #expect(summary.recorded.observations == 3)
                #expect(try recorded(folder + "/short").sequences == [1, 2, 3])
                try await daemon.waitForStreams(0)
            }
        }
    }

    @Test func `cancellation ends it even if the reader of a pipe takes nothing`() async throws {
        try await withFolder { folder in
            let path = folder + "/pipe"
            try #require(mkfifo(path, 0o600) == 0)
            let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            try #require(reader >= 0)
            defer { close(reader) }
            try await withDaemon { daemon in
                let recording = Task { try await Recorder(.init(path: path), client: daemon.client).run() }
                try await daemon.waitForStreams(1)
                daemon.hub.publish(sentences(1...200, zeros: 1000))
                try await waited {
                    var waiting: Int32 = 0
                    return ioctl(reader, UInt(FIONREAD), &waiting) == 0 && waiting > 60_000
                }
                recording.cancel()
                let error = await #expect(throws: RecordingError.self) { try await recording.value }
                guard case .cannotWrite(path, EAGAIN, let written)? = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
                #expect((1..<200).contains(written.observations))
            }
        }
    }

    @Test func `a limit of no time at all gives a recording of nothing`() async throws {
        try await withFolder { folder in
            try await withDaemon { daemon in
                let summary = try await Recorder(
                    .init(path: folder + "/empty", durationLimit: .zero), client: daemon.client
                ).run()
                #expect(summary.ending == .limit)
                #expect(try recorded(folder + "/empty").sequences.isEmpty)
            }
        }
    }

    @Test func `a signal ends it in order`() async throws {
        try await withFolder { folder in
            try await withDaemon { daemon in
                let told = Mutex<RecordingProgress?>(nil)
                async let summary = Recorder(.init(path: folder + "/out"), client: daemon.client)
                    .runUntilSignalled(by: [.sigusr2]) { progress in told.withLock { $0 = progress } }
                try await daemon.waitForStreams(1)
                daemon.hub.publish(sentences(1...3))
                try await waited { told.withLock { $0?.observations } == 3 }
                #expect(try recorded(folder + "/out").sequences == [1, 2, 3], "written while the recording runs")
                kill(getpid(), SIGUSR2)
                #expect(try await summary.ending == .stopped)
                #expect(try recorded(folder + "/out").sequences == [1, 2, 3])
            }
        }
    }

    @Test func `a file that is there is refused before the daemon is asked, and overwritten only when asked to`()
        async throws
    {
        try await withFolder { folder in
            let path = folder + "/out"
            try "precious".write(toFile: path, atomically: false, encoding: .utf8)
            let nobody = ControlClient(socketPath: folder + "/control.sock")
            let error = await #expect(throws: RecordingError.exists(path: path)) {
                try await Recorder(.init(path: path), client: nobody).run()
            }
            #expect(error?.exitCode == 73)
            await #expect(throws: ControlClientError.notRunning(path: nobody.socketPath)) {
                try await Recorder(.init(path: path, overwrite: true), client: nobody).run()
            }
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
            try await withDaemon { daemon in
                let recorder = Recorder(
                    .init(path: path, overwrite: true, observationLimit: 1), client: daemon.client)
                async let summary = recorder.run()
                try await daemon.waitForStreams(1)
                daemon.hub.publish(sentences(1...1))
                _ = try await summary
            }
            #expect(try recorded(path).sequences == [1])
        }
    }

    @Test func `without a daemon no file is left`() async throws {
        try await withFolder { folder in
            let recorder = Recorder(
                .init(path: folder + "/out"), client: ControlClient(socketPath: folder + "/control.sock"))
            await #expect(throws: ControlClientError.self) { try await recorder.run() }
            let left = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(left.isEmpty)
        }
    }

    @Test func `a file that cannot be made is told with its reason`() async throws {
        try await withDaemon { daemon in
            let path = "/nowhere/out"
            let error = await #expect(throws: RecordingError.cannotCreate(path: path, code: ENOENT)) {
                try await Recorder(.init(path: path), client: daemon.client).run()
            }
            #expect(error?.exitCode == 73)
            try await daemon.waitForStreams(0)
        }
    }

    @Test(.enabled(if: access("/dev/full", W_OK) == 0, "no /dev/full"))
    func `a full disk ends it with what to do`() async throws {
        try await withDaemon { daemon in
            let recorder = Recorder(.init(path: "/dev/full"), client: daemon.client)
            let error = await #expect(throws: RecordingError.self) { try await recorder.run() }
            #expect(error?.exitCode == 73)
            #expect(
                error?.description.hasPrefix(
                    "cannot write to /dev/full: No space left on device; it contains 0 observations")
                    == true)
            #expect(error?.description.hasSuffix("free some space, or record to another disk") == true)
            try await daemon.waitForStreams(0)
        }
    }

    @Test func `a stream that is cut leaves a file of whole records`() async throws {
        let bound = QueueBound(observations: 10, bytes: 64 << 20)
        try await withFolder { folder in
            try await withDaemon(streamBound: bound) { daemon in
                let path = folder + "/out"
                let recording = Task { try await Recorder(.init(path: path), client: daemon.client).run() }
                try await daemon.waitForStreams(1)
                // Faster than any client can be.
                daemon.hub.publish(sentences(1...3, zeros: 100_000))
                for number in 4...2_000 { daemon.hub.publish([sentence(number, zeros: 100_000)]) }
                let error = await #expect(throws: RecordingError.self) { try await recording.value }
                guard case .interrupted(.cut, path, let written) = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
                #expect(error?.exitCode == 74)
                let sequences = try recorded(path).sequences
                #expect(sequences.count == written.observations)
                #expect(sequences == Array((1...2_000).prefix(sequences.count)))
            }
        }
    }
}
