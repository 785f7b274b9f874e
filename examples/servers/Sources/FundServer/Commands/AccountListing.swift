import AppGroupText

/// All accounts, for the administrator.
struct AccountListing: Listing {
    let accounts: [AccountLine]

    var columns: [TextTable.Column] {
        [
            .init(header: "NAME", shrinkOrder: 1), .init(header: "SESSIONS", alignment: .right),
            .init(header: "OBJECTS", alignment: .right), .init(header: "BYTES", alignment: .right),
            .init(header: "LAST USED"), .init(header: "STATE"),
        ]
    }

    var rows: [[TextTable.Cell]] { records.map { $0.map { TextTable.Cell($0) } } }

    var records: [[String]] {
        accounts.map { account in
            [
                "\(account.user.name)", "\(account.sessions.count)", "\(account.usage.objects)",
                "\(account.usage.bytes)",
                account.sessions.lastUsed.map { "\($0)" } ?? "", account.user.isDisabled ? "disabled" : "",
            ]
        }
    }

    var json: JSONValue {
        let list = accounts.map { account in
            JSONValue.object([
                ("name", .string("\(account.user.name)")), ("sessions", .integer(account.sessions.count)),
                ("objects", .integer(account.usage.objects)), ("bytes", .integer(Int(account.usage.bytes))),
                ("lastUsed", account.sessions.lastUsed.map { .string("\($0)") } ?? .null),
                ("disabled", .bool(account.user.isDisabled)),
            ])
        }
        return .object([("version", 1), ("accounts", .array(list))])
    }
}
