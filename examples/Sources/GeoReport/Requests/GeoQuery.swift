/// Which reports a client asks for (GET requests).
public struct GeoQuery: Hashable, Sendable {
    /// The selection of reports.
    public enum Selection: Hashable, Sendable {
        /// These numbers, whatever else was asked.
        case ids([String])
        /// Reports of these kinds (none stands for all) and statuses that were filed in a time.
        case matching(codes: [String], statuses: Set<GeoRequest.Status>, from: GeoTime, to: GeoTime)
    }

    /// The most days between two dates.
    public static let mostDays: Int64 = 90

    /// The most reports of an answer.
    public static let mostReports = 1000

    /// The reports to list.
    public let selection: Selection
    /// The number of the page, from 1.
    public let page: Int
    /// How many reports a page has.
    public let pageSize: Int
    /// Whether ``GeoRequest/extendedAttributes`` and ``GeoRequest/notes`` are wanted.
    public let wantsExtensions: Bool

    /// How many reports to skip.
    public var offset: Int { (page - 1) * pageSize }

    /// Reads the fields of a request. Without dates, the last 90 days count; with one of them, 90 days from or to it; and of a
    /// longer time, the last 90 days.
    /// - Throws: ``GeoFault`` with 400 for a value that can't be read.
    public init(_ form: GeoForm, now: GeoTime) throws(GeoFault) {
        let ids = form.list("service_request_id")
        guard ids.count <= Self.mostReports else {
            throw GeoFault(400, "service_request_id names more than \(Self.mostReports) reports.")
        }
        if ids.isEmpty {
            var statuses = Set<GeoRequest.Status>()
            for text in form.list("status") {
                guard let status = GeoRequest.Status(rawValue: text.lowercased()) else {
                    throw GeoFault(400, "status can be open or closed, not “\(text)”.")
                }
                statuses.insert(status)
            }
            let (from, to) = (try Self.time("start_date", of: form), try Self.time("end_date", of: form))
            let end = to ?? from.map { min(now, $0.adding(days: Self.mostDays)) } ?? now
            let start = max(from ?? .init(seconds: .min), end.adding(days: -Self.mostDays))
            guard (from ?? start) <= end || to == nil else {
                throw GeoFault(400, "start_date is after end_date.")
            }
            selection = .matching(
                codes: form.list("service_code"),
                statuses: statuses.isEmpty ? Set(GeoRequest.Status.allCases) : statuses,
                from: start, to: end)
        } else {
            selection = .ids(ids)
        }
        page = try Self.number("page", of: form, in: 1...1_000_000) ?? 1
        pageSize = try Self.number("page_size", of: form, in: 1...Self.mostReports) ?? Self.mostReports
        wantsExtensions = ["true", "1"].contains(form["extensions"]?.lowercased() ?? "")
    }

    private static func time(_ name: String, of form: GeoForm) throws(GeoFault) -> GeoTime? {
        guard let text = form[name] else { return nil }
        guard let time = GeoTime(text) else {
            throw GeoFault(400, "\(name) must be a time such as 2026-01-31T00:00:00Z, not “\(text.prefix(40))”.")
        }
        return time
    }

    private static func number(
        _ name: String, of form: GeoForm, in range: ClosedRange<Int>
    ) throws(GeoFault) -> Int? {
        guard let text = form[name] else { return nil }
        guard let number = Int(text), range ~= number else {
            throw GeoFault(
                400, "\(name) must be from \(range.lowerBound) to \(range.upperBound), not “\(text.prefix(40))”.")
        }
        return number
    }
}
