import Foundation
import TestSupport
import Testing

@Suite("A server with a full disk")
struct FullDiskTests {
    /// What happens on a separate file system that the script fills: each line has the action, its exit status, whether the
    /// server is ready, and the client's output.
    static let script = """
        client=$1 server=$2 port=$3 small=$4 large=$5
        mount -t tmpfs -o size=100m none "$HOME/data" || exit 99
        said() {
            name=$1; shift
            "$@" >>"$HOME/output" 2>"$HOME/errors"
            echo "$name $? $(curl -s -o /dev/null -w '%{http_code}' "http://127.0.0.1:$port/readyz") $(tr '\\n' ' ' <"$HOME/errors")"
        }
        echo correct horse battery | "$server" init --data "$HOME/data/of-server" --group org.example.registry \\
            --administrator root --password-stdin 2>/dev/null || exit 98
        "$server" grant add '*' everyone --data "$HOME/data/of-server" 2>/dev/null
        "$server" serve --data "$HOME/data/of-server" --port "$port" 2>"$HOME/log" &
        running=$!
        until curl -sf -o /dev/null "http://127.0.0.1:$port/readyz"; do
            kill -0 $running || exit 97
            sleep 0.1
        done
        logIn() {
            echo correct horse battery | "$client" login "http://127.0.0.1:$port" --user root --password-stdin --no-handler
        }
        said login logIn
        said publish "$client" publish "$small"
        cat /dev/zero >"$HOME/data/ballast" 2>/dev/null
        said catalog "$client" catalog
        said install "$client" install rooms
        said large "$client" publish "$large"
        said login logIn
        rm "$HOME/data/ballast"
        said login logIn
        said large "$client" publish "$large"
        said update "$client" update
        kill $running
        wait $running
        sqlite3 "$HOME/data/of-server/catalog.sqlite" 'PRAGMA integrity_check'
        """

    @Test(
        "A server with a full disk still serves packages, refuses uploads with a sentence, and recovers"
    )
    func goesOn() throws {
        let sandbox = try Sandbox()
        let small = try sandbox.makePackage(version: "1.0")
        let large = try sandbox.makePackage(version: "2.0", payload: 8 << 20)
        try FileManager.default.createDirectory(
            atPath: "\(sandbox.folder)/home/data", withIntermediateDirectories: true)
        let port = "\(try FreePort.take())"
        let answer = try sandbox.withOwnMounts(Self.script, Sandbox.program, RealServer.program, port, small, large)
        let lines = answer.output.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 3).map(String.init) }
        let outcomes = lines.map { $0.prefix(3).joined(separator: " ") }
        #expect(
            outcomes == [
                "login 0 200", "publish 0 200", "catalog 0 503", "install 0 503", "large 75 503", "login 75 503",
                "login 0 200", "large 0 200", "update 0 200", "ok",
            ], "\(answer)")
        for refusal in lines where refusal.dropFirst().first == "75" {
            #expect(refusal.last?.contains("is full") == true)
        }
    }
}
