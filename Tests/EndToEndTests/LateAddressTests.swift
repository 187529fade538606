// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Addresses that an interface gets only after the daemon has started, in a network of the test's own.
@Suite struct LateAddressTests {
    /// Starts the daemon, gives the machine the address, and asks each server.
    private static let script = """
        set -e
        ip link set lo up
        trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
        "$1" run --config "$2" 2>"$3/log" &
        daemon=$!
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
        kill "$daemon"
        wait "$daemon"
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
        #expect(log.contains("start: ready, but these addresses cannot be served yet: \(names)"), "\(log)")
    }

    /// Starts the daemon with a host name that cannot be resolved, adds the name, and asks each server.
    private static let scriptWithName = """
        set -e
        ip link set lo up
        trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
        ip addr add 192.0.2.7/32 dev lo
        echo 'nameserver 127.0.0.9' > "$3/resolv.conf"
        echo '127.0.0.1 localhost' > "$3/hosts"
        mount --bind "$3/resolv.conf" /etc/resolv.conf
        mount --bind "$3/hosts" /etc/hosts
        "$1" run --config "$2" 2>"$3/log" &
        daemon=$!
        for _ in $(seq 300); do grep -q 'start: ready' "$3/log" && break; sleep 0.1; done
        python3 - <<'END'
        import socket
        for port in (2947, 10110, 8947):
            socket.create_connection(("127.0.0.1", port), 10).close()
        END
        echo '192.0.2.7 gateway.test' >> "$3/hosts"
        python3 - <<'END'
        import socket, time
        for port in (2947, 10110, 8947):
            for attempt in range(200):
                try:
                    client = socket.create_connection(("192.0.2.7", port), 10)
                    break
                except OSError:
                    time.sleep(0.1)
            client.settimeout(20)
            client.sendall(b"GET /v1/version HTTP/1.1\\r\\nHost: gateway.test:8947\\r\\n\\r\\n" if port == 8947 else b"")
            print(client.recv(2).decode())
        END
        kill "$daemon"
        wait "$daemon"
        """

    @Test(.enabled(if: OwnNetwork.mayMount), .timeLimit(.minutes(2)))
    func `a host name that cannot be resolved yet delays only its own address`() throws {
        let (result, log) = try OwnNetwork.run(
            Self.scriptWithName,
            listen: """
                { gpsd: ["gateway.test:2947", "127.0.0.1:2947"], nmea: ["gateway.test:10110", "127.0.0.1:10110"], \
                http: ["gateway.test:8947", "127.0.0.1:8947"] }
                """)
        #expect(result.status == 0, "\(result.messages)\n\(log)")
        #expect(Array(result.lines.prefix(3)) == ["{\"", "$G", "HT"], "\(result.output)")
        for name in ["gateway.test:2947", "tcp://gateway.test:10110", "gateway.test:8947"] {
            #expect(log.contains("cannot resolve the host name of \(name) yet; trying again every 5 s"), "\(log)")
        }
        #expect(!log.contains("UnknownHost"), "\(log)")
    }

    /// Starts and ends the daemon while the name server says nothing.
    private static let scriptWithSilence = """
        set -e
        ip link set lo up
        trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
        printf 'nameserver 127.0.0.9\\noptions timeout:30 attempts:1\\n' > "$3/resolv.conf"
        mount --bind "$3/resolv.conf" /etc/resolv.conf
        python3 -c 'import socket, time
        server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        server.bind(("127.0.0.9", 53))
        time.sleep(100)' &
        server=$!
        python3 - <<'END'
        import socket, time
        while True:
            probe = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            try:
                probe.bind(("127.0.0.9", 53))
            except OSError:
                break
            probe.close()
            time.sleep(0.1)
        END
        "$1" run --config "$2" 2>"$3/log" &
        daemon=$!
        for _ in $(seq 200); do grep -q 'start: ready' "$3/log" && break; sleep 0.1; done
        grep -c 'start: ready' "$3/log"
        kill "$daemon"
        wait "$daemon" || echo "status $?"
        kill "$server"
        wait "$server" || echo "name server: $?"
        """

    @Test(.enabled(if: OwnNetwork.mayMount), .timeLimit(.minutes(2)))
    func `a name server that says nothing delays neither the start nor the end`() throws {
        let (result, log) = try OwnNetwork.run(
            Self.scriptWithSilence,
            listen: """
                { gpsd: ["127.0.0.1:2947"], nmea: ["udp://plotter.test:10110"], \
                http: ["gateway.test:8947", "127.0.0.1:8947"] }
                """)
        #expect(
            result.status == 0 && result.lines == ["1", "name server: 143"],
            "\(result.output)\n\(result.messages)\n\(log)")
    }
}
