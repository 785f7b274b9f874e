import AppGroupPlatform
import ToolSupport

extension Spot {
    /// The main city of a time zone, from the list beside the time zone database (`zone1970.tab`, ISO 6709).
    static func zones() -> [String: Spot] {
        let path = "/usr/share/zoneinfo/zone1970.tab"
        guard let bytes = try? Files.fileContents(of: path, limit: 1 << 20) else { return [:] }
        var spots: [String: Spot] = [:]
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") where !line.hasPrefix("#") {
            let cells = line.split(separator: "\t")
            if cells.count >= 3, let spot = Spot(sexagesimal: cells[1]) { spots[String(cells[2])] = spot }
        }
        return spots
    }

    /// Parses degrees and minutes, and perhaps seconds, such as `+5026+03031`.
    private init?(sexagesimal text: Substring) {
        let form = /([+-])([0-9]{2})([0-9]{2})([0-9]{2})?([+-])([0-9]{3})([0-9]{2})([0-9]{2})?/
        guard let match = text.wholeMatch(of: form) else { return nil }
        func degrees(_ sign: Substring, _ parts: [Substring?]) -> Double {
            let sum = zip(parts, [1.0, 60, 3600]).reduce(0) { $0 + (Double($1.0 ?? "0") ?? 0) / $1.1 }
            return sign == "-" ? -sum : sum
        }
        self.init(
            latitude: degrees(match.1, [match.2, match.3, match.4]),
            longitude: degrees(match.5, [match.6, match.7, match.8]))
    }
}
