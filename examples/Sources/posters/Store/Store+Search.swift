import PhoneNumbers
import ToolDatabase
import ToolSupport

extension Store {
    /// The reports that contain a text, the newest first. Every character stands for itself, and the case of letters makes
    /// no difference. A text of digits and punctuation is looked for in numbers, any other text in words.
    func search(_ text: String, limit: Int) throws -> [ReportSummary] {
        guard let pattern = PhonePattern(text) else { return try search("words", for: text.folded, limit: limit) }
        var results: [ReportSummary] = []
        for digits in pattern.alternatives where results.isEmpty {
            results = try search("digits", for: digits, limit: limit)
        }
        return results
    }

    private func search(_ column: String, for text: String, limit: Int) throws -> [ReportSummary] {
        let trigrams = TrigramQuery.matching(text)
        let candidates = trigrams == nil ? "" : "number IN (SELECT rowid FROM trigrams WHERE trigrams MATCH ?2) AND"
        return try database.rows(
            """
            SELECT \(Self.summaryColumns) FROM reports WHERE number IN (
                SELECT number FROM texts WHERE \(candidates) instr(\(column), ?1) > 0 ORDER BY number DESC LIMIT \(limit))
            ORDER BY number DESC
            """, [.text(text)] + (trigrams.map { [.text($0)] } ?? []), as: Self.summary)
    }

    /// The reports within a distance of a place, the nearest first, with their distances in meters.
    func reports(near spot: Spot, meters: Double, limit: Int) throws -> [(meters: Double, report: ReportSummary)] {
        let height = meters / Self.metersInDegree
        let share = Spot(latitude: spot.latitude, longitude: 0)!.meters(
            to: Spot(latitude: spot.latitude, longitude: 1)!)
        // Near a pole, the circle is wider than at its center, or has every longitude.
        let widthAtCenter = 1.01 * meters / share
        let width = widthAtCenter < 13 ? widthAtCenter : 360
        var found: [(meters: Double, report: ReportSummary)] = []
        // The rectangle may reach across the 180th meridian.
        for shift in [-360.0, 0, 360] {
            found += try database.rows(
                """
                SELECT \(Self.summaryColumns) FROM areas JOIN reports ON reports.number = areas.report
                WHERE west <= ?2 AND east >= ?1 AND south <= ?4 AND north >= ?3
                """, .real(spot.longitude - width + shift), .real(spot.longitude + width + shift),
                .real(spot.latitude - 1.01 * height), .real(spot.latitude + 1.01 * height), as: Self.summary
            ).compactMap { report in
                guard let distance = report.place.spot?.meters(to: spot), distance <= meters else { return nil }
                return (distance, report)
            }
        }
        found.sort { ($0.meters, $0.report.number) < ($1.meters, $1.report.number) }
        var last: Int64 = 0
        return Array(
            found.filter { entry in
                defer { last = entry.report.number }
                return entry.report.number != last
            }.prefix(limit))
    }

    private static let metersInDegree = 111_195.0
}
