// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Addresses that an interface gets only after the daemon has started, in a network of the test's own.
@Suite struct LateAddressTests {
    /// Starts the daemon, gives the machine the address, and asks each server.
    private static let script = """
        set -e
        ip link set lo up
        "$1" run --config "$2" 2>"$3/log" &
        for _ in $(seq 100); do grep -q 'start: ready' "$3/log" && break; sleep 0.1; done
        ip addr add 192.0.2.7/32 dev lo
        for _ in $(seq 200); do [ "$(grep -c 'listens' "$3/log")" -ge 3 ] && break; sleep 0.1; done
        python3 - <<'END'
        import socket
        for port in (2947, 10110, 8947):
            client = socket.create_connection(("192.0.2.7", port), 10)
            client.settimeout(20)
            client.sendall(b"GET /v1/version HTTP/1.1\\r\\nHost: 192.0.2.7:8947\\r\\n\\r\\n" if port == 8947 else b"")
            print(client.recv(2).decode())
        END
        GNSS_GATEWAY_SOCKET="$3/control.sock" "$1" status
        kill %1
        wait %1
        """

    @Test(.enabled(if: OwnNetwork.isPossible), .timeLimit(.minutes(2)))
    func `all servers listen on an address that comes after the start`() throws {
        let (result, log) = try OwnNetwork.run(
            Self.script, listen: #"{ gpsd: ["192.0.2.7:2947"], nmea: ["192.0.2.7:10110"], http: "192.0.2.7:8947" }"#)
        #expect(result.status == 0, "\(result.messages)\n\(log)")
        #expect(Array(result.lines.prefix(3)) == ["{\"", "$G", "HT"], "\(result.output)")
        #expect(result.output.contains("gpsd 192.0.2.7:2947") && result.output.contains("nmea tcp://192.0.2.7:10110"))
        #expect(log.components(separatedBy: " yet; trying again every 5 s").count == 4, "\(log)")
        let names = "192.0.2.7:8947 (HTTP), tcp://192.0.2.7:10110 (NMEA), 192.0.2.7:2947 (gpsd)"
        #expect(log.contains("start: ready, but this machine does not have these addresses yet: \(names)"), "\(log)")
    }
}
