import AppGroup
import AppGroupText

/// Messages, one on each line. The number of a message never changes.
struct MailListing: Listing {
    let mails: [Mail]
    /// The names of the funds.
    let funds: [Fund.ID: String]
    private let clock: LocalClock

    init(_ mails: [Mail], funds: [Fund], clock: LocalClock) {
        (self.mails, self.clock) = (mails, clock)
        self.funds = Dictionary(funds.map { ($0.id, $0.name) }) { first, _ in first }
    }

    var columns: [TextTable.Column] {
        [
            TextTable.Column(header: "N", alignment: .right),
            TextTable.Column(header: "FUND", shrinkOrder: 3, minimumWidth: 8),
            TextTable.Column(header: "FROM", shrinkOrder: 2, minimumWidth: 8),
            TextTable.Column(header: "DATE", shrinkOrder: 1, minimumWidth: 10),
            TextTable.Column(header: "FILES", alignment: .right),
            TextTable.Column(header: "SUBJECT", shrinkOrder: 4, minimumWidth: 16),
        ]
    }

    var rows: [[TextTable.Cell]] {
        mails.map { mail in
            [
                TextTable.Cell("\(mail.isRead ? "" : "● ")\(mail.id)"), TextTable.Cell(fund(of: mail) ?? "unfiled"),
                TextTable.Cell(mail.sender), TextTable.Cell(clock.ago(mail.date)),
                TextTable.Cell(mail.attachments == 0 ? "" : "\(mail.attachments)"),
                TextTable.Cell(mail.subject, style: mail.isRead ? nil : .bold),
            ]
        }
    }

    private func fund(of mail: Mail) -> String? { mail.fund.flatMap { funds[$0] } }

    var records: [[String]] {
        mails.map { mail in
            [
                "\(mail.id)", mail.isRead ? "read" : "unread", mail.date.description, fund(of: mail) ?? "", mail.sender,
                mail.subject, "\(mail.attachments)",
            ]
        }
    }

    var json: JSONValue {
        ["version": 1, "mail": .array(mails.map { Self.json($0, fund: fund(of: $0)) })]
    }

    static func json(_ mail: Mail, fund: String?) -> JSONValue {
        [
            "number": .integer(Int(mail.id)), "subject": .string(mail.subject), "from": .string(mail.sender),
            "date": JSONValue(text: mail.date), "fund": JSONValue(text: fund),
            "attachments": .integer(mail.attachments), "unread": .bool(!mail.isRead),
        ]
    }
}
