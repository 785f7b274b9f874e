import AppGroup
import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

@testable import rooms

@Suite("Time zones")
struct ZoneTests {
    @Test(
        "Offsets from UTC agree with Python's zoneinfo over two centuries",
        arguments: [
            "Europe/Kyiv", "Europe/Berlin", "America/New_York", "America/St_Johns", "Australia/Lord_Howe",
            "Africa/Casablanca",
            "Asia/Kathmandu", "Pacific/Apia", "Pacific/Chatham", "Antarctica/Troll", "America/Santiago",
            "Europe/Dublin",
            "UTC", "Asia/Gaza",
        ])
    func agreesWithPython(name: String) throws {
        struct Question: Encodable {
            var name: String
            var moments: [Int64]
        }
        var random = RandomSource(seed: 16)
        let moments = (0..<400).map { _ in Int64.random(in: -1_500_000_000...4_000_000_000, using: &random) }
        let offsets: [Int] = try Python.run(
            """
            import datetime, zoneinfo
            zone = zoneinfo.ZoneInfo(given["name"])
            start = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
            answer = [int((start + datetime.timedelta(seconds=moment)).astimezone(zone).utcoffset().total_seconds())
                for moment in given["moments"]]
            """, given: Question(name: name, moments: moments))
        let zone = try #require(ZoneFile.zone(named: name))
        #expect(moments.map(zone.offset) == offsets)
    }

    @Test("TZ may be the path of a file, as in the C library", arguments: ["", ":"])
    func path(colon: String) throws {
        let environment = ProcessEnvironment(["TZ": "\(colon)/usr/share/zoneinfo/Europe/Kyiv"])
        let zone = try #require(ZoneFile.local(in: environment))
        let known = try #require(ZoneFile.zone(named: "Europe/Kyiv"))
        let moments: [Int64] = [1_795_773_600, 1_816_000_000]
        #expect(moments.map(zone.offset) == moments.map(known.offset))
        #expect(zone.offset(at: 1_795_773_600) == 7200)
        #expect(ZoneFile.local(in: ProcessEnvironment(["TZ": "\(colon)/no/such/file"])) == nil)
    }

    @Test("If TZ names no time zone, rooms says once that times are in UTC, and names it")
    func unknownZone() throws {
        let worker = try Worker()
        func errors(_ zone: String) throws -> String {
            let environment = worker.rooms.environment.merging(["TZ": zone]) { $1 }
            return try Program(executable: worker.rooms.executable, environment: environment)("free", "--at", "10:00")
                .errors
        }
        #expect(try errors("Europe/Kiew").components(separatedBy: "in UTC: Europe/Kiew\n").count == 2)
        for zone in ["", "UTC", "Europe/Kyiv", "CET-1CEST"] { #expect(try !errors(zone).contains("in UTC")) }
    }

    @Test("A sync without news says nothing, even if TZ names no time zone")
    func silentSync() throws {
        let worker = try Worker(["TZ": "Europe/Kiew"])
        let server = try ExchangeServer()
        try worker.login(server)
        let sync = try worker.rooms("sync", "--quiet")
        #expect(sync.status == 0 && sync.output.isEmpty && sync.errors.isEmpty, "\(sync)")
    }

    @Test("A time that clocks show twice is written with its offset")
    func writesTwice() throws {
        let clock = Clock(now: 1_824_900_000, zone: try #require(ZoneFile.zone(named: "Europe/Berlin")))
        #expect(clock.text(1_824_942_600..<1_824_946_200, in: nil) == "Sun 2027-10-31 02:30+02:00–02:30+01:00")
        #expect(clock.text(1_824_942_600, in: Zone.utc) == "Sun 2027-10-31 02:30+02:00 (00:30 there)")
        #expect(clock.text(1_824_950_000, in: nil) == "Sun 2027-10-31 03:33")
    }

    @Test("A time in another zone has its date if that is not the date here, even if it is today")
    func writesOtherDay() throws {
        // Noon of Sunday, 2026-11-29.
        let clock = Clock(now: 1_795_946_400, zone: try #require(ZoneFile.zone(named: "Europe/Kyiv")))
        let there = try #require(ZoneFile.zone(named: "Europe/Madrid"))
        let midnight: Int64 = 1_795_989_600
        #expect(clock.text(midnight, in: there) == "Mon 2026-11-30 00:00 (Sun 2026-11-29 23:00 there)")
        #expect(
            clock.text(midnight..<midnight + 36_000, in: there)
                == "Mon 2026-11-30 00:00–10:00 (Sun 2026-11-29 23:00–Mon 2026-11-30 09:00 there)")
        #expect(clock.text(midnight - 7200..<midnight, in: there) == "22:00–Mon 2026-11-30 00:00 (21:00–23:00 there)")
    }

    @Test("A time that clocks skip lies between the last minute before and the first moment after")
    func skips() throws {
        let zone = try #require(ZoneFile.zone(named: "Europe/Berlin"))
        let time = try #require(LocalTime(year: 2027, month: 3, day: 28, hour: 2, minute: 30))
        guard case .never(let before, let after, let moment) = zone.occurrence(of: time) else {
            Issue.record("The time exists")
            return
        }
        #expect("\(before) \(after)" == "2027-03-28 01:59 2027-03-28 03:00")
        #expect(zone.localTime(at: moment) == after)
    }

    @Test(
        "A day whose midnight clocks skip begins when the day before ends, an hour later",
        arguments: [
            ("America/Havana", 3, 14), ("America/Santiago", 9, 5), ("Asia/Beirut", 3, 28),
        ])
    func skippedMidnight(name: String, month: Int, day: Int) throws {
        let zone = try #require(ZoneFile.zone(named: name))
        let midnight = try #require(LocalTime(year: 2027, month: month, day: day))
        let moments = zone.moments(ofDayAt: midnight)
        #expect(zone.localTime(at: moments.lowerBound) == LocalTime(seconds: midnight.seconds + 3600))
        #expect(moments.count == 23 * 3600)
        let before = zone.moments(ofDayAt: midnight.midnight(addingDays: -1))
        #expect(before.count == 24 * 3600 && before.upperBound == moments.lowerBound)
    }

    @Test("A time that clocks show twice is two moments, an hour apart")
    func repeats() throws {
        let zone = try #require(ZoneFile.zone(named: "Europe/Berlin"))
        let time = try #require(LocalTime(year: 2027, month: 10, day: 31, hour: 2, minute: 30))
        #expect(zone.occurrence(of: time) == .twice(1_824_942_600, 1_824_946_200))
        #expect(
            [1_824_942_600, 1_824_946_200].map { Zone.text(ofOffset: zone.offset(at: $0)) } == ["+02:00", "+01:00"])
    }

    @Test(
        "Every minute of two years occurs as often as its moments say",
        arguments: ["Europe/Kyiv", "Australia/Lord_Howe"])
    func occurs(name: String) throws {
        let zone = try #require(ZoneFile.zone(named: name))
        var counts: [LocalTime: Int] = [:]
        let start: Int64 = 1_798_761_600
        for moment in stride(from: start, to: start + 400 * 86_400, by: 600) {
            counts[zone.localTime(at: moment), default: 0] += 1
        }
        for day in 2..<398 {
            for step in 0..<144 {
                let time = LocalTime(seconds: start + Int64(day) * 86_400 + Int64(step) * 600)
                switch zone.occurrence(of: time) {
                case .once: #expect(counts[time] == 1)
                case .twice: #expect(counts[time] == 2)
                case .never: #expect(counts[time] == nil)
                }
            }
        }
    }

    @Test(
        "Rules in the form of POSIX give summer time, even south of the equator",
        arguments: [
            ("CET-1CEST,M3.5.0,M10.5.0/3", 3600, 7200), ("AEST-10AEDT,M10.1.0,M4.1.0/3", 39600, 36000),
            ("<-03>3", -10800, -10800), ("UTC0", 0, 0), ("EST5EDT", -18000, -14400),
            ("IST-1GMT0,M10.5.0,M3.5.0/1", 0, 3600), ("XXX-2<+0330>-3:30,J60/0,300", 7200, 12600),
        ])
    func followsRules(rule: String, january: Int, july: Int) throws {
        let rule = try #require(ZoneRule(rule))
        #expect(rule.offset(at: 1_799_000_000) == january)
        #expect(rule.offset(at: 1_815_000_000) == july)
    }

    @Test(
        "Text that is no rule is refused",
        arguments: ["", "CE", "CET", "CET-1CEST,M13.5.0,M10.5.0", "CET-1,x", "CET-999"])
    func refusesRules(rule: String) { #expect(ZoneRule(rule) == nil) }

    @Test("Damaged zone files are refused or read, and never crash")
    func survivesRandomDamage() throws {
        let bytes = Array(try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Berlin")))
        for seed in Fuzz.seeds(from: 7, atLeast: 2000) {
            var random = RandomSource(seed: seed)
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                damaged[Int.random(in: 0..<min(400, bytes.count), using: &random)] = UInt8.random(
                    in: 0...255, using: &random)
            }
            if Bool.random(using: &random) { damaged.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
            guard let zone = ZoneFile.parse(damaged, name: "damaged") else { continue }
            let time = LocalTime(seconds: Int64.random(in: 0...4_000_000_000, using: &random))
            if case .once(let moment) = zone.occurrence(of: time) { #expect(zone.localTime(at: moment) == time) }
        }
    }

    @Test(
        "Names that leave the folder of zones are refused",
        arguments: ["../../etc/passwd", "/etc/passwd", "", "Europe/", "a b"])
    func refusesNames(name: String) { #expect(ZoneFile.zone(named: name) == nil) }

    @Test("Dates agree with their own days over four centuries")
    func countsDays() throws {
        for day in stride(from: Int64(-80_000), to: 80_000, by: 7) {
            let date = LocalTime(seconds: day * 86_400).date
            #expect(LocalTime(year: date.year, month: date.month, day: date.day)?.day == day)
        }
    }
}
