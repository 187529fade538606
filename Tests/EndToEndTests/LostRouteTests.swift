// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A route that comes, goes and comes back while the daemon runs, in a network of the test's own.
@Suite struct LostRouteTests {
    /// Starts the daemon without a route to a target of NMEA sentences, and twice adds and removes the route.
    private static let script = """
        set -e
        ip link set lo up
        trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
        "$1" run --config "$2" 2>"$3/log" &
        daemon=$!
        for _ in $(seq 200); do grep -q 'cannot send' "$3/log" && break; sleep 0.1; done
        python3 - <<'END'
        import socket, subprocess
        def receiver(host, port):
            receiver = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            receiver.bind((host, port))
            return receiver
        def discard(receiver):
            receiver.setblocking(False)
            try:
                while True:
                    receiver.recv(2)
            except BlockingIOError:
                receiver.settimeout(20)
        lost, steady = receiver("0.0.0.0", 10110), receiver("127.0.0.1", 10112)
        for _ in range(2):
            # Each batch goes to the lost target first. After some to the steady one, an error has closed the lost one's socket.
            discard(steady)
            for _ in range(4):
                steady.recv(2)
            subprocess.run(["ip", "addr", "add", "192.0.2.7/32", "dev", "lo"], check=True)
            discard(lost)
            print(lost.recv(2).decode())
            subprocess.run(["ip", "addr", "del", "192.0.2.7/32", "dev", "lo"], check=True)
        END
        kill "$daemon"
        wait "$daemon"
        """

    @Test(.enabled(if: OwnNetwork.isPossible), .timeLimit(.minutes(2)))
    func `NMEA sentences go to a target again as soon as there is a route, and to others meanwhile`() throws {
        let (result, log) = try OwnNetwork.run(
            Self.script, listen: #"{ nmea: ["udp://192.0.2.7:10110", "udp://127.0.0.1:10112"] }"#)
        #expect(result.status == 0, "\(result.messages)\n\(log)")
        #expect(result.lines == ["$G", "$G"], "\(result.output)\n\(log)")
        let place = "NMEA out: udp://192.0.2.7:10110:"
        for message in ["cannot send: Network is unreachable; trying again", "sending again"] {
            #expect(log.contains("\(place) \(message)"), "\(log)")
        }
    }
}
