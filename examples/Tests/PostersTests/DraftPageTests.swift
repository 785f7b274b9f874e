import ExamplesTestSupport
import TestSupport
import Testing

@Suite("Pages of drafts")
struct DraftPageTests {
    private let city: ScriptedCity
    private let anna: Inspector

    init() async throws {
        city = try await ScriptedCity()
        anna = try await Inspector.loggedIn(at: city)
    }

    @Test("The page of a draft has all that a report would say, and JSON has it, too")
    func report() async throws {
        try await anna.file("Kiosk Ltd", "--later", "--comment", "Behind it", "--type", "pole")
        let page = try await anna.succeed("show", "d1").output
        for part in [
            "DRAFT d1", "WAITING", "50.450100,30.523400", "Pechersk", "Lamp post", "Kiosk Ltd", "044 123 45 67",
            "Photos", "Behind it",
        ] { #expect(page.contains(part), "\(page)") }
        let json = try await anna.succeed("show", "d1", "--format", "json").output
        let photo = try #require(anna.keptPhotos.first)
        let members = #""type":"Lamp post","comment":"Behind it","photos":["\#(photo)"],"sets":[]"#
        #expect(json.contains(members), "\(json)")
        #expect(try await anna.records("show", "d1") == anna.records("list"))
    }

    @Test("The page of a change has what it sets, and nothing else")
    func change() async throws {
        try await anna.file("Kiosk Ltd")
        try await city.fail(.init(method: "PATCH", path: "/v1/reports/1", kind: "503", times: 2))
        let edit = try await anna.posters("edit", "1", "--comment", "", "--district", "podil")
        #expect(edit.ending == .exit(69), "\(edit.errors)")
        let page = try await anna.succeed("show", "d2").output
        for part in ["a change of report 1", "Podil", "Comment", "(none)"] { #expect(page.contains(part), "\(page)") }
        for part in ["Company", "Phone", "Photos", "Place", "Type"] { #expect(!page.contains(part), "\(page)") }
        let json = try await anna.succeed("show", "d2", "--format", "json").output
        #expect(json.contains(#""type":"","comment":"","photos":[],"sets":["district","comment"]"#), "\(json)")
    }
}
