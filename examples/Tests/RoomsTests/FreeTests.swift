import AppGroup
import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

@Suite("rooms free")
struct FreeTests {
    private let worker: Worker

    init() throws { worker = try Worker() }

    /// A moment some hours after now, in UTC, in whole hours.
    private func hours(_ count: Int) -> String {
        let hour = Date(timeIntervalSince1970: (Date().timeIntervalSince1970 / 3600).rounded(.down) * 3600)
        return hour.addingTimeInterval(Double(count) * 3600).ISO8601Format()
    }

    @Test("250 rooms take three requests of 100, 100 and 50, never more than two at once")
    func sharesRequests() throws {
        let server = try ExchangeServer(plan: #"{"rooms": 250, "thinks": 0.05}"#)
        try worker.login(server)
        #expect(try worker.free().count == 250)
        let questions = try server.requests.filter { $0.operation == "GetUserAvailabilityRequest" }
        #expect(questions.compactMap(\.mailboxes).sorted() == [50, 100, 100])
        #expect(try server.requests.compactMap(\.active).max() ?? 0 <= 2)
    }

    @Test("With --jobs 1, requests follow each other")
    func asksOneByOne() throws {
        let server = try ExchangeServer(plan: #"{"rooms": 250, "thinks": 0.05}"#)
        try worker.login(server)
        #expect(try worker.rooms("free", "--jobs", "1").status == 0)
        let questions = try server.requests.filter { $0.operation == "GetUserAvailabilityRequest" }
        #expect(questions.count == 3)
        #expect(try server.requests.compactMap(\.active).max() == 1)
        #expect(try worker.rooms("free", "--jobs", "0").status == 64)
    }

    @Test("One of 250 mailboxes that fails is unknown, with the reason, and the status is 0")
    func toleratesOneOfMany() throws {
        let plan = #"{"rooms": 250, "broken": {"room042@example.com": "ErrorMailboxMoveInProgress"}}"#
        let server = try ExchangeServer(plan: plan)
        try worker.login(server)
        #expect(try worker.rooms("free").status == 0)
        let rooms = try worker.free("--all")
        #expect(rooms.count == 250 && rooms.count { $0.state == "free" } == 249)
        let broken = try #require(rooms.first { $0.state == "unknown" })
        #expect(broken.address == "room042@example.com")
        #expect(broken.reason?.contains("ErrorMailboxMoveInProgress") == true)
    }

    @Test("A room in another time zone is shown with both local times")
    func showsBothTimes() throws {
        let event = #"{"room": "room000@example.com", "start": "\#(hours(5))", "end": "\#(hours(6))"}"#
        let server = try ExchangeServer(plan: #"{"rooms": 1, "events": [\#(event)]}"#)
        try worker.login(server)
        let places = worker.home.appending(path: "places.csv")
        try Data("address,city,zone\nroom000@example.com,Tokyo,Asia/Tokyo\n".utf8).write(to: places)
        #expect(try worker.rooms("places", "import", places.path).status == 0)
        let end = try #require(ISO8601DateFormatter().date(from: hours(5)))
        func clock(_ zone: String) -> String {
            let form = DateFormatter()
            form.locale = Locale(identifier: "en_US_POSIX")
            form.timeZone = TimeZone(identifier: zone)
            form.dateFormat = "HH:mm"
            return form.string(from: end)
        }
        let table = try worker.rooms("free", "--at", hours(3))
        #expect(table.status == 0, "\(table.errors)")
        let line = try #require(table.output.split(separator: "\n").first { $0.contains("Berlin 01") })
        let (here, there) = (clock("Europe/Kyiv"), clock("Asia/Tokyo"))
        #expect(line.contains(here) && line.contains("\(there) there)"), "\(line)")
        let booked = try worker.rooms("book", "Berlin 01", "--at", hours(3), "--for", "2h")
        #expect(booked.status == 0 && booked.output.contains("\(there) there)"), "\(booked.output)")
    }

    @Test("Control characters in the name of a room or a city never reach the output")
    func cleansNames() throws {
        // XML allows these: CSI, NEL, and a switch of the direction of writing.
        let name = "Evil\\u009b31m \\u0085Room\\u202e"
        let plan = """
            {"lists": [{"name": "City\\u009b2J", "address": "city@example.com",
                "rooms": [{"name": "\(name)", "address": "evil@example.com"}]}]}
            """
        let server = try ExchangeServer(plan: plan)
        try worker.login(server)
        let commands = [
            ["free"], ["free", "--all"], ["free", "--format", "tsv"], ["cities"], ["cities", "--format", "tsv"],
            ["room", "evil@example.com"], ["book", "evil@example.com", "--at", "tomorrow 9:00"], ["mine"],
            ["export", "--ics"],
        ]
        for command in commands {
            let result = try worker.rooms.run(command)
            #expect(result.status == 0, "\(command) \(result.errors)")
            let text = (result.output + result.errors).unicodeScalars
            #expect(text.contains("E") || command[0] == "cities", "\(command)")
            #expect(!text.contains { "\u{9B}\u{85}\u{202E}\u{1B}".unicodeScalars.contains($0) }, "\(command)")
        }
        #expect(try worker.free().map(\.address) == ["evil@example.com"])
    }

    @Test("Busy rooms are shown with --all, until when and by whom; only free ones are shown without it")
    func showsBusyRooms() throws {
        let plan = """
            {"rooms": 3, "events": [
                {"room": "room000@example.com", "start": "\(hours(2))", "end": "\(hours(4))", "subject": "Olena \\u009b2J"},
                {"room": "room001@example.com", "start": "\(hours(3))", "end": "\(hours(4))"}]}
            """
        let server = try ExchangeServer(plan: plan)
        try worker.login(server)
        #expect(try worker.free("--at", hours(2)).map(\.address) == ["room001@example.com", "room002@example.com"])
        let all = try worker.free("--at", hours(2), "--all")
        let busy = try #require(all.first { $0.state == "busy" })
        #expect(busy.address == "room000@example.com" && busy.holder?.hasPrefix("Olena") == true)
        let free = try #require(all.first { $0.address == "room001@example.com" })
        let until = try #require(free.until.flatMap { ISO8601DateFormatter().date(from: $0) })
        #expect(until == ISO8601DateFormatter().date(from: hours(3)))
        // The server's slots begin at the moment that is asked for, and the meeting takes only the last part of one.
        let early = until.addingTimeInterval(-32 * 60).ISO8601Format()
        #expect(try worker.free("--at", early, "--for", "32m").map(\.address).first == "room001@example.com")
        let table = try worker.rooms("free", "--all", "--at", hours(2))
        #expect(table.status == 0 && !table.output.unicodeScalars.contains("\u{9B}"))
    }

    @Test("A control character in a subject, which XML forbids, costs neither the rooms nor a comparison of bookings")
    func forbiddenCharacters() throws {
        let event = """
            {"room": "room000@example.com", "start": "\(hours(2))", "end": "\(hours(4))", "subject": "Budget\\u000b & 2027"}
            """
        let meeting = #"{"subject": "Lunch\u000b with Bob", "start": "\#(hours(30))", "end": "\#(hours(31))"}"#
        let server = try ExchangeServer(plan: #"{"rooms": 3, "events": [\#(event)], "meetings": [\#(meeting)]}"#)
        try worker.login(server)
        let rooms = try worker.free("--at", hours(2), "--all")
        #expect(rooms.count == 3)
        #expect(rooms.first { $0.state == "busy" }?.holder == "Budget & 2027")
        #expect(try worker.rooms("sync").status == 0)
    }

    @Test("One mailbox that fails is unknown, with the reason, and the others are shown")
    func toleratesOne() throws {
        let server = try ExchangeServer(plan: #"{"rooms": 4}"#)
        try worker.login(server)
        let places = worker.home.appending(path: "places.csv")
        try Data("address,city\nghost@example.com,Kyiv\n".utf8).write(to: places)
        #expect(try worker.rooms("places", "import", places.path).status == 0)
        let rooms = try worker.free("--all")
        #expect(rooms.count == 5)
        let ghost = try #require(rooms.first { $0.address == "ghost@example.com" })
        #expect(ghost.state == "unknown" && ghost.reason?.isEmpty == false)
        #expect(rooms.count { $0.state == "free" } == 4)
    }

    @Test("A server without a list is explained, and imported rooms work")
    func worksWithoutLists() throws {
        let plan = #"{"lists": [], "hidden_rooms": [{"name": "Attic", "address": "attic@example.com"}]}"#
        let server = try ExchangeServer(plan: plan)
        try worker.login(server)
        let result = try worker.rooms("free")
        #expect(result.status == 66 && result.errors.contains("places import"))
        let places = worker.home.appending(path: "places.csv")
        try Data("address,name,city,capacity,equipment\nattic@example.com,Attic,Kyiv,6,video\n".utf8).write(to: places)
        try worker.rooms("places", "import", places.path)
        #expect(try worker.free("--city", "kyiv", "--capacity", "6", "--has", "Video").map(\.name) == ["Attic"])
        #expect(try worker.rooms("free", "--capacity", "7").status == 66)
        #expect(try worker.rooms("free", "--city", "Lviv").status == 66)
    }

    @Test("rooms cities --near lists the nearest city first")
    func listsByDistance() throws {
        let server = try ExchangeServer(plan: #"{"rooms": 2}"#)
        try worker.login(server)
        let places = worker.home.appending(path: "places.csv")
        let table = """
            address,city,latitude,longitude
            room000@example.com,Lviv,49.84,24.03
            room001@example.com,Kyiv,50.45,30.52

            """
        try Data(table.utf8).write(to: places)
        try worker.rooms("places", "import", places.path)
        for (near, cities) in [("50.4,30.5", ["Kyiv", "Lviv"]), ("49.8,24", ["Lviv", "Kyiv"])] {
            let result = try worker.rooms("cities", "--near", near, "--format", "tsv")
            #expect(result.output.split(separator: "\n").map { String($0.split(separator: "\t")[0]) } == cities)
        }
        #expect(try worker.rooms("cities", "--near", "91,0").status == 65)
    }

    @Test("If nothing is free, the next openings are shown and the status is 66")
    func showsOpenings() throws {
        let events = (0..<4).map {
            #"{"room": "room00\#($0)@example.com", "start": "\#(hours(-1))", "end": "\#(hours(2 + $0))"}"#
        }
        let server = try ExchangeServer(plan: #"{"rooms": 4, "events": [\#(events.joined(separator: ","))]}"#)
        try worker.login(server)
        let result = try worker.rooms("free")
        #expect(result.status == 66)
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 4 && lines[0].hasPrefix("NEXT FREE"))
        #expect(lines[1].contains("Berlin 01") && lines[2].contains("Kyiv 01") && lines[3].contains("Lviv 01"))
    }

    @Test("Only favorite cities are asked, and a search does not change the default length")
    func remembersChoices() throws {
        let server = try ExchangeServer(plan: #"{"rooms": 20}"#)
        try worker.login(server)
        #expect(try worker.rooms("fav", "add", "KYIV").status == 0)
        #expect(try worker.free("--for", "45").map(\.city) == ["Kyiv", "Kyiv", "Kyiv", "Kyiv"])
        #expect(try server.requests.last { $0.operation != nil }?.mailboxes == 4)
        let favorites = try worker.rooms("fav")
        #expect(favorites.status == 0 && favorites.output.contains("★ Kyiv") && !favorites.output.contains("Lviv"))
        #expect(try worker.rooms("fav", "list", "--format", "tsv").output.hasPrefix("Kyiv\t"))
        #expect(try worker.rooms("fav", "rm", "Kyiv").status == 0)
        #expect(try worker.rooms("fav", "rm", "Kyiv").status == 66)
        #expect(try worker.rooms("fav").errors.contains("There are no favorites"))
        #expect(try worker.free().count == 20)
        #expect(try String(contentsOf: worker.state, encoding: .utf8).contains(#""length" : 30"#))
    }

    @Test(
        "If no room in the favorite cities matches, the message names them, and advises an import only if nothing is known"
    )
    func namesFavorites() throws {
        let server = try ExchangeServer(plan: #"{"rooms": 10}"#)
        try worker.login(server)
        let unknown = try worker.rooms("free", "--capacity", "22")
        #expect(unknown.status == 66 && unknown.errors.contains("No room matches. Servers report"), "\(unknown.errors)")
        let places = worker.home.appending(path: "places.csv")
        try Data("address,city,capacity\nroom001@example.com,Kyiv,20\nroom003@example.com,London,22\n".utf8).write(
            to: places)
        try worker.rooms("places", "import", places.path)
        try worker.rooms("fav", "add", "Kyiv")
        let result = try worker.rooms("free", "--capacity", "22")
        #expect(result.status == 66, "\(result.errors)")
        #expect(
            result.errors.hasSuffix("No room in your favorite cities (Kyiv) matches. For another city: --city CITY\n"),
            "\(result.errors)")
        #expect(try worker.free("--capacity", "22", "--city", "London").map(\.name) == ["London 01"])
    }

    @Test(
        "An answer that is none ends with a sentence and status 76",
        arguments: ["html", "cut", "bomb", "huge", "fault", "empty"])
    func survivesNonsense(fault: String) throws {
        let server = try ExchangeServer()
        try worker.login(server)
        try server.setFaults(#"{"\#(fault)": true}"#)
        let result = try worker.rooms("free")
        #expect(result.status == 76, "\(result.errors)")
        #expect(result.errors.hasPrefix("rooms: ") && !result.errors.contains("\u{1B}"))
    }

    @Test("A busy server is left alone by every process for as long as it wishes")
    func leavesServerAlone() async throws {
        let server = try ExchangeServer()
        try worker.login(server)
        try server.setFaults(#"{"busy": {"times": 1, "milliseconds": 3000, "style": "fault"}}"#)
        let count = try server.requests.count
        let environment = worker.rooms.environment
        func start() throws -> RunningProcess {
            try RunningProcess(
                worker.rooms.executable.path, ["free"],
                environment: ProcessEnvironment(ProcessInfo.processInfo.environment.merging(environment) { $1 }))
        }
        var processes = [try start()]
        // The others begin when the first one has written down what the server wishes.
        let rest = worker.state.deletingLastPathComponent().appending(path: "rest").path
        #expect(await comesTrue { FileManager.default.fileExists(atPath: rest) })
        for _ in 0..<2 { processes.append(try start()) }
        let said = "rooms: localhost:\(server.port) asks clients to wait: trying again in "
        #expect(try await processes[0].result().errors.contains(said))
        for process in processes { #expect(try await process.result().ending == .exit(0)) }
        let times = try server.requests.dropFirst(count).filter { $0.operation != nil }
        let refused = try #require(times.first { $0.status != 200 || $0.operation == nil } ?? times.first)
        // Requests that were on their way already are not counted.
        let later = times.filter { $0.time > refused.time + 0.5 }
        #expect(later.allSatisfy { $0.time >= refused.time + 2.9 })
        #expect(!later.isEmpty)
    }

    @Test(
        "A server that wants a long rest ends a command at once with status 75, and the next one does not ask it",
        arguments: ["ErrorServerBusy", "ErrorExceededConnectionCount"])
    func leavesServerAloneForLong(code: String) throws {
        let server = try ExchangeServer()
        try worker.login(server)
        try server.setFaults(#"{"busy": {"times": true, "milliseconds": 1800000, "code": "\#(code)"}}"#)
        let count = try server.requests.count
        for _ in 0..<2 {
            let result = try worker.rooms("free")
            #expect(result.status == 75 && result.errors.contains("asked clients to wait"), "\(result.errors)")
        }
        #expect(try server.requests.dropFirst(count).count { $0.operation != nil } == 1)
        // Neither does a login, which would ask other servers, too.
        let login = try worker.rooms("login", "--mail", "anna@example.com", "--password-command", "echo secret")
        #expect(login.status == 75 && login.errors.contains("asked clients to wait"), "\(login.errors)")
    }

    @Test("A time that clocks skip is refused with status 65, and the message names the times around it")
    func skippedTime() throws {
        let berlin = try Worker(["TZ": "Europe/Berlin"])
        try berlin.login(ExchangeServer())
        let result = try berlin.rooms("free", "--at", "2027-03-28T02:30")
        #expect(result.status == 65, "\(result.errors)")
        #expect(result.errors.contains("01:59") && result.errors.contains("03:00"), "\(result.errors)")
    }

    @Test("A time of today that is over is refused with status 65, and the message says the same time tomorrow")
    func overTime() throws {
        // One of these zones is hours away from midnight.
        let hour = Int(Date().timeIntervalSince1970 / 3600) % 24
        let worker = try Worker(["TZ": (6..<18).contains(hour) ? "UTC" : "Etc/GMT-12"])
        try worker.login(ExchangeServer())
        let result = try worker.rooms("free", "--at", "today 00:05")
        #expect(result.status == 65 && result.errors.contains("For tomorrow: tomorrow 0:05"), "\(result.errors)")
    }

    @Test("The day of a room is shown from midnight to midnight")
    func showsDay() throws {
        let plan = """
            {"rooms": 1, "events": [{"room": "room000@example.com", "start": "2027-03-28T06:00:00Z", "end": "2027-03-28T07:00:00Z"}]}
            """
        let server = try ExchangeServer(plan: plan)
        try worker.login(server)
        let result = try worker.rooms("room", "Berlin", "01", "--day", "2027-03-28", "--format", "tsv")
        let lines = result.output.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false)
        }
        // In Kyiv, that day has 23 hours.
        #expect(
            lines.map { $0.prefix(3).joined(separator: " ") } == [
                "2027-03-28T00:00:00+02:00 2027-03-28T09:00:00+03:00 free",
                "2027-03-28T09:00:00+03:00 2027-03-28T10:00:00+03:00 busy",
                "2027-03-28T10:00:00+03:00 2027-03-29T00:00:00+03:00 free",
            ])
    }
}
