import Foundation
import TestSupport

/// Clients in Python that speak to a server over sockets of their own, as no well-behaved client would.
package enum RawClients {
    /// What every client is given.
    package struct Server: Codable {
        package let port: Int
        package var isEncrypted = false
        package var process: Int32 = 0

        package init(port: Int, isEncrypted: Bool = false, process: Int32 = 0) {
            self.port = port
            self.isEncrypted = isEncrypted
            self.process = process
        }
    }

    /// Runs a program that can use `connect()`, `get(path)`, `answer_to(request)`, `resident()`, `metric(name)`,
    /// `read_steadily(requests, count, pause, size)` and `send_until_full(connection, requests)`. The program's own values are `given["own"]`.
    package static func run<Own: Encodable, Answer: Decodable>(
        _ program: String, on server: Server, given own: Own
    ) async throws -> Answer {
        try await Python.run("\(prelude)\n\(program)", given: Given(server: server, own: own))
    }

    private struct Given<Own: Encodable>: Encodable {
        let server: Server
        let own: Own
    }

    private static let prelude = """
        import re, resource, select, socket, ssl, time
        limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(limit, 8192), limit))
        server, own = given["server"], given["own"]
        tls = ssl.create_default_context()
        tls.check_hostname, tls.verify_mode = False, ssl.CERT_NONE

        def connect(small=False):
            plain = socket.socket()
            if small: plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
            plain.settimeout(600)
            plain.connect(("127.0.0.1", server["port"]))
            return tls.wrap_socket(plain) if server["isEncrypted"] else plain

        class Reader:
            def __init__(self, connection): self.connection, self.bytes = connection, b""
            def more(self, size=65536):
                piece = self.connection.recv(size)
                if not piece: raise EOFError
                self.bytes += piece
            def until(self, mark):
                while mark not in self.bytes: self.more()
                text, _, self.bytes = self.bytes.partition(mark)
                return text
            def exactly(self, length):
                while len(self.bytes) < length: self.more()
                body, self.bytes = self.bytes[:length], self.bytes[length:]
                return body
            def chunks(self):
                while True:
                    chunk = self.exactly(int(self.until(b"\\r\\n"), 16))
                    self.until(b"\\r\\n")
                    if not chunk: return
                    yield chunk
            def answer(self, has_body=True):
                head = self.until(b"\\r\\n\\r\\n")
                if has_body and re.search(rb"(?i)transfer-encoding: *chunked", head):
                    return int(head.split()[1]), head, b"".join(self.chunks())
                length = re.search(rb"(?i)content-length: *(\\d+)", head)
                return int(head.split()[1]), head, self.exactly(int(length.group(1)) if length and has_body else 0)

        def get(path, header=""):
            return f"GET {path} HTTP/1.1\\r\\nHost: localhost\\r\\n{header}\\r\\n".encode()

        def answer_to(request):
            with connect() as connection:
                connection.sendall(request)
                return Reader(connection).answer()

        def read_steadily(requests, count, pause, size):
            # The sizes of the answers' bodies, read in small pieces with a short pause before each one. If a busy machine stops
            # this process or the server for longer, the server may cut it off, and it begins again.
            for attempt in range(30):
                with connect(small=True) as connection:
                    reader = Reader(connection)
                    original = reader.more
                    def slowly():
                        time.sleep(pause)
                        original(size)
                    reader.more = slowly
                    try:
                        connection.sendall(requests)
                        return [len(reader.answer()[2]) for _ in range(count)]
                    except (EOFError, OSError):
                        if attempt == 29: raise

        def metric(name):
            text = answer_to(get("/metrics"))[2].decode()
            return sum(float(line.split()[-1]) for line in text.split("\\n") if re.match(name + r"[ {]", line))

        def resident():
            return int(re.search(r"RssAnon:\\s+(\\d+)", open(f"/proc/{server['process']}/status").read()).group(1)) << 10

        def send_until_full(connection, requests):
            # Whatever the server does not read stays in the system's buffers.
            connection.setblocking(False)
            try:
                while requests: requests = requests[connection.send(requests):]
            except OSError: pass
        """
}
