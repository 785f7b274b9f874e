import Foundation
import Testing
import ToolProgram
import ToolSupport

@testable import rooms

@Suite("Places of rooms")
struct PlacesTests {
    @Test("A table with quotation marks, other separators and line ends is read", arguments: ["\r\n", "\n", "\r"])
    func reads(lineEnd: String) throws {
        let text =
            "\u{FEFF}Address;NAME;place;capacity;equipment;zone\r\n"
            + "a@example.com;\"Room \"\"A\"\"; 1\";Київ;8;\"video, board\";Europe/Kyiv\r\n\r\nB@example.com;;Berlin;;;\r\n"
        let bytes = Array(text.replacing("\r\n", with: lineEnd).utf8)
        let table = try PlaceTable(CSVTable(bytes, name: "x"), name: "x")
        #expect(table.places["a@example.com"]?.name == #"Room "A"; 1"#)
        #expect(table.places["a@example.com"]?.city == "Київ")
        #expect(table.places["a@example.com"]?.equipment == ["video", "board"])
        #expect(table.places["b@example.com"] == Place(city: "Berlin"))
    }

    @Test("Columns without a name and rows without text are left out, as spreadsheets export them")
    func leavesOutEmptyCells() throws {
        let text = "address;name;;city; ;\na@example.com;A;x;Kyiv;;\nb@example.com;B\n;;;;;\n"
        let table = try PlaceTable(CSVTable(Array(text.utf8), name: "x"), name: "x")
        let known = ["a@example.com": Place(name: "A", city: "Kyiv"), "b@example.com": Place(name: "B")]
        #expect(table.places == known)
    }

    @Test(
        "A table with a mistake is refused as a whole, as unreadable, and the message says where the mistake is",
        arguments: [
            ("", "x is empty"), ("address\n", "names no rooms"), ("name\nA\n", "address"),
            ("address,colour\n", "colour"),
            ("address,address\n", "twice"), ("address\nnobody\n", "line 2"),
            ("address,capacity\n\na@example.com,many\n", "line 3"),
            ("address,zone\na@example.com,Europe/Nowhere\n", "line 2"),
            ("address\na@example.com\nA@example.com\n", "line 3"),
            ("address\ra@example.com\rA@example.com", "line 3"),
            ("address\n\"a@example.com\n", "no end"),
            ("address\n\n\"a\"@example.com\n", "line 3"),
            ("address,latitude,longitude\na@example.com,91,0\n", "line 2"),
        ])
    func refuses(text: String, words: String) throws {
        #expect { try PlaceTable(CSVTable(Array(text.utf8), name: "x"), name: "x") } throws: {
            ($0 as? ToolError)?.kind == .unreadable && "\($0)".contains(words)
        }
    }

    @Test("Text in another encoding than UTF-8 is refused")
    func refusesBytes() { #expect(throws: ToolError.self) { try CSVTable([0x61, 0xE9, 0x0A], name: "x") } }

    @Test("Cities are sorted by distance, from imported places or from the main city of a zone")
    func sortsCities() throws {
        var state = RoomsState()
        state.places = [
            "a@example.com": Place(city: "Berlin", zone: "Europe/Berlin"),
            "b@example.com": Place(city: "Lviv", latitude: 49.84, longitude: 24.03),
            "c@example.com": Place(city: "Nowhere"), "d@example.com": Place(city: "Kyiv", zone: "Europe/Kyiv"),
        ]
        let cities = City.all(in: state, near: Spot(parsing: "50.45, 30.52"))
        #expect(cities.map(\.name) == ["Kyiv", "Lviv", "Berlin", "Nowhere"])
        let kilometers = try #require(cities[2].distance)
        #expect((1190...1220).contains(kilometers))
    }

    @Test("A room is found by its address, its name, or a part that no other room has")
    func findsRooms() throws {
        var state = RoomsState()
        state.listed = ["Kyiv 01", "Kyiv 02", "Lviv 01"].map {
            Room(address: "\($0.replacing(" ", with: ""))@example.com", name: $0, list: nil)
        }
        #expect(try state.room(meaning: "kyiv02@EXAMPLE.com").name == "Kyiv 02")
        #expect(try state.room(meaning: "kyiv 01").name == "Kyiv 01")
        #expect(try state.room(meaning: "lv").name == "Lviv 01")
        for words in ["kyiv", "Odesa", ""] {
            #expect { try state.room(meaning: words) } throws: { ($0 as? ToolError)?.kind == .notFound }
        }
    }
}
