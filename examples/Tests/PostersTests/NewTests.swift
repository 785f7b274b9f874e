import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

@Suite("New reports")
struct NewTests {
    private let city: ScriptedCity
    private let anna: Inspector

    init() async throws {
        city = try await ScriptedCity()
        anna = try await Inspector.loggedIn(at: city)
    }

    @Test("A report is filed with its photo, and its place comes from the photo")
    func new() async throws {
        let result = try await anna.file(
            "ТОВ «Ромашка»", phone: "8(044)123-45-67", "--type", "lamp", "--comment", "Дріт")
        #expect(result.ending == .exit(0) && result.output == "d1 is report 1.\n", "\(result.errors)")
        let state = try await city.state
        #expect(state.reports.count == 1 && state.uploads == state.reports[0].photos.map(\.sha256))
        let page = try await anna.succeed("show", "1").output
        for part in [
            "50.450100,30.523400", "ТОВ «Ромашка»", "044 123 45 67", "Lamp post", "Kyivsvitlo", "Дріт", "Pechersk",
        ] {
            #expect(page.contains(part), "\(page)")
        }
        #expect(anna.keptPhotos.isEmpty)
    }

    @Test("The place can be given, and wins over that of the photo")
    func at() async throws {
        try await anna.file("Company", "--at", "49.84,24.03")
        #expect(try await anna.records("list")[0][6] == "49.840000,24.030000")
    }

    @Test(
        "A photo without a place, or with one that is not on Earth, makes a draft that says so; edit completes and sends it",
        arguments: [nil, (91.0, 30.0), (0, 181)] as [(latitude: Double, longitude: Double)?])
    func noPlace(place: (latitude: Double, longitude: Double)?) async throws {
        let photo = try anna.write(TestPhoto.jpeg(place: place, mark: "x"), to: "x.jpg")
        let result = try await anna.posters(
            "new", "--photo", photo, "--phone", "0441234567", "--district", "podil", "--company", "Company")
        #expect(result.ending == .exit(65) && result.errors.contains("it lacks a place (--at LAT,LON)"))
        #expect(try await city.state.reports.isEmpty)
        let line = try await anna.records("list", "--status", "draft")[0]
        #expect(line[0] == "d1" && line[1] == "draft" && line[7] == "lacks a place (--at LAT,LON)")
        try FileManager.default.removeItem(atPath: photo)
        let sent = try await anna.succeed("edit", "d1", "--at", "50.45,30.52")
        #expect(sent.output == "d1 is report 1.\n")
    }

    /// Options that are refused, and what the message names.
    private static let refused: [(options: [String], words: String)] = {
        let photo = ["--photo", "a.jpg"]
        let phone = ["--phone", "0441234567"]
        let sixPhones = [String](repeating: "--phone=0441234567", count: 6)
        let elevenPhotos = [String](repeating: "--photo=a.jpg", count: 11)
        return [
            (phone, "1 to 10"), (photo, "1 to 5"),
            (photo + sixPhones, "6 phone numbers are too many: a report has up to 5"),
            (elevenPhotos + phone, "11 photos are too many: a report has up to 10"),
            (["--photo", "a.pdf"] + phone, "PDF"),
            (["--photo", "large.jpg"] + phone, "large.jpg: The photo has 30.1 MB. At most 25 MB are accepted"),
            (["--photo", "wide.jpg"] + phone, "wide.jpg: The photo has 60000 × 60000 pixels. At most 200 million"),
            (photo + ["--phone", "044 l23 45 67"], "l23"), (photo + ["--phone", "123"], "123"),
            (photo + ["--phone", "1234567890123456"], "1234567890123456"), (photo + phone + ["--at", "91,0"], "91,0"),
            (photo + phone + ["--phone", "8-044-123-45-67"], "+380441234567 is there twice"),
            (photo + phone + ["--at", "here"], "here"),
            (photo + phone + ["--comment", String(repeating: "x", count: 4001)], "4001 characters; it may have 4000"),
            (photo + phone + ["--company", " "], "The company is empty"),
            (photo + phone + ["--company", "A\u{1B}B"], "The company holds U+001B, a control character; leave it out"),
        ]
    }()

    @Test("A value that a report can't have is refused with status 65, and nothing is kept", arguments: refused)
    func refusals(options: [String], words: String) async throws {
        try anna.write(TestPhoto.jpeg(place: (50, 30), mark: "a"), to: "a.jpg")
        try anna.write(Array("%PDF-1.7\n".utf8), to: "a.pdf")
        try anna.write(TestPhoto.jpeg(mark: "w", size: (60_000, 60_000)), to: "wide.jpg")
        if options.contains("large.jpg") {
            try anna.write(TestPhoto.jpeg(mark: "l") + [UInt8](repeating: 0, count: 30_000_000), to: "large.jpg")
        }
        let files = options.map { option in
            guard option.hasSuffix(".jpg") || option.hasSuffix(".pdf"), !option.hasPrefix("--") else { return option }
            return "\(anna.home.path)/\(option)"
        }
        let result = try await anna.start(["new", "--district", "podil", "--company", "C"] + files).result()
        #expect(result.ending == .exit(65) && result.errors.contains(words), "\(result.errors)")
        #expect(try await anna.posters("list").ending == .exit(66))
        #expect(try await city.state.uploads.isEmpty)
    }

    /// A PNG of one pixel: its signature, `IHDR`, `IDAT` and `IEND`.
    private static let png: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A,
        0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0, 0x3A, 0x7E, 0x9B, 0x55,
        0, 0, 0, 10, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0x60, 0, 0, 0, 2, 0, 1, 0x48, 0xAF, 0xA4, 0x71,
        0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
    ]

    @Test(
        "A photo that is cut off is refused, and nothing of it is kept, unless it is to be taken as it is",
        arguments: [TestPhoto.jpeg(mark: "a"), png])
    func cutOff(whole: [UInt8]) async throws {
        let photo = try anna.write(whole.dropLast(2), to: "photo")
        let new = [
            "new", "--photo", photo, "--phone", "0441234567", "--district", "podil", "--company", "C", "--at", "50,30",
        ]
        let refused = try await anna.start(new).result()
        #expect(refused.ending == .exit(65) && refused.errors.contains("\(photo) ends before"), "\(refused.errors)")
        #expect(try await anna.posters("list").ending == .exit(66))
        #expect(anna.keptPhotos.isEmpty)
        try await anna.succeed(new + ["--incomplete"])
        try anna.write(whole, to: "photo")
        try await anna.succeed(new)
        #expect(try await city.state.uploads.count == 2)
    }

    @Test("A photo that is missing is named with status 66")
    func missingPhoto() async throws {
        let result = try await anna.posters(
            "new", "--photo", "nothing.jpg", "--phone", "0441234567", "--district", "podil", "--company", "C")
        #expect(result.ending == .exit(66) && result.errors.contains("nothing.jpg"), "\(result.errors)")
    }

    @Test("A draft says all that it lacks")
    func lacks() async throws {
        let photo = try anna.write(TestPhoto.jpeg(place: nil, mark: "x"), to: "x.jpg")
        let result = try await anna.posters("new", "--photo", photo, "--phone", "0441234567")
        let words = "it lacks a place (--at LAT,LON), the company and the district."
        #expect(result.ending == .exit(65) && result.errors.contains(words), "\(result.errors)")
    }

    @Test("A district is found by its code or a part of its name; an unknown one is refused with status 66")
    func district() async throws {
        let unknown = try await anna.file("C", "--district", "nowhere")
        #expect(unknown.ending == .exit(66) && unknown.errors.contains("posters lists"))
        #expect(try await anna.file("C", "--district", "ODI").ending == .exit(0))
        #expect(try await anna.records("list")[0][3] == "Podil")
    }

    @Test("A number that was reported nearby is a warning that names the report; the new report is filed")
    func sameNumber() async throws {
        try await anna.file("First")
        let second = try await anna.file("Second")
        #expect(second.output == "d2 is report 2.\nReport 2: The number was reported nearby: report 1.\n")
        #expect(try await anna.succeed("show", "2").output.contains("report 1, 12 m away"))
    }

    @Test("A company with quotes and markup is the same in tables, TSV and JSON")
    func company() async throws {
        let name = #""ТОВ «Ромашка»", O'Brien <b>"#
        let photo = try anna.write(TestPhoto.jpeg(place: (50, 30), mark: "a"), to: "a.jpg")
        try await anna.succeed(
            "new", "--photo", photo, "--phone", "0441234567", "--district", "podil", "--company", name)
        #expect(try await anna.succeed("list").output.contains(name))
        #expect(try await anna.records("list")[0][5] == name)
        let json = try await anna.succeed("show", "1", "--format", "json").output
        let document = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        #expect(document?["company"] as? String == name)
        #expect(try await city.state.reports[0].company == name)
    }

    @Test("A draft that the server refuses stays with the reason, and is sent when it has been changed")
    func refusedByServer() async throws {
        let result = try await anna.file("refused")
        #expect(result.ending == .exit(65) && result.output.contains("This company is refused."))
        #expect(try await anna.records("list")[0][1] == "refused")
        // It is not sent again by itself.
        try await city.fail()
        try await anna.succeed("sync")
        #expect(try await !city.state.requests.contains("POST /v1/reports"))
        #expect(try await anna.succeed("edit", "d1", "--company", "accepted").output == "d1 is report 1.\n")
    }

    @Test("A draft is discarded with its photos, after a question")
    func discard() async throws {
        try await anna.file("Later", "--later")
        #expect(anna.keptPhotos.count == 1)
        #expect(try await anna.posters("cancel", "d1").ending == .exit(64))
        try await anna.succeed("cancel", "d1", "--yes")
        try await anna.succeed("sync")
        #expect(anna.keptPhotos.isEmpty)
        #expect(try await anna.posters("show", "d1").ending == .exit(66))
    }

    @Test("A report is changed and withdrawn by its number")
    func editAndCancel() async throws {
        try await anna.file("Old")
        #expect(try await anna.succeed("edit", "1", "--company", "New").output == "Report 1 is changed.\n")
        #expect(try await anna.records("list")[0][5] == "New")
        #expect(try await anna.posters("edit", "1").ending == .exit(64))
        try await anna.succeed("cancel", "1", "--yes")
        #expect(try await anna.records("list")[0][1] == "withdrawn")
        let missing = try await anna.posters("edit", "99", "--company", "x")
        #expect(missing.ending == .exit(66) && missing.output.contains("Report 99 is not on the server"))
        let draft = try #require(try await anna.records("list", "--status", "draft").first?.first)
        #expect(missing.errors.contains("To discard it: posters cancel \(draft)"), "\(missing.errors)")
        try await anna.succeed("cancel", draft, "--yes")
    }

    @Test("An empty comment is none: edit removes one from a report and from a draft, and new makes none")
    func clearedComment() async throws {
        try await anna.file("Filed", "--comment", "On the left")
        #expect(try await anna.succeed("edit", "1", "--comment", "").output == "Report 1 is changed.\n")
        #expect(try await !anna.succeed("show", "1").output.contains("On the left"))
        #expect(try await city.state.reports[0].comment == nil)
        try await anna.file("Draft", "--later", "--comment", "On the right")
        #expect(try await anna.succeed("edit", "d3", "--comment", "").output.hasPrefix("d3 is report 2.\n"))
        try await anna.file("New", "--comment", "")
        #expect(try await city.state.reports.map(\.comment) == [nil, nil, nil])
    }

    @Test("A change that waits for the server keeps what a later edit of it doesn't name, and is tried again as it is")
    func editedChange() async throws {
        try await anna.file("Old")
        let away = ScriptedCity.Fault(method: "GET", path: "/v1/account", kind: "cut", times: 2)
        try await city.fail(away)
        #expect(try await anna.posters("edit", "1", "--company", "New").ending == .exit(69))
        try await city.fail(away)
        #expect(try await anna.posters("edit", "d2", "--comment", "On the left").ending == .exit(69))
        #expect(try await anna.posters("edit", "d2", "--photo", "x.jpg").ending == .exit(64))
        #expect(try await anna.succeed("edit", "d2").output == "Report 1 is changed.\n")
        let report = try await city.state.reports[0]
        #expect(report.company == "New" && report.comment == "On the left")
    }

    @Test("A photo of 20 MB is uploaded without being held in memory")
    func largePhoto() async throws {
        let photo = try anna.write(
            TestPhoto.jpeg(place: (50, 30), mark: "l") + [UInt8](repeating: 0, count: 20_000_000), to: "l.jpg")
        func peak(_ words: String) async throws -> Int {
            let script = Python.path(of: "peak_memory.py")
            let result = try await anna.shell("/usr/bin/python3 '\(script)' \"$posters\" \(words)")
            try #require(result.output.hasPrefix("status 0\n"), "\(result.output)")
            return try #require(result.lines.dropFirst().first?.split(separator: " ").last.flatMap { Int($0) })
        }
        let large = try await peak("new --photo '\(photo)' --phone 0441234567 --district podil --company C")
        let usual = try await peak("sync --quiet")
        #expect(large - usual < 16 * 1024, "\(large) KiB, \(usual) KiB without a photo")
    }
}
