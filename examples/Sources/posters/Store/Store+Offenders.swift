import AppGroup
import ToolDatabase

/// A phone number or a company, and how many reports name it.
struct Offender {
    enum Kind: String { case phone, company }

    let kind: Kind
    /// The number in E.164 form, or the company's name.
    let name: String
    let reports: Int
    let latest: Timestamp
    var isBlocked = false
}

extension Store {
    /// The phone numbers and the companies with the most reports: at most this many of each. Reports that were rejected
    /// or withdrawn don't count.
    func offenders(limit: Int) throws -> (offenders: [Offender], hasMore: Bool) {
        let phones = try database.rows(
            """
            SELECT phones.number, count(*) AS reports, max(filed), phones.number IN (SELECT number FROM blocked)
            FROM phones JOIN reports ON reports.number = phones.report
            WHERE status <> 'rejected' AND is_withdrawn = 0
            GROUP BY phones.number ORDER BY reports DESC, phones.number LIMIT \(limit + 1)
            """
        ) {
            Offender(
                kind: .phone, name: $0.text(0), reports: Int($0.integer(1)), latest: Timestamp(seconds: $0.integer(2)),
                isBlocked: $0.flag(3))
        }
        let companies = try database.rows(
            """
            SELECT company, count(*) AS reports, max(filed) FROM reports
            WHERE status <> 'rejected' AND is_withdrawn = 0 AND company <> ''
            GROUP BY company ORDER BY reports DESC, company LIMIT \(limit + 1)
            """
        ) {
            Offender(
                kind: .company, name: $0.text(0), reports: Int($0.integer(1)), latest: Timestamp(seconds: $0.integer(2))
            )
        }
        let most = Array(phones.prefix(limit)) + companies.prefix(limit)
        return (most, max(phones.count, companies.count) > limit)
    }
}
