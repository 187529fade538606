// SPDX-License-Identifier: Apache-2.0

import ControlModel
import Foundation
import GNSSTypes
import Glibc
import Testing

@testable import FieldCapture

/// The key of an input device. A FIFO takes the place of the device, because a container has none.
@Suite(.timeLimit(.minutes(1))) struct CaptureButtonTests {
    private let folder = PhotoFolder()

    /// Events as the kernel writes them.
    private func event(_ type: UInt16, _ code: UInt16, _ value: Int32) -> [UInt8] {
        [UInt8](repeating: 7, count: MemoryLayout<timeval>.size)
            + [UInt8(type & 0xFF), UInt8(type >> 8), UInt8(code & 0xFF), UInt8(code >> 8)]
            + (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    private func count(_ bench: PhotoBench) -> Int { bench.service.runningCaptures().count }

    private func wait(for number: Int, _ bench: PhotoBench) async throws {
        // The reports are polled, because the stage has no event for them.
        for _ in 0..<1000 where count(bench) < number { try await Task.sleep(for: .milliseconds(10)) }
        #expect(count(bench) == number)
    }

    @Test func `a press of the key begins a photo, and releases, repetitions and other keys do not`() async throws {
        _ = try folder.store()
        let path = folder.path + "/button"
        #expect(mkfifo(path, 0o600) == 0)
        let bench = try await PhotoBench(
            folder, settings { ($0.button, $0.buttonKey, $0.countdown) = (path, 115, 60) })
        let device = open(path, O_RDWR | O_CLOEXEC)
        defer { close(device) }
        func write(_ events: [[UInt8]]) {
            let bytes = events.flatMap { $0 }
            #expect(Glibc.write(device, bytes, bytes.count) == bytes.count)
        }
        write([event(1, 115, 1), event(0, 0, 0), event(1, 115, 2), event(1, 115, 0), event(1, 28, 1), event(4, 115, 1)])
        try await wait(for: 1, bench)
        write([event(1, 115, 1)])
        try await wait(for: 2, bench)
        #expect(bench.service.runningCaptures().allSatisfy { $0.user == nil && $0.origin.value == .button })
        // Another setting, and none.
        bench.service.apply(settings { ($0.button, $0.countdown) = (path, 60) })
        write([event(1, 28, 1)])
        try await wait(for: 3, bench)
        bench.service.apply(settings { $0.button = "" })
    }

    @Test func `a device that is missing is looked for again`() async throws {
        _ = try folder.store()
        let path = folder.path + "/late"
        let bench = try await PhotoBench(folder, settings { ($0.button, $0.countdown) = (path, 60) })
        // The device must be missing at the first look, which has no event.
        try await Task.sleep(for: .milliseconds(300))
        #expect(mkfifo(path, 0o600) == 0)
        let device = open(path, O_RDWR | O_CLOEXEC)
        defer { close(device) }
        let bytes = event(1, 212, 1)
        #expect(Glibc.write(device, bytes, bytes.count) == bytes.count)
        try await wait(for: 1, bench)
    }
}
