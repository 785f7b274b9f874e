import Foundation
import TestSupport

/// A download that is read slowly while a test ends its user's access.
struct SlowReading: Encodable, Sendable {
    let url: String
    let token: String?
    /// A file that the reader makes when it has begun.
    let sign: String
    /// How many seconds it goes on slowly after the access was ended.
    let patience: Int

    /// A file that the test makes when the server knows that it has ended the access.
    var taken: String { "\(sign)-taken" }

    /// Reads a little, makes the sign, reads slowly for some seconds after the access was ended, and then reads the rest.
    ///
    /// - Returns: The number of bytes received.
    func run() async throws -> Int { try await Python.run(Self.program, given: self) }

    /// Waits until the reader has begun.
    func begin() async throws {
        while !FileManager.default.fileExists(atPath: sign) { try await Task.sleep(for: .milliseconds(20)) }
    }

    /// Tells the reader that the access was ended.
    func noteEnd() throws { try Data().write(to: URL(filePath: taken)) }

    private static let program = """
        import os, socket, time, urllib.parse
        url = urllib.parse.urlsplit(given["url"])
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 16)
        connection.connect((url.hostname, url.port))
        login = f"Authorization: Bearer {given['token']}\\r\\n" if given.get("token") else ""
        connection.sendall(f"GET {url.path} HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n{login}\\r\\n".encode())
        answer, shown, taken = 0, False, None
        try:
            while piece := connection.recv(1 << 14 if shown else 1 << 16):
                answer += len(piece)
                if answer > 1 << 18 and not shown:
                    open(given["sign"], "w").close()
                    shown = True
                if shown and not taken and os.path.exists(given["sign"] + "-taken"): taken = time.monotonic()
                if shown and not (taken and time.monotonic() > taken + given["patience"]): time.sleep(0.1)
        except ConnectionError: pass
        """
}
