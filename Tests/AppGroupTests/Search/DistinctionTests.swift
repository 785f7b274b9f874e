import Testing

@testable import AppGroup

@Suite struct DistinctionTests {
    private func app(_ name: AppName, _ id: AppID, of group: GroupID) -> AppEntry {
        let record = AppRecord(
            id: id, name: name, launch: .terminal("/bin/true"), registered: Timestamp(milliseconds: 0))
        return AppEntry(record, of: group, availability: .installed, lastOpeningOfGroup: 0)
    }

    @Test("Apps of one name are told apart by their groups, or else by their ids, and others not at all")
    func distinctions() {
        let apps = [
            app("Inbox", "org.example.inbox", of: "org.example.family"),
            app("Inbox", "org.example.inbox", of: "org.example.office"),
            app("Notes", "org.example.blue.notes", of: "org.example.family"),
            app("Notes", "org.example.red.notes", of: "org.example.family"),
            app("Rooms", "org.example.rooms", of: "org.example.family"),
        ]
        #expect(apps.map { $0.distinction(among: apps) } == ["family", "office", "blue", "red", nil])
        let third = app("Notes", "org.example.red.notes", of: "org.example.office")
        #expect(
            third.distinction(among: apps + [third]) == "org.example.office/org.example.red.notes",
            "neither the group nor the id is its own")
    }
}
