import AppGroup
import Foundation
import GRDB
import TestSupport
import Testing

@testable import PostersServer

@Suite("Changes since a version")
struct ChangesTests {
    private static func changes(
        after version: Int, by user: Posters.LoggedIn, limit: Int = 100, _ client: PostersClient
    ) async throws -> (list: [[String: Any]], next: Int, more: Bool) {
        let page = try await client.get("/v1/changes?after=\(version)&limit=\(limit)", by: user)
        return (
            try #require(page["changes"] as? [[String: Any]], "\(page)"), try #require(page["next"] as? Int),
            try #require(page["more"] as? Bool)
        )
    }

    @Test func `A second device has everything after reading all pages, each report once`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        let bob = try await posters.addUser("bob", .inspector)
        let eve = try await posters.addUser("eve", .supervisor)
        try await posters.serve { client in
            var (own, all): ([Int], [Int]) = ([], [])
            for index in 0..<7 {
                let number = try await client.number(by: index % 3 == 0 ? bob : ada)
                all.append(number)
                if index % 3 != 0 { own.append(number) }
            }
            #expect(try await client.decide(own[1], "confirmed", by: eve).status == 200)
            for (user, expected) in [(ada, own), (eve, all)] {
                var (version, found): (Int, [Int]) = (0, [])
                while true {
                    let page = try await Self.changes(after: version, by: user, limit: 2, client)
                    found += page.list.compactMap { $0["number"] as? Int }
                    version = page.next
                    if !page.more { break }
                }
                #expect(found.sorted() == expected)
                // The report that changed last comes last.
                #expect(found.last == own[1])
                #expect(try await Self.changes(after: version, by: user, client).list.isEmpty)
                #expect(try await Self.changes(after: version, by: user, client).next == version)
            }
            let last = try #require(try await Self.changes(after: 0, by: ada, client).list.last)
            #expect(last["kind"] as? String == "status" && last["byYou"] as? Bool == false)
        }
    }

    @Test func `The order of changes is the server's, whatever clocks say`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        try await posters.serve { client in
            let first = try await client.number(by: ada, ["taken": "2031-01-01T00:00:00+02:00"])
            // The server's own clock is set back.
            posters.clock.now = Timestamp(milliseconds: posters.clock.now.milliseconds - 86_400_000)
            let second = try await client.number(by: ada, ["taken": "1999-01-01T00:00:00Z"])
            let found = try await Self.changes(after: 0, by: ada, client).list.compactMap { $0["number"] as? Int }
            #expect(found == [first, second])
            #expect(try await client.get("/v1/reports", by: ada).numbers == [second, first])
        }
    }

    @Test func `Reports that many clients file at once get numbers and versions of their own`() async throws {
        let posters = try await Posters()
        let users = [try await posters.addUser("ada", .inspector), try await posters.addUser("bob", .resident)]
        try await posters.serve { client in
            let photos = [
                try await client.upload(SampleJPEG().bytes, by: users[0]),
                try await client.upload(SampleJPEG().bytes, by: users[1]),
            ]
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<40 {
                    group.addTask {
                        let answer = try await client.file(by: users[index % 2], ["photos": [photos[index % 2]]])
                        #expect(answer.status == 201, "\(answer)")
                    }
                }
                try await group.waitForAll()
            }
            let all = try await posters.store.reports(ReportFilter(), limit: 100).reports
            #expect(Set(all.map(\.number)).count == 40 && Set(all.map(\.version)).count == 40)
        }
    }

    @Test func `A page ends before late comments make it too long, and the next page has the rest`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        let head = try await posters.addUser("head", .supervisor)
        try await posters.serve { client in
            var numbers: [Int] = []
            for _ in 0..<3 {
                let number = try await client.number(by: ada)
                numbers.append(number)
                #expect(try await client.ask(.post, "/v1/reports/\(number)/cancel", by: ada).status == 200)
                let comment = String(repeating: "😀", count: 4000)
                for _ in 0..<50 {
                    let path = "/v1/reports/\(number)"
                    #expect(try await client.ask(.patch, path, by: ada, json: ["comment": comment]).status == 200)
                }
            }
            let first = try await Self.changes(after: 0, by: ada, limit: 1000, client)
            #expect(first.list.count == 2 && first.more)
            let rest = try await Self.changes(after: first.next, by: ada, limit: 1000, client)
            #expect((first.list + rest.list).compactMap { $0["number"] as? Int } == numbers && !rest.more)
            for (path, word) in [("reports?", "before"), ("search?q=1234&", "before"), ("queue?", "after")] {
                var (found, counts, next): ([Int], [Int], String) = ([], [], "")
                while counts.count < 4 {
                    let page = try await client.get("/v1/\(path)limit=1000\(next)", by: head)
                    let reports = try #require(page["reports"] as? [[String: Any]])
                    found += reports.compactMap { $0["number"] as? Int }
                    counts.append(reports.count)
                    guard let number = page["next"] as? Int else { break }
                    next = "&\(word)=\(number)"
                }
                #expect(counts == [2, 1] && found.sorted() == numbers, "\(path): \(found)")
            }
            let near = try await client.get("/v1/near?lat=50.45&long=30.52&radius=50000", by: head)
            #expect((near["reports"] as? [Any])?.count == 2)
            let table = try await client.ask(.get, "/v1/export.csv?withdrawn=true", by: head)
            #expect(table.status == 200 && table.text.split(separator: "\r\n").count == 4)
        }
    }

    @Test func `Each time a backup is restored, it begins a history, versions and numbers of its own`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        try await posters.serve { client in
            func history() async throws -> String {
                try #require(try await client.get("/v1/changes", by: ada)["history"] as? String)
            }
            let before = try await history()
            #expect(!before.isEmpty)
            let backup = "\(posters.folder.path)/backup"
            try posters.store.backUp(to: backup)
            var (histories, versions): (Set<String>, Set<Int64>) = ([before], [0])
            for _ in 0..<2 {
                let folder = try TemporaryFolder()
                try FileManager.default.copyItem(
                    atPath: backup, toPath: "\(folder.path)/\(PostersStore.fileName)")
                let copy = try PostersStore(folder: folder.path)
                try await copy.renewIfCopy()
                histories.insert(try await copy.changes(after: 0, reporter: nil, limit: 1).history)
                versions.insert(try await copy.version())
                let last = try await copy.read {
                    try Int64.fetchOne($0, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'report'") ?? 0
                }
                #expect(last >= 100_000 && last.isMultiple(of: 100_000))
                try copy.close()
            }
            #expect(histories.count == 3 && versions.count == 3)
            #expect(versions.filter { $0 > 0 }.allSatisfy { $0 >= 1_000_000_000 })
            #expect(try await history() == before)
        }
    }

    @Test func `A restored backup tells which versions are lost, however often it was copied and restored before`()
        async throws
    {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        try await posters.serve { client in
            let number = try await client.number(by: ada)
            let page = try await client.get("/v1/changes", by: ada)
            #expect((page["lost"] as? [Any])?.isEmpty == true, "\(page)")
            let known = try await posters.store.version()
            let (first, firstFolder) = try await Self.restoredCopy(of: posters.store)
            let edit = try await client.ask(.patch, "/v1/reports/\(number)", by: ada, json: ["company": "New"])
            let lostFirst = try #require((edit["report"] as? [String: Any])?["version"] as? Int, "\(edit)")
            let ofFirst = known + 1...(try await first.version())
            #expect(try await Self.lost(in: first) == [ofFirst] && ofFirst.contains(Int64(lostFirst)))

            let kept = try await first.write { try $0.nextVersion() }
            let (second, secondFolder) = try await Self.restoredCopy(of: first)
            let lostSecond = try await first.write { try $0.nextVersion() }
            let ofSecond = kept + 1...(try await second.version())
            #expect(try await Self.lost(in: second) == [ofFirst, ofSecond] && ofSecond.contains(lostSecond))

            // A copy of the older database lacks what the copies between have given.
            let (third, thirdFolder) = try await Self.restoredCopy(of: posters.store)
            #expect(try await Self.lost(in: third).first?.contains(lostSecond) == true)
            for store in [first, second, third] { try store.close() }
            withExtendedLifetime([firstFolder, secondFolder, thirdFolder]) {}
        }
    }

    @Test func `A backup of the version before is restored like others, and tells which versions are lost`()
        async throws
    {
        let folder = try TemporaryFolder()
        let old = try DatabaseQueue(path: "\(folder.path)/\(PostersStore.fileName)")
        try Schema.migrator.migrate(old, upTo: "5")
        try await old.write { try $0.execute(sql: "UPDATE counter SET value = 7; UPDATE history SET isCopy = 1") }
        try old.close()
        let store = try PostersStore(folder: folder.path)
        #expect(try await Self.lost(in: store).isEmpty)
        try await store.renewIfCopy()
        let end = try await store.version()
        #expect(try await Self.lost(in: store) == [8...end])
        try store.close()
    }

    @Test func `An edit of an earlier release counts as one of the whole report, because its members are not known`()
        async throws
    {
        let database = try DatabaseQueue()
        try Schema.migrator.migrate(database, upTo: "6")
        try await database.write {
            try $0.execute(
                sql: """
                    INSERT INTO report (version, change, status, filed, updated, latitude, longitude, type)
                    VALUES (7, 'edited', 'new', 0, 0, 1, 1, 'other'), (8, 'filed', 'new', 0, 0, 1, 1, 'other')
                    """)
        }
        try Schema.migrator.migrate(database)
        let members = try await database.read {
            try String.fetchAll(
                $0, sql: "SELECT report || ' ' || version || ' ' || member FROM editedMember ORDER BY 1")
        }
        let names = ["address", "comment", "company", "district", "phones", "place", "type"]
        #expect(members == names.map { "1 7 \($0)" })
    }

    /// A backup of a store that has taken the place of the database in a folder of its own.
    private static func restoredCopy(of store: PostersStore) async throws -> (PostersStore, TemporaryFolder) {
        let folder = try TemporaryFolder()
        try store.backUp(to: "\(folder.path)/\(PostersStore.fileName)")
        let copy = try PostersStore(folder: folder.path)
        try await copy.renewIfCopy()
        return (copy, folder)
    }

    private static func lost(in store: PostersStore) async throws -> [ClosedRange<Int64>] {
        try await store.changes(after: 0, reporter: nil, limit: 1).lost
    }
}
