import AppGroupPlatform
import AppGroupText
import ArgumentParser
import MapClusters
import ToolProgram
import ToolSupport

struct MapCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "map",
        abstract: "Show where reports are, without numbers and names.",
        discussion: """
            Reports that are close to each other are one mark with their count, until the zoom is high enough. If the west is \
            greater than the east, the area crosses the 180th meridian. The map needs no login. If the server cannot be \
            reached, the stored reports are shown.
            """
    )

    /// The forms of a map.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case table, picture, geojson, tsv, json
    }

    @Option(parsing: .unconditional, help: "The area in degrees: WEST,SOUTH,EAST,NORTH.")
    var bbox: String

    @Option(help: "The zoom, from 0 to 20.")
    var zoom: Int

    @Option(help: "The format of the output. picture draws the area with characters; overlapping marks are merged.")
    var format = Format.table

    @OptionGroup
    var options: ServerOptions

    func validate() throws {
        guard (0...20).contains(zoom) else { throw ValidationError("--zoom takes 0 to 20.") }
    }

    func run() throws {
        guard let box = MapBox(bbox) else {
            throw ToolError.unreadable(
                "“\(bbox)” is not an area such as 30.3,50.3,30.7,50.6 (west, south, east, north).")
        }
        let store = try Store()
        var output = Output()
        do {
            let server = try options.connection(store)
            let answer = try server.map(of: box, zoom: zoom)
            let marks = try server.marks(in: answer)
            if format == .geojson { try Output.write(answer.body) }
            try write(marks, of: box, &output)
        } catch let error as ToolError where error.kind == .unavailable && options.server == nil {
            console.say(error)
            try console.sayAge(of: store)
            let marks = try store.marks(in: box, zoom: zoom)
            if format == .geojson { try Output.write(MapListing(marks).geoJSON) }
            try write(marks, of: box, &output)
        }
        try output.flush()
    }

    private func write(_ marks: [MapMark], of box: MapBox, _ output: inout Output) throws {
        let formats: [Format: OutputFormat] = [.table: .table, .tsv: .tsv, .json: .json]
        if let known = formats[format] { try output.print(MapListing(marks), as: known) }
        if format == .picture {
            let picture = MapPicture(marks, of: box, columns: StandardStream.output.columns ?? 76)
            for line in picture.lines { try output.print("\(line)\n") }
        }
        if marks.isEmpty, format == .table { console.say("There is no report in this area.") }
    }
}
