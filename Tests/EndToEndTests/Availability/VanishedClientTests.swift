// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Clients that disappear from the network without closing their connections, in a network of the test's own.
@Suite struct VanishedClientTests {
    /// Starts the daemon, connects clients, takes the network away, and prints the numbers of clients before and after.
    private static let script = #"""
        set -e
        ip link set lo up
        "$1" run --config "$2" 2>"$3/log" &
        daemon=$!
        # The test would wait for it if the rest failed.
        trap 'kill "$daemon" 2>/dev/null || true' EXIT
        for _ in $(seq 200); do grep -q 'start: ready' "$3/log" && break; sleep 0.1; done
        python3 - "$3/control.sock" <<'END'
        import socket, subprocess, sys, time
        def ask(port, request):
            client = socket.create_connection(("127.0.0.1", port), 10)
            client.settimeout(20)
            client.sendall(request)
            assert client.recv(1)
            return client
        def served():
            control = socket.socket(socket.AF_UNIX)
            control.settimeout(20)
            control.connect(sys.argv[1])
            control.sendall(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            text = b""
            while piece := control.recv(65536):
                text += piece
            lines = text.decode().splitlines()
            names = ['gnss_gateway_clients{server="%s"} ' % name for name in ("gpsd", "nmea", "http")]
            return [float(line.split()[-1]) for name in names for line in lines if line.startswith(name)]
        clients = [
            ask(2947, b'?WATCH={"enable":true,"json":true};'), ask(2947, b""), ask(10110, b""),
            ask(8947, b"GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n"),
        ]
        print(served())
        subprocess.run(["ip", "link", "set", "lo", "down"], check=True)
        begin = time.monotonic()
        while any(served()) and time.monotonic() - begin < 150:
            time.sleep(1)  # The daemon tells of no end; it is asked again.
        print(served(), flush=True)
        END
        kill "$daemon"
        wait "$daemon"
        """#

    @Test(.enabled(if: OwnNetwork.isPossible), .timeLimit(.minutes(6)))
    func `clients that are gone free their places within minutes`() throws {
        let (result, log) = try OwnNetwork.run(
            Self.script, listen: #"{ gpsd: ["127.0.0.1:2947"], nmea: ["127.0.0.1:10110"], http: "127.0.0.1:8947" }"#)
        #expect(result.status == 0, "\(result.messages)\n\(log)")
        #expect(
            result.lines.filter { $0.hasPrefix("[") } == ["[2.0, 1.0, 1.0]", "[0.0, 0.0, 0.0]"],
            "\(result.output)\n\(log)")
    }
}
