import Foundation
import Serving
import TestSupport
import Testing

@testable import PostersServer

@Suite("Files of lists")
struct ListsFileTests {
    @Test func `A file of lists is read with quotes, comments, empty lines and any line ends`() throws {
        let lists = try ListsFile.parse(
            "\u{FEFF}# a city's lists\r\ncity,kyiv,\"Київ, \"\"столиця\"\"\"\r\n\r\ndistrict,podil,Поділ,kyiv\ntype,pole,Стовп\n"
                + "contact,,\"line, with comma\"")
        #expect(lists.cities == [Report.Named(code: "kyiv", name: "Київ, \"столиця\"")])
        #expect(lists.districts == [CityLists.District(code: "podil", name: "Поділ", city: "kyiv")])
        #expect(
            lists.types == [CityLists.ObjectType(code: "pole", name: "Стовп", description: "", holder: nil, group: nil)]
        )
        #expect(lists.notices == ["contact": "line, with comma"])
    }

    @Test(arguments: [
        ("city,kyiv,Київ\ncity,kyiv,Київ", 2, "twice"), ("city,Kyiv,Київ", 1, "code"), ("city,kyiv", 1, "name"),
        ("town,kyiv,Київ", 1, "kind"), ("\ncity,kyiv,Київ\ndistrict,a,A,lviv", 3, "lviv"),
        ("city,kyiv,\"Київ", 1, "never closed"), ("city,kyiv,\"Київ\"x", 1, "comma"),
        ("city,kyiv,Київ,more", 1, "fields"), ("city,kyiv,\"a\nb\"", 1, "control"), ("law,,a\nlaw,,b", 2, "twice"),
        ("type,,Стовп", 1, "code"),
    ])
    func `A mistake is named with its line`(_ text: String, _ line: Int, _ word: String) throws {
        let error = #expect(throws: ServiceError.self) { try ListsFile.parse(text) }
        #expect(error?.description.hasPrefix("Line \(line): ") == true, "\(error?.description ?? "")")
        #expect(error?.description.contains(word) == true, "\(error?.description ?? "")")
    }

    @Test func `A city and a district with the code “other” leave the lists, the type stays`() async throws {
        let posters = try await Posters()
        for text in ["city,other,Інше місто\ndistrict,other,Інший район,other", "city,kyiv,Київ"] {
            try await posters.store.replaceLists(try ListsFile.parse(text), by: .command())
        }
        let lists = try await posters.store.lists()
        #expect(lists.cities.map(\.code) == ["kyiv"] && lists.districts.isEmpty && lists.types.map(\.code) == ["other"])
    }

    @Test func `An empty file is refused`() {
        #expect(throws: ServiceError.self) { try ListsFile.parse("# nothing\n") }
    }

    @Test func `Any text is read or refused`() {
        for seed in Fuzz.seeds(from: 5, atLeast: 300) {
            var random = RandomSource(seed: seed)
            let text = String((0..<random.below(80)).map { _ in random.pick(Array("city,type\"\n\r#kyivабв\u{0}")) })
            _ = try? ListsFile.parse(text)
        }
    }
}
