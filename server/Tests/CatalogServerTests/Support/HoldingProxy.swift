import Foundation
import ServerTestSupport
import TestSupport

/// A proxy in front of an S3 server that can hold the request which would complete an upload in parts, and then drops it.
final class HoldingProxy: Sendable {
    private let folder: TemporaryFolder
    private let proxy: PythonServer
    let url: String

    private static let program = #"""
        import pathlib, socket, sys, threading, time
        folder, target = pathlib.Path(sys.argv[1]), int(sys.argv[2])
        def pump(source, drain):
            try:
                while piece := source.recv(1 << 16): drain.sendall(piece)
            except OSError: pass
            for each in (source, drain):
                try: each.shutdown(socket.SHUT_RDWR)
                except OSError: pass
        def serve(client):
            server = socket.create_connection(("127.0.0.1", target))
            threading.Thread(target=pump, args=(server, client), daemon=True).start()
            try:
                while piece := client.recv(1 << 16):
                    line = piece.split(b"\r\n", 1)[0]
                    if line.startswith(b"POST ") and b"uploadId=" in line and (folder / "hold").exists():
                        (folder / "held").touch()
                        while (folder / "hold").exists(): time.sleep(0.01)
                        break
                    server.sendall(piece)
            except OSError: pass
            server.close()
            client.close()
        listener = socket.create_server(("127.0.0.1", 0))
        print(listener.getsockname()[1], flush=True)
        while True: threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
        """#

    init(_ server: S3Server) async throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        let port = String(server.url.split(separator: ":").last ?? "")
        proxy = try await PythonServer(
            folder.write("proxy.py", Self.program.utf8), [folder.path, port], keeping: folder)
        url = "http://127.0.0.1:\(try proxy.port)"
    }

    func hold() throws { _ = try folder.write("hold", []) }
    /// Drops what is held, and holds nothing from now on.
    func goOn() throws { try folder.remove("hold") }
    var isHeld: Bool { FileManager.default.fileExists(atPath: "\(folder.path)/held") }
}
