import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

@testable import posters

@Suite("Logging in to a server of posters")
struct AccountTests {
    @Test("A login by mail or by phone brings the lists, and account shows who is logged in")
    func login() async throws {
        let city = try await ScriptedCity()
        let anna = try await Inspector.loggedIn(at: city)
        let account = try await anna.succeed("account").output
        #expect(account == "Anna (anna@example.com, +380671112233), inspector, at \(city.address)\n")
        #expect(try await anna.records("lists").count == 4)
        let boris = try Inspector()
        try await boris.succeed(
            "login", "--phone", "8 (067) 111-22-44", "--server", city.address, Inspector.password)
        #expect(try await boris.succeed("account").output.hasPrefix("Boris"))
    }

    @Test("A wrong password is refused with status 77, and nothing is stored")
    func wrongPassword() async throws {
        let city = try await ScriptedCity()
        let anna = try Inspector()
        let result = try await anna.posters(
            "login", "--mail", "anna@example.com", "--server", city.address, "--password-command", "echo no")
        #expect(result.ending == .exit(77) && result.errors.contains("password is wrong"))
        #expect(try await anna.posters("list").ending == .exit(77))
    }

    @Test("Without a terminal and a command, there is no password: status 77, and the server is not asked")
    func noPassword() async throws {
        let city = try await ScriptedCity()
        try await city.fail()
        let result = try await Inspector().posters("login", "--mail", "anna@example.com", "--server", city.address)
        #expect(result.ending == .exit(77) && result.errors.contains("--password-command"))
        #expect(try await city.state.requests.isEmpty)
    }

    @Test("A password typed at a terminal is not shown")
    func typedPassword() async throws {
        let city = try await ScriptedCity()
        let anna = try Inspector()
        // It is typed when the question is there: earlier, the terminal would show it.
        let result = try await anna.shell(
            """
            cd "$HOME" && : >screen && (
                until grep -q 'Password of' screen || [ -e ended ]; do sleep 0.1; done
                printf '\(ScriptedCity.password)\\n'; until [ -e ended ]; do sleep 0.1; done
            ) | {
                script -q -e -f -c '"$posters" login --mail anna@example.com --server \(city.address)' screen
                status=$?; touch ended; exit $status
            }
            """)
        #expect(result.output.contains("Anna is logged in"), "\(result.output)")
        #expect(!result.output.contains(ScriptedCity.password))
    }

    @Test("Registering logs in as a resident; a mail address that is taken is refused with status 75")
    func register() async throws {
        let city = try await ScriptedCity()
        let vera = try Inspector()
        let words = ["register", "--name", "Vera", "--mail", "vera@example.com", "--server", city.address]
        let result = try await vera.start(words + [Inspector.password]).result()
        #expect(result.ending == .exit(0) && result.output.contains("as resident"), "\(result.errors)")
        let other = try Inspector()
        let again = try await other.start(words + [Inspector.password]).result()
        #expect(again.ending == .exit(75) && again.errors.contains("registered already"))
    }

    @Test("An account is not registered twice if the server answers with status 503, which says little of what it did")
    func registersOnce() async throws {
        let city = try await ScriptedCity()
        try await city.fail(.init(path: "/v1/register", kind: "503"))
        let words = ["register", "--name", "Vera", "--mail", "vera@example.com", "--server", city.address]
        let result = try await Inspector().start(words + [Inspector.password]).result()
        #expect(result.ending == .exit(69) && result.errors.contains("overloaded"), "\(result.errors)")
        #expect(try await city.state.requests == ["POST /v1/register"])
    }

    @Test("A failure of the server counts as one even if its answer is cut off: status 69, after a second attempt")
    func cutFailure() async throws {
        let city = try await ScriptedCity()
        let login = ["login", "--mail", "anna@example.com", "--server", city.address, Inspector.password]
        try await city.fail(.init(path: "/v1/login", kind: "503 cut", times: 2))
        let result = try await Inspector().start(login).result()
        #expect(result.ending == .exit(69) && result.errors.contains("overloaded"), "\(result.errors)")
        #expect(try await city.state.requests == ["POST /v1/login", "POST /v1/login"])
        try await city.fail(.init(path: "/v1/login", kind: "503 cut"))
        #expect(try await Inspector().start(login).result().ending == .exit(0))
    }

    @Test("info works without a login, and goes on from what is stored when the server is away")
    func info() async throws {
        let city = try await ScriptedCity()
        let guest = try Inspector()
        let answer = try await guest.succeed("info", "--server", city.address).output
        #expect(answer.contains("article 16") && answer.contains("complaints@example.com"))
        let anna = try await Inspector.loggedIn(at: city)
        try await city.stop()
        let away = try await anna.succeed("info")
        #expect(away.output == answer && away.errors.contains("can't be reached"))
        #expect(try await guest.posters("info", "--server", city.address).ending == .exit(69))
    }

    @Test("logout asks, ends the session, and erases reports, drafts and the token")
    func logout() async throws {
        let city = try await ScriptedCity()
        let anna = try await Inspector.loggedIn(at: city)
        try await anna.file("Ромашка")
        try await anna.file("Later", "--later")
        // At this terminal, standard input is one, but not the one that controls the tool.
        let unasked = try await anna.shell("script -q -e -c 'setsid -w \"$posters\" logout' /dev/null </dev/null")
        #expect(unasked.ending == .exit(64), "\(unasked)")
        #expect(unasked.output.contains("Nothing was erased. You can't be asked here; to do it anyway, add --yes."))
        try await anna.succeed("logout", "--yes")
        #expect(try await city.state.tokens == 0)
        #expect(try anna.app.badge == 0 && anna.keptPhotos.isEmpty)
        let file = try Data(contentsOf: anna.home.appending(path: "data/posters/posters.sqlite"))
        #expect(file.range(of: Data("Ромашка".utf8)) == nil && file.range(of: Data("token-1".utf8)) == nil)
    }

    @Test("A logout is possible without a network, and says that the session goes on")
    func logoutOffline() async throws {
        let city = try await ScriptedCity()
        let anna = try await Inspector.loggedIn(at: city)
        try await city.stop()
        let result = try await anna.succeed("logout", "--yes")
        #expect(result.errors.contains("lasts until it expires"))
        #expect(try await anna.posters("list").ending == .exit(77))
    }

    @Test("Another account on the same device is refused until the first has logged out")
    func otherAccount() async throws {
        let city = try await ScriptedCity()
        let anna = try await Inspector.loggedIn(at: city)
        let result = try await anna.posters(
            "login", "--mail", "boris@example.com", "--server", city.address, Inspector.password)
        #expect(result.ending == .exit(64) && result.errors.contains("posters logout"))
        try await anna.succeed("login", "--mail", "anna@example.com", Inspector.password)
    }

    @Test("account delete needs the right password, and erases everything here")
    func deleteAccount() async throws {
        let city = try await ScriptedCity()
        let anna = try await Inspector.loggedIn(at: city)
        let wrong = try await anna.posters("account", "delete", "--yes", "--password-command", "echo no")
        #expect(wrong.ending == .exit(77) && wrong.errors.contains("Nothing was deleted"))
        try await anna.succeed("account", "delete", "--yes", Inspector.password)
        #expect(try await anna.posters("list").ending == .exit(77))
    }

    @Test(
        "An address that is not encrypted or makes no sense is refused before anything is sent",
        arguments: ["http://posters.example.org", "ftp://x", "posters.example.org", "https://", "https://x?y"])
    func addresses(address: String) async throws {
        let result = try await Inspector().posters(
            "login", "--mail", "anna@example.com", "--server", address, Inspector.password)
        #expect([.exit(65), .exit(77)].contains(result.ending), "\(result.errors)")
        #expect(result.errors.contains(address))
    }

    @Test("Only the user can open the folder of the store, and a newer or damaged store stays as it is")
    func store() async throws {
        let city = try await ScriptedCity()
        let anna = try await Inspector.loggedIn(at: city)
        let folder = anna.home.appending(path: "data/posters").path
        let attributes = try FileManager.default.attributesOfItem(atPath: folder)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
        try Store(folder: folder).database.run(script: "PRAGMA user_version = 99")
        let newer = try await anna.posters("list")
        #expect(newer.ending == .exit(65) && newer.errors.contains("newer"))
        let other = try Inspector()
        let path = try other.write(Array(repeating: 65, count: 8192), to: "data/posters/posters.sqlite")
        let damaged = try await other.posters("list")
        #expect(damaged.ending == .exit(65) && damaged.errors.contains(path))
    }

    @Test("A login at another server needs a logout first, and drafts don't go there")
    func otherServer() async throws {
        let (first, second) = (try await ScriptedCity(), try await ScriptedCity())
        let anna = try await Inspector.loggedIn(at: first)
        try await anna.file("A", "--later")
        let login = try await anna.posters(
            "login", "--mail", "anna@example.com", "--server", second.address, Inspector.password)
        #expect(login.ending == .exit(64) && login.errors.contains(first.address), "\(login.errors)")
        #expect(try await second.state.reports.isEmpty)
        try await anna.succeed("sync")
        #expect(try await first.state.reports.count == 1)
    }
}
