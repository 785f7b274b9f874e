import AppGroupPlatform
import AppGroupText
import ArgumentParser
import ToolProgram
import ToolSupport

struct CitiesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cities",
        abstract: "List the cities with rooms, by country or by distance.",
        discussion: """
            A room's city comes from rooms places import, or else from the server's list that contains the room. A \
            star marks favorites. Distances come from the imported places, or else from the main city of a room's \
            time zone.
            """
    )

    @Option(help: "The nearest first: degrees of latitude and longitude, such as 50.45,30.52.")
    var near: String?

    @Option(help: "The format of the output.")
    var format = OutputFormat.table

    func run() throws {
        let state = try Ledger().read()
        guard !state.rooms.isEmpty else { throw ToolError.noRooms }
        let spot = try near.map { text in
            guard let spot = Spot(parsing: text) else {
                throw ToolError.unreadable("“\(text)” is not a place such as 50.45,30.52 (latitude, longitude).")
            }
            return spot
        }
        try Output.write(CityListing(cities: City.all(in: state, near: spot), showsDistance: spot != nil), as: format)
    }
}

struct FavoriteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fav",
        abstract: "Choose the cities that rooms free asks about.",
        subcommands: [Add.self, Remove.self, List.self],
        defaultSubcommand: List.self
    )

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the favorite cities.")

        @Option(help: "The format of the output.")
        var format = OutputFormat.table

        func run() throws {
            let cities = City.favorites(in: try Ledger().read())
            try Output.write(CityListing(cities: cities, showsDistance: false), as: format)
            if cities.isEmpty, format == .table {
                console.say(
                    "There are no favorites, so rooms free asks about all cities. To add one: rooms fav add CITY")
            }
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Add a city to the favorites.")

        @Argument(help: "The city.")
        var city: [String]

        func run() throws {
            let name = city.joined(separator: " ")
            try Ledger().change { state in
                let known = try state.rooms(in: name)[0].city
                if !state.favorites.contains(where: { $0.lowercased() == known.lowercased() }) {
                    state.favorites.append(known)
                }
            }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rm", abstract: "Remove a city from the favorites.")

        @Argument(help: "The city.")
        var city: [String]

        func run() throws {
            let name = city.joined(separator: " ")
            try Ledger().change { state in
                let count = state.favorites.count
                state.favorites.removeAll { $0.lowercased() == name.lowercased() }
                guard state.favorites.count < count else {
                    throw ToolError.notFound("“\(name)” is not a favorite. To list the cities: rooms cities")
                }
            }
        }
    }
}

struct PlacesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "places",
        abstract: "Describe where rooms are and what equipment they have.",
        subcommands: [Import.self]
    )

    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Read a table of rooms from a CSV file.",
            discussion: """
                The first row names the columns. The column address is needed; name, country, city (or place), floor, \
                capacity, equipment (separated by semicolons), zone (such as Europe/Kyiv), latitude and longitude are not. \
                The table replaces the previous one. Rooms that no list of the server contains can be booked, too.
                """
        )

        @Argument(help: "The file.", completion: .file(extensions: ["csv"]))
        var file: String

        private static let sizeLimit = 16 << 20

        func run() throws {
            let bytes: [UInt8]
            do throws(SystemError) { bytes = try Files.fileContents(of: file, limit: Self.sizeLimit) } catch .notFound {
                throw ToolError.notFound("\(file): there is no such file.")
            } catch {
                throw ToolError.inputOutput("\(file) can't be read: \(error).")
            }
            let table = try PlaceTable(CSVTable(bytes, name: file), name: file)
            let state = try Ledger().change { $0.places = table.places }
            console.say(
                "\(Quantity(table.places.count, "room was", "rooms were")) read; "
                    + "\(Quantity(state.rooms.count, "is", "are")) known.")
        }
    }
}

/// Cities, by country or by distance.
struct CityListing: Listing {
    let cities: [City]
    let showsDistance: Bool

    var columns: [TextTable.Column] {
        [
            TextTable.Column(header: "CITY"), TextTable.Column(header: "COUNTRY", shrinkOrder: 1),
            TextTable.Column(header: "ROOMS", alignment: .right),
        ] + (showsDistance ? [TextTable.Column(header: "KM", alignment: .right)] : [])
    }

    var rows: [[TextTable.Cell]] {
        cities.map { city in
            [
                TextTable.Cell((city.isFavorite ? "★ " : "") + Self.name(of: city), style: .bold),
                TextTable.Cell(city.country), TextTable.Cell(String(city.rooms)),
            ] + (showsDistance ? [TextTable.Cell(city.distance.map { String(Int($0.rounded())) } ?? "")] : [])
        }
    }

    private static func name(of city: City) -> String { city.name.isEmpty ? "(no city)" : city.name }

    var records: [[String]] {
        cities.map {
            [
                $0.name, $0.country, String($0.rooms), $0.isFavorite ? "favorite" : "",
                $0.distance.map { String(Int($0.rounded())) } ?? "",
            ]
        }
    }

    var json: JSONValue {
        [
            "version": 1,
            "cities": .array(
                cities.map {
                    [
                        "name": .string($0.name), "country": .string($0.country), "rooms": .integer($0.rooms),
                        "favorite": .bool($0.isFavorite),
                        "kilometers": $0.distance.map { .integer(Int($0.rounded())) } ?? .null,
                    ]
                }),
        ]
    }
}
