import Foundation
import TestSupport
import Testing

@testable import PostersServer

@Suite("Searching")
struct SearchTests {
    @Test func `A search finds what contains the text, literally, and nothing else`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        try await posters.serve { client in
            let photo = try await client.upload(SampleJPEG().bytes, by: ada)
            func file(_ phone: String, _ company: String) async throws -> Int {
                try await client.number(by: ada, ["photos": [photo], "phones": [phone], "company": company])
            }
            let city = try await file("044 123 45 67", "ТОВ «Ромашка», 5%")
            let mobile = try await file("8(067)100-20-03", "under_score Їжак")
            let free = try await file("0800 500 500", "O'Brien <b> \"x\"")
            let cases: [(String, [Int])] = [
                ("41", [city]), ("4123", [city]), ("00", [free, mobile]),
                ("8067", [mobile, city].filter { $0 == mobile }),
                ("123-45", [city]), ("380", [free, mobile, city]), ("%", [city]), ("_", [mobile]), ("%%", []),
                ("ромашка", [city]), ("ЇЖАК", [mobile]), ("O'B", [free]), ("\"x\"", [free]), ("<b>", [free]),
                ("99999", []), ("*", []), ("NEAR(", []), ("a\" OR \"b", []), ("«", [city]),
            ]
            for (text, expected) in cases {
                let query = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                let answer = try await client.get("/v1/search?q=\(query)", by: ada)
                #expect(try answer.numbers == expected, "\(text): \(answer)")
            }
            #expect(try await client.get("/v1/search?q=", by: ada).status == 400)
            #expect(try await client.get("/v1/search?q=a%00b", by: ada).status == 400)
        }
    }

    @Test func `A part of a number is found in every form in which people write it, from its beginning on`()
        async throws
    {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        try await posters.serve { client in
            let number = try await client.number(by: ada, ["phones": ["+380447777777"]])
            _ = try await client.number(by: ada, ["phones": ["067 111 00 22"]])
            for form in ["00380447777777", "+380 44 777 77 77", "8(044)777-77-77", "044 777 77 77"] {
                for length in 8...form.count {
                    let text = String(form.prefix(length))
                    let query = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                    #expect(try await client.get("/v1/search?q=\(query)", by: ada).numbers == [number], "\(text)")
                }
            }
        }
    }

    @Test(arguments: [Role.inspector, .supervisor])
    func `All pages of a search belong to one form of a number`(_ role: Role) async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        let searcher = role == .inspector ? ada : try await posters.addUser("eve", role)
        try await posters.serve { client in
            // Without the zeros, the text is in the first report, too.
            _ = try await client.number(by: ada, ["phones": ["044 123 45 67"]])
            let number = try await client.number(by: ada, ["phones": ["0800 380 449"]])
            let page = try await client.get("/v1/search?q=0038044&limit=1", by: searcher)
            #expect(try page.numbers == [number])
            let next = try await client.get("/v1/search?q=0038044&limit=5&before=\(number)", by: searcher)
            #expect(try next.numbers == [])
        }
    }

    @Test func `A part of a report's number finds it`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        try await posters.serve { client in
            let photo = try await client.upload(SampleJPEG().bytes, by: ada)
            var last = 0
            for _ in 0..<12 {
                last = try await client.number(by: ada, ["photos": [photo], "phones": ["067 700 70 70"]])
            }
            #expect(try await client.get("/v1/search?q=\(last)", by: ada).numbers == [last])
            #expect(try await client.get("/v1/search?q=9", by: ada).numbers == [last - 3])
        }
    }

    @Test func `Searching agrees with reading every text, for random texts`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .supervisor)
        try await posters.serve { client in
            let photo = try await client.upload(SampleJPEG().bytes, by: ada)
            var random = RandomSource(seed: 11)
            var texts: [Int: String] = [:]
            func word(_ length: Int, _ random: inout RandomSource) -> String {
                String((0..<length).map { _ in random.pick(Array("абвїAb%_\"' -12")) })
            }
            for _ in 0..<60 {
                let company = "x" + word(8, &random) + "x"
                let number = try await client.number(
                    by: ada, ["photos": [photo], "phones": ["067 777 77 77"], "company": company])
                texts[number] = PlainText.folded(company)
            }
            for _ in 0..<200 {
                let text = word(1 + random.below(4), &random)
                // Digits are searched for in numbers, too, and spaces alone are no text.
                guard !text.contains(where: \.isNumber), !text.allSatisfy({ $0 == " " }) else { continue }
                let found = try await posters.store.reports(
                    containing: text, viewer: Viewer(ada.user), before: .max, limit: 1000)
                let expected = texts.filter { $0.value.contains(PlainText.folded(text)) }.keys.sorted(by: >)
                #expect(found.reports.map { Int($0.number) } == expected, "\(text)")
            }
        }
    }
}
