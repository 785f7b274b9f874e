import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

/// Certificates, passwords, previews and progress of remote places.
@Suite("Remote places", .serialized)
struct CloudPlaceTests {
    @Test(
        "A server whose certificate no known authority has signed gets no password until --ca-file names its authority")
    func authority() async throws {
        let (anna, cloud) = (try Investor(), try await FailingCloud(isEncrypted: true))
        try cloud.put(Array("report".utf8), as: "report.txt")
        let options = ["webdav", cloud.address, "--user", "anna", "--password-command", "echo geheim"]
        func add(_ name: String, _ more: String...) async throws {
            let result = try await anna.start(["remote", "add", name] + options + more).result()
            try #require(result.ending == .exit(0), "\(result.errors)")
        }
        try await add("stranger")
        let stranger = try await anna.fund("ls", "stranger:/")
        #expect(stranger.ending == .exit(69) && stranger.errors.contains("certificate"), "\(stranger.errors)")
        try await add("broken", "--ca-file", try anna.write("no certificate", to: "broken.pem"))
        #expect(try await anna.fund("ls", "broken:/").ending == .exit(69))
        try await add("missing", "--ca-file", anna.home.appending(path: "missing.pem").path)
        #expect(try await anna.fund("ls", "missing:/").ending == .exit(74))
        #expect(throws: (any Error).self) { try cloud.requests }
        try await add("work", "--ca-file", cloud.authority)
        #expect(try await anna.succeed("preview", "work:/report.txt").output == "report\n")
        let expected = "Basic \(Data("anna:geheim".utf8).base64EncodedString())"
        #expect(try cloud.requests.allSatisfy { $0["authorization"] == expected })
    }

    /// `secret-tool` of libsecret-tools 0.20, as its manual describes its command line: `store` takes a label and attributes and
    /// reads the password from standard input, `lookup` prints it without the end of a line, or fails. A real one needs a session
    /// of a desktop.
    private static let keyring = """
        command=$1
        shift
        if [ "$command" = store ]; then
            case $1 in --label=?*) shift ;; *) echo "must specify a label for the new item" >&2; exit 2 ;; esac
        fi
        [ $# -ge 2 ] && [ $(($# % 2)) = 0 ] || { echo "must specify attribute and value pairs" >&2; exit 2; }
        file="$HOME/keyring-$(printf '%s|' "$@" | md5sum | cut -c 1-32)"
        case $command in
        store) cat >"$file" ;;
        lookup) [ -e "$file" ] && cat "$file" ;;
        clear) rm -f "$file" ;;
        *) exit 2 ;;
        esac
        """

    @Test("The desktop's keyring keeps the password of a place from login --remember until logout")
    func keyring() async throws {
        let apache = try await CloudServer(.apache, password: "geheimnis")
        let anna = try Investor(programs: ["secret-tool": Self.keyring])
        try await anna.succeed("remote", "add", "work", "webdav", apache.address, "--user", "anna")
        let unasked = try await anna.fund("ls", "work:/")
        #expect(unasked.ending == .exit(77) && unasked.errors.contains("fund remote login"), "\(unasked.errors)")
        let type = "\(Python.interpreter.path) \(Python.path(of: "type_secret.py"))"
        func login(_ password: String) async throws -> RunningProcess.Result {
            try await anna.shell("\(type) \(password) \"$fund\" remote login work --remember")
        }
        func secrets() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: anna.home.path).filter { $0.hasPrefix("keyring-") }
        }
        let wrong = try await login("falsch")
        #expect(try wrong.ending == .exit(77) && secrets().isEmpty, "\(wrong.output)")
        let right = try await login("geheimnis")
        #expect(try right.ending == .exit(0) && secrets().count == 1, "\(right.output)")
        #expect(right.output.contains("Password of anna at “work”:") && !right.output.contains("geheimnis"))
        try await anna.succeed("ls", "work:/")
        #expect(try !anna.storeContains("geheimnis"))
        try await anna.succeed("remote", "logout", "work")
        #expect(try secrets().isEmpty)
        #expect(try await anna.fund("ls", "work:/").ending == .exit(77))
        #expect(try await login("geheimnis").ending == .exit(0))
        try await anna.succeed("remote", "rm", "work")
        #expect(try secrets().isEmpty)
    }

    @Test("A password that is not UTF-8 or was not typed to the end is refused with status 77 and the reason")
    func typedPassword() async throws {
        let anna = try Investor()
        try await anna.succeed("remote", "add", "work", "webdav", "http://127.0.0.1:9/", "--user", "anna")
        let type = "\(Python.interpreter.path) \(Python.path(of: "type_secret.py"))"
        for (typed, reason) in [
            (#"gr\351n"#, "The password is not text in UTF-8."), (#"gr\003"#, "No password was typed"),
            ("", "No password was typed"),
        ] {
            let result = try await anna.shell("\(type) \"$(printf '\(typed)')\" \"$fund\" remote login work")
            #expect(result.ending == .exit(77) && result.output.contains(reason), "\(result.output)")
            #expect(!result.output.contains("no terminal"), "\(result.output)")
        }
    }

    @Test("Without a keyring, login --remember says what it needs, and the place is as before")
    func noKeyring() async throws {
        let apache = try await CloudServer(.apache, password: "geheimnis")
        let anna = try Investor(programs: ["secret-tool": "echo 'Cannot autolaunch D-Bus' >&2; exit 1"])
        try await anna.succeed(
            "remote", "add", "work", "webdav", apache.address, "--user", "anna", "--password-command", "echo geheimnis")
        let result = try await anna.fund("remote", "login", "work", "--remember")
        #expect(result.ending == .exit(75) && result.errors.contains("secret-tool"), "\(result.errors)")
        try await anna.succeed("ls", "work:/")
    }

    @Test("A preview of a remote file shows the lines of a text or a PDF, and the path of a small picture of an image")
    func previews() async throws {
        let (anna, cloud) = try await FailingCloud.stage()
        try cloud.put(Array("Hello\u{1B}[31m\nwörld\n".utf8), as: "a b.txt")
        #expect(try await anna.succeed("preview", "cloud:/a b.txt").output == "Hello␛[31m\nwörld\n")
        var writer = PDFWriter()
        writer.page("BT /F 12 Tf 50 700 Td (Quarterly report) Tj ET")
        try cloud.put(writer.finish(), as: "report.pdf")
        #expect(try await anna.succeed("preview", "cloud:/report.pdf").output == "Quarterly report\n")
        let picture = anna.home.appending(path: "chart.png").path
        let drawn = try await RunningProcess.run(
            "/usr/bin/convert", ["-size", "600x300", "xc:steelblue", picture])
        try #require(drawn.ending == .exit(0), "\(drawn.errors)")
        try cloud.put(Array(Data(contentsOf: URL(filePath: picture))), as: "chart.png")
        for words in [["preview", "cloud:/chart.png"], ["preview", "--picture", "cloud:/report.pdf"]] {
            let result = try await anna.start(words).result()
            let path = result.output.trimmingCharacters(in: .newlines)
            #expect(result.ending == .exit(0) && path.hasSuffix(".png"), "\(result.errors)")
            #expect(try Data(contentsOf: URL(filePath: path)).starts(with: [0x89, 0x50, 0x4E, 0x47]))
        }
        try cloud.put(Array("<html>".utf8), as: "wrong.pdf")
        #expect(try await anna.fund("preview", "cloud:/wrong.pdf").ending == .exit(65))
        #expect(try await anna.fund("preview", "cloud:/none.txt").ending == .exit(66))
        #expect(try await anna.fund("preview", "cloud:/").ending == .exit(65))
        #expect(try anna.names(in: "Equity").isEmpty)
    }

    @Test("A preview of a huge file fetches 8 MiB")
    func hugePreview() async throws {
        let (anna, cloud) = try await FailingCloud.stage()
        let line = "A line of a very long list of prices.\n"
        let contents = Array(String(repeating: line, count: 300_000).utf8)
        try cloud.put(contents, as: "prices.csv")
        try cloud.put([0] + contents.dropFirst(), as: "film.bin")
        let text = try await anna.succeed("preview", "cloud:/prices.csv").output
        #expect(text.trimmingCharacters(in: .newlines) == String(repeating: line, count: 30).dropLast())
        let film = try await anna.fund("preview", "cloud:/film.bin")
        #expect(film.ending == .exit(65) && film.errors.contains("fund get"), "\(film.errors)")
        let fetches = try cloud.requests.filter { $0["method"] == "GET" }
        #expect(fetches.count == 2)
        for fetch in fetches { #expect(fetch["range"] == "bytes=0-8388607" && fetch["sent"] == "8388608") }
    }

    @Test("On a terminal, get and put show how far each file is")
    func progress() async throws {
        let (anna, cloud) = try await FailingCloud.stage()
        try cloud.put(bytes(200_000, 1), as: "report.bin")
        let terminal = "\(Python.interpreter.path) \(Python.path(of: "type_secret.py")) '' \"$fund\""
        let got = try await anna.shell("TERM=xterm \(terminal) get cloud:/report.bin --to Equity")
        #expect(got.ending == .exit(0) && got.output.contains("0 of 1 fetched · report.bin"), "\(got.output)")
        let put = try await anna.shell("TERM=xterm \(terminal) put Equity/report.bin cloud:/copy.bin")
        #expect(put.ending == .exit(0) && put.output.contains("0 of 1 sent · copy.bin"), "\(put.output)")
        #expect(try cloud.files["copy.bin"] == 200_000)
    }
}
