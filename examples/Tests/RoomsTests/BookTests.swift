import AppGroup
import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

@Suite("rooms book")
struct BookTests {
    private let worker: Worker

    init() throws { worker = try Worker() }

    @Test("A booking is one meeting on the server, the room accepts, and the group learns the next room")
    func books() throws {
        let server = try ExchangeServer()
        try worker.login(server)
        let result = try worker.rooms(
            "book", "Kyiv 01", "--at", "tomorrow 9:00", "--for", "1h", "--subject", "Нарада & more")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("accepted"))
        let meetings = try server.calendar
        #expect(meetings.map(\.subject) == ["Нарада & more"])
        #expect(meetings.map(\.resources) == [["room001@example.com"]])
        #expect(try worker.bookings.map(\.status) == ["accepted"])
        let app = try worker.app
        #expect(app.badge == 0)
        #expect(app.fields["next-room"] == .string("Kyiv 01"))
        guard case .date = app.fields["next-booking"] else {
            Issue.record("The time of the next booking is missing")
            return
        }
    }

    @Test("A room that declines ends with status 75, with its reason and a badge, and cancel removes the meeting")
    func declines() throws {
        let server = try ExchangeServer(
            plan: #"{"behavior": {"room001@example.com": "decline"}, "reason": "Only for the \u009b31mboard."}"#)
        try worker.login(server)
        let result = try worker.rooms("book", "Kyiv 01")
        #expect(result.status == 75)
        #expect(result.errors.contains("declined") && result.errors.contains("Only for the"))
        #expect(!result.errors.unicodeScalars.contains("\u{9B}"))
        #expect(try worker.app.badge == 1)
        let booking = try #require(try worker.bookings.first)
        #expect(booking.status == "declined")
        #expect(try worker.rooms("cancel", String(booking.id.prefix(6))).status == 0)
        #expect(try server.calendar.isEmpty)
        #expect(try worker.bookings.isEmpty)
        #expect(try worker.app.badge == 0)
    }

    @Test(
        "A room that was booked under another address is known by its answer, and by its reason",
        arguments: [true, false])
    func answersAsPrimary(accepts: Bool) throws {
        let behavior =
            accepts ? "" : #""behavior": {"room001@example.com": "decline"}, "reason": "Only for the board.","#
        let server = try ExchangeServer(
            plan: #"{\#(behavior) "rooms": 10, "aliases": {"old@example.com": "room001@example.com"}}"#)
        try worker.login(server)
        let places = worker.home.appending(path: "places.csv")
        try Data("address,name,city\nold@example.com,Old 01,Kyiv\n".utf8).write(to: places)
        try worker.rooms("places", "import", places.path)
        let result = try worker.rooms("book", "Old 01", "--at", "tomorrow 9:00")
        #expect(result.status == (accepts ? 0 : 75), "\(result)")
        #expect(
            accepts ? result.output.contains("accepted") : result.errors.contains("Only for the board."), "\(result)")
        #expect(try worker.app.badge == (accepts ? 0 : 1))
    }

    @Test("A room that waits for approval says so")
    func waitsForApproval() throws {
        let server = try ExchangeServer(plan: #"{"behavior": {"room001@example.com": "tentative"}}"#)
        try worker.login(server)
        let result = try worker.rooms("book", "Kyiv 01")
        #expect(result.status == 0 && result.output.contains("waits for approval"))
    }

    @Test("A room that doesn't answer in time leaves the booking pending, and sync settles it later")
    func staysPending() throws {
        let server = try ExchangeServer()
        try worker.login(server)
        try server.setFaults(#"{"undecided": true}"#)
        let result = try worker.rooms("book", "Kyiv 01", "--wait", "1s")
        #expect(result.status == 0 && result.output.contains("pending"))
        #expect(try worker.app.badge == 1)
        try server.setFaults("{}")
        try worker.rooms("sync")
        #expect(try worker.bookings.map(\.status) == ["accepted"])
        #expect(try worker.app.badge == 0)
        #expect(try server.calendar.count == 1)
    }

    @Test("A room that is taken is not booked")
    func refusesTaken() throws {
        let server = try ExchangeServer()
        try worker.login(server)
        #expect(try worker.rooms("book", "Kyiv 01").status == 0)
        let result = try worker.rooms("book", "Kyiv 01")
        #expect(result.status == 75 && result.errors.contains("taken"))
        #expect(try server.calendar.count == 1)
    }

    @Test("A room that the server doesn't have is not booked, and a booking of it that was queued counts as declined")
    func refusesMissing() throws {
        let first = try ExchangeServer()
        try worker.login(first)
        let places = worker.home.appending(path: "places.csv")
        try Data("address,name\nrom001@example.com,Mistyped\n".utf8).write(to: places)
        try worker.rooms("places", "import", places.path)
        let result = try worker.rooms("book", "Mistyped", "--at", "tomorrow 9:00")
        #expect(result.status == 66 && result.errors.contains("ErrorMailRecipientNotFound"), "\(result)")
        #expect(try worker.bookings.isEmpty)
        let port = first.port
        first.stop()
        #expect(try worker.rooms("book", "Mistyped", "--at", "tomorrow 9:00").status == 75)
        let server = try ExchangeServer(port: port)
        try FileManager.default.removeItem(atPath: first.certificate)
        try FileManager.default.copyItem(atPath: server.certificate, toPath: first.certificate)
        let synced = try worker.rooms("sync")
        #expect(synced.status == 0 && synced.output.contains("the server has no such room"), "\(synced)")
        #expect(try worker.bookings.map(\.status) == ["declined"])
        #expect(try server.calendar.isEmpty)
    }

    @Test("The length booked last is the default, and a refusal says from when the room is taken")
    func remembersLength() throws {
        let server = try ExchangeServer()
        try worker.login(server)
        #expect(try worker.rooms("book", "Kyiv 01", "--at", "tomorrow 10:00", "--for", "45m").status == 0)
        #expect(try worker.rooms("free", "--at", "tomorrow 12:00", "--for", "8h").status == 0)
        #expect(try worker.rooms("book", "Kyiv 02", "--at", "tomorrow 10:00").status == 0)
        let lengths = try String(contentsOf: worker.state, encoding: .utf8)
        #expect(lengths.contains(#""length" : 45"#))
        let refused = try worker.rooms("book", "Kyiv 01", "--at", "tomorrow 9:30")
        #expect(refused.status == 75, "\(refused)")
        #expect(
            refused.errors.contains("(45 min, the length booked last)") && refused.errors.contains("it is taken from "))
        #expect(refused.errors.hasSuffix("To book less: --for 30m\n"), "\(refused)")
    }

    @Test("If the answer to a booking is lost, even twice, the server has exactly one meeting")
    func sendsOnce() throws {
        let server = try ExchangeServer()
        try worker.login(server)
        try server.setFaults(#"{"drop_answer": {"times": 2, "operation": "CreateItem"}}"#)
        let result = try worker.rooms("book", "Kyiv 01")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try server.calendar.count == 1)
        #expect(try worker.bookings.map(\.status) == ["accepted"])
    }

    @Test("If a gateway gives up while the server books, the server has exactly one meeting", arguments: [500, 504])
    func gateway(status: Int) throws {
        let server = try ExchangeServer()
        try worker.login(server)
        try server.setFaults(#"{"gateway": {"times": 1, "operation": "CreateItem", "status": \#(status)}}"#)
        let result = try worker.rooms("book", "Kyiv 01")
        #expect(result.status == 0 && result.output.contains("accepted"), "\(result.errors)")
        #expect(try server.calendar.count == 1)
    }

    @Test(
        "If something fails inside the server after it has saved a booking, the server has exactly one meeting",
        arguments: [("ErrorInternalServerError", "fault"), ("ErrorInternalServerTransientError", "message")])
    func failsInside(code: String, style: String) throws {
        let server = try ExchangeServer()
        try worker.login(server)
        try server.setFaults(
            #"{"half_done": {"times": 1, "operation": "CreateItem", "code": "\#(code)", "style": "\#(style)"}}"#)
        let result = try worker.rooms("book", "Kyiv 01")
        #expect(result.status == 0 && result.output.contains("accepted"), "\(result.errors)")
        #expect(try server.requests.count { $0.operation == "CreateItem" } == 1)
        #expect(try server.calendar.count == 1)
    }

    @Test("If the server fails inside each time, the booking is kept, and the message says how to give it up")
    func failsInsideAlways() throws {
        let server = try ExchangeServer()
        try worker.login(server)
        try server.setFaults(#"{"fault": {"times": true, "operation": "CreateItem"}}"#)
        let result = try worker.rooms("book", "Kyiv 01", "--at", "tomorrow 9:00")
        let id = try #require(try worker.bookings.first?.id)
        #expect(result.status == 76 && result.errors.contains("rooms cancel \(id.prefix(6))"), "\(result)")
        #expect(try worker.bookings.map(\.status) == ["sending"])
        try server.setFaults("{}")
        #expect(try worker.rooms("sync").status == 0)
        #expect(try worker.bookings.map(\.status) == ["accepted"])
        #expect(try server.calendar.count == 1)
    }

    @Test("If a booking was sent and the server is silent afterwards, the booking is pending, and says so")
    func silentAfterwards() throws {
        let server = try ExchangeServer()
        try worker.login(server)
        try server.setFaults(#"{"silent": {"times": true, "operation": "GetItem"}}"#)
        let result = try worker.rooms("book", "Kyiv 01")
        #expect(result.status == 0 && result.output.contains("pending"), "\(result.errors)")
        #expect(try worker.bookings.map(\.status) == ["pending"])
    }

    @Test("If a server is too busy to book, the booking is queued, and the message says that it must not be made again")
    func tooBusy() throws {
        let server = try ExchangeServer()
        try worker.login(server)
        try server.setFaults(#"{"busy": {"times": 1, "operation": "CreateItem", "milliseconds": 90000}}"#)
        let result = try worker.rooms("book", "Kyiv 01")
        #expect(result.status == 75 && result.errors.contains("is queued, not booked"), "\(result.errors)")
        #expect(try worker.bookings.map(\.status) == ["queued"])
    }

    @Test("rooms watch reports a server that is away once, sends the queue when it is back, and ends by a signal")
    func watches() async throws {
        let first = try ExchangeServer()
        try worker.login(first)
        first.stop()
        #expect(try worker.rooms("book", "Kyiv 01", "--at", "tomorrow 9:00").status == 75)
        let watch = try RunningProcess(
            worker.rooms.executable.path, ["watch", "--every", "1s"],
            environment: ProcessEnvironment(worker.environment.merging(["PATH": "/usr/bin:/bin"]) { $1 }))
        #expect(await comesTrue { watch.errors.contains("can't be reached") })
        // It has the new server's certificate before it can reach it.
        let (certificate, home) = (first.certificate, worker.home)
        let server = try ExchangeServer(port: first.port) { made in
            try Data(contentsOf: URL(filePath: made)).write(to: URL(filePath: certificate), options: .atomic)
        }
        #expect(await comesTrue { watch.output.contains("Kyiv 01") && watch.output.contains("accepted") })
        #expect(try server.calendar.count == 1)
        #expect(watch.errors.components(separatedBy: "can't be reached").count == 2, "\(watch.errors)")
        watch.send(SIGTERM)
        #expect(try await watch.result().ending == .signal(SIGTERM))
        withExtendedLifetime(home) {}
    }

    @Test("Without a network, a booking is queued and says so, and sync sends it once")
    func queues() throws {
        let first = try ExchangeServer()
        try worker.login(first)
        let port = first.port
        first.stop()
        for room in ["Kyiv 01", "Kyiv 02"] {
            let result = try worker.rooms("book", room, "--at", "tomorrow 9:00")
            #expect(result.status == 75 && result.errors.contains("queued, not booked"))
        }
        let again = try worker.rooms("book", "Kyiv 01", "--at", "tomorrow 9:00")
        #expect(again.status == 75 && again.errors.contains("booked this already"), "\(again)")
        #expect(try worker.app.badge == 2)
        #expect(try worker.rooms("sync").status == 69)
        let server = try ExchangeServer(port: port)
        try FileManager.default.removeItem(atPath: first.certificate)
        try FileManager.default.copyItem(atPath: server.certificate, toPath: first.certificate)
        let password = worker.home.appending(path: "password")
        try Data("wrong".utf8).write(to: password)
        #expect(try worker.rooms("sync").status == 77)
        #expect(try worker.bookings.map(\.status) == ["queued", "queued"])
        try Data("Пароль1".utf8).write(to: password)
        #expect(try worker.rooms("sync").status == 0)
        #expect(try server.calendar.count == 2)
        #expect(try worker.bookings.map(\.status) == ["accepted", "accepted"])
    }

    @Test("A sync that waits for another one takes its result, and asks the server nothing")
    func takesResult() async throws {
        let server = try ExchangeServer(plan: #"{"rooms": 5, "thinks": 2}"#)
        try worker.login(server)
        try worker.rooms("book", "Kyiv 01", "--at", "tomorrow 9:00")
        func operations() throws -> Int { try server.requests.count { $0.operation != nil } }
        let start = try operations()
        #expect(try worker.rooms("sync").status == 0)
        let (first, environment) = (try operations(), worker.rooms.environment)
        func sync() throws -> RunningProcess {
            try RunningProcess(
                worker.rooms.executable.path, ["sync"],
                environment: ProcessEnvironment(ProcessInfo.processInfo.environment.merging(environment) { $1 }))
        }
        // On a very busy machine, the second one may begin when the first has ended.
        for _ in 0..<10 {
            let before = try operations()
            let one = try sync()
            #expect(await comesTrue { (try? operations()) ?? 0 > before || (try? server.requests.last?.active) == 1 })
            let (other, result) = (try await sync().result(), try await one.result())
            #expect(result.ending == .exit(0) && other.ending == .exit(0), "\(other.errors)")
            guard other.errors.contains("waiting for it") else { continue }
            #expect(try operations() - before == first - start)
            return
        }
        Issue.record("No sync waited for another one")
    }

    @Test("rooms export --ics prints what icalendar reads, with the same identifiers each time")
    func exports() throws {
        let server = try ExchangeServer()
        try worker.login(server)
        for (hour, subject) in [(9, "Нарада"), (11, "a, b; c")] {
            #expect(
                try worker.rooms("book", "Kyiv 01", "--at", "tomorrow \(hour):00", "--subject", subject).status == 0)
        }
        let program = """
            import icalendar, sys
            calendar = icalendar.Calendar.from_ical(sys.stdin.buffer.read())
            for event in calendar.walk("VEVENT"):
                print(event["UID"], event["SUMMARY"], event["DTSTART"].dt.utcoffset(), sep="\\t")
            """
        func read() throws -> [[Substring]] {
            let command = "\(Exchange.interpreter.path)"
            let shell = Program(executable: URL(filePath: "/bin/sh"), environment: worker.environment)
            let result = try shell.run(
                ["-c", #""$0" export --ics | "$1" -c "$2""#, worker.rooms.executable.path, command, program])
            try #require(result.status == 0, "\(result.errors)")
            return result.output.split(separator: "\n").map { $0.split(separator: "\t") }
        }
        let events = try read()
        #expect(events.map { $0[1] } == ["Нарада", "a, b; c"] && events.allSatisfy { $0[2] == "0:00:00" })
        #expect(try worker.rooms("sync").status == 0)
        #expect(try read() == events)
    }

    @Test("A meeting that was deleted elsewhere disappears, and one of another machine appears")
    func learnsFromServer() throws {
        let server = try ExchangeServer()
        try worker.login(server)
        let other = try Worker()
        try other.login(server)
        try worker.rooms("book", "Kyiv 01", "--at", "tomorrow 10:00")
        #expect(try other.rooms("sync").status == 0)
        #expect(try other.bookings.map(\.id) == worker.bookings.map(\.id))
        let id = try #require(try other.bookings.first?.id)
        #expect(try other.rooms("cancel", id).status == 0)
        let result = try worker.rooms("sync")
        #expect(result.output.contains("no longer in your calendar"))
        #expect(try worker.bookings.isEmpty)
    }

    @Test("An answer that comes later is shown as a notification, once")
    func notifies() throws {
        let folder = worker.home.appending(path: "bin")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let notices = worker.home.appending(path: "notices")
        try ProgramFile.write(
            "#!/bin/sh\nprintf '%s\\n' \"$3: $4\" >> '\(notices.path)'\n",
            to: folder.appending(path: "notify-send").path)
        let desktop = try Worker([
            "PATH": "\(folder.path):/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/none",
        ])
        let server = try ExchangeServer(plan: #"{"behavior": {"room001@example.com": "decline"}}"#)
        try desktop.login(server)
        try server.setFaults(#"{"undecided": true}"#)
        try desktop.rooms("book", "Kyiv 01", "--at", "tomorrow 9:00", "--wait", "1s")
        try server.setFaults("{}")
        for _ in 0..<2 { try desktop.rooms("sync") }
        let lines = try String(contentsOf: notices, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 1 && lines[0].contains("Kyiv 01") && lines[0].contains("declined"))
    }

    @Test("A link fills in and asks before it books, and books nothing without a terminal of its own")
    func asksForLinks() throws {
        let server = try ExchangeServer()
        try worker.login(server)
        let link = "rooms://book?room=Kyiv%2001&at=tomorrow%209:00&for=30"
        let refused = try worker.rooms("open-url", link)
        #expect(refused.status == 65 && refused.errors.contains("Nothing was booked"))
        #expect(try server.calendar.isEmpty)
        let command = "'\(worker.rooms.executable.path)' open-url '\(link)'"
        let shell = Program(executable: URL(filePath: "/bin/sh"), environment: worker.environment)
        // A desktop that was started in a console leaves its terminal to what it opens.
        let inherited = try shell("-c", "echo y | script -q -e -c \"setsid -w \(command)\" /dev/null")
        #expect(inherited.status == 65 && inherited.output.contains("you can't be asked here"), "\(inherited)")
        #expect(try server.calendar.isEmpty)
        let result = try shell("-c", "echo y | script -q -e -c \"\(command)\" /dev/null")
        #expect(result.output.contains("Book Kyiv 01") && result.output.contains("accepted"))
        #expect(try server.calendar.count == 1)
    }

    @Test("launcher opens a link to the free rooms of a city")
    func opensByURL() throws {
        let server = try ExchangeServer()
        try worker.login(server)
        try worker.rooms("mine")
        let group = Registry(group: "com.example.tools", environment: ProcessEnvironment(worker.environment))
        #expect(try group.open(.url("rooms://free?city=Kyiv")) == .ended(0))
        #expect(try group.open(.url("rooms://free?city=Atlantis")) == .ended(66))
    }

    @Test(
        "A state file that is damaged or of a newer version is named and left alone",
        arguments: ["{", #"{"version": 99}"#, "[]"])
    func leavesState(contents: String) throws {
        try FileManager.default.createDirectory(
            at: worker.state.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(contents.utf8).write(to: worker.state)
        for command in [["mine"], ["sync"], ["book", "x"], ["fav", "add", "Kyiv"], ["logout", "--yes"]] {
            let result = try worker.rooms.run(command)
            #expect(result.status == 65 && result.errors.contains(worker.state.path))
        }
        #expect(try String(contentsOf: worker.state, encoding: .utf8) == contents)
    }
}
