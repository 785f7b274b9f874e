import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

@Suite("Drafts whose turn in a sync has not come yet")
struct DraftTurnTests {
    private let city: ScriptedCity
    private let anna: Inspector

    init() async throws {
        city = try await ScriptedCity()
        anna = try await Inspector.loggedIn(at: city)
        for name in ["A", "B"] { try await anna.file(name, "--later") }
    }

    @Test("A draft that is discarded while the photo of another goes out is not sent")
    func discarded() async throws {
        let sync = try await syncHeldAtFirstPhoto()
        try await anna.succeed("cancel", "d2", "--yes")
        try await city.fail()
        #expect(try await sync.result().output == "d1 is report 1.\n")
        #expect(try await city.state.reports.map(\.company) == ["A"])
        #expect(try await anna.records("list").map { $0[5] } == ["A"])
    }

    @Test("A draft that is discarded while its own photo goes out is not sent")
    func discardedLate() async throws {
        let sync = try await syncHeldAtFirstPhoto()
        try await anna.succeed("cancel", "d1", "--yes")
        try await city.fail()
        #expect(try await sync.result().output == "d2 is report 1.\n")
        #expect(try await city.state.reports.map(\.company) == ["B"])
    }

    @Test(
        "A draft that is changed while a photo goes out is sent once, as it is then, even if the answer gets lost",
        arguments: ["d1", "d2"], [false, true])
    func changed(draft: String, losesAnswers: Bool) async throws {
        let sync = try await syncHeldAtFirstPhoto()
        let edit = try anna.start(["edit", draft, "--company", "New"])
        #expect(await comesTrue { edit.errors.contains("waiting for it") })
        if losesAnswers {
            // More than one run tries again.
            try await city.fail(.init(kind: "lost", times: 3))
        } else {
            try await city.fail()
        }
        let endings = [try await sync.result().ending, try await edit.result().ending]
        if !losesAnswers { #expect(endings == [.exit(0), .exit(0)]) }
        try await anna.succeed("sync")
        let companies = try await city.state.reports.compactMap(\.company)
        #expect(companies.sorted() == [draft == "d1" ? "B" : "A", "New"])
        #expect(try await anna.records("list").map { $0[1] } == ["new", "new"])
    }

    @Test(
        "A draft that the server puts off can be discarded, unless an attempt before may have arrived",
        arguments: 0...2)
    func putOff(lostAnswers: Int) async throws {
        try await city.fail(.init(kind: "lost", times: lostAnswers), .init(kind: "429"))
        // A sync makes two attempts.
        if lostAnswers == 2 { #expect(try await anna.posters("sync").ending == .exit(69)) }
        #expect(try await anna.posters("sync").ending == .exit(75))
        #expect(try await anna.posters("cancel", "d1", "--yes").ending == .exit(lostAnswers == 0 ? 0 : 75))
        try await anna.succeed("sync")
        #expect(try await city.state.reports.count == (lostAnswers == 0 ? 1 : 2))
    }

    @Test("A new report that another process sends tells its number all the same")
    func sentElsewhere() async throws {
        let sync = try await syncHeldAtFirstPhoto()
        async let new = anna.file("C")
        #expect(try await comesTrue { try await anna.records("list").count == 3 })
        try await city.fail()
        #expect(try await sync.result().ending == .exit(0))
        #expect(try await new.output.hasSuffix("d3 is report 3.\n"))
    }

    /// A sync that has begun to send the photo of the first draft, and waits for the server until faults are set.
    private func syncHeldAtFirstPhoto() async throws -> RunningProcess {
        try await city.fail(.init(method: "PUT", path: "/media/.*", kind: "hold"))
        let sync = try anna.start(["sync", "--quiet"])
        let isHeld = try await comesTrue { try await city.state.requests.contains { $0.hasPrefix("PUT /media/") } }
        try #require(isHeld)
        return sync
    }
}
