import AppGroupText

/// All accounts, for the administrator.
struct AccountListing: Listing {
    let accounts: [AccountLine]

    var columns: [TextTable.Column] {
        [
            .init(header: "NAME", shrinkOrder: 1), .init(header: "MAIL", shrinkOrder: 2), .init(header: "PHONE"),
            .init(header: "ROLE"), .init(header: "REPORTS", alignment: .right),
            .init(header: "SESSIONS", alignment: .right), .init(header: "LAST USED"), .init(header: "STATE"),
        ]
    }

    var rows: [[TextTable.Cell]] { records.map { $0.map { TextTable.Cell($0) } } }

    var records: [[String]] {
        accounts.map { account in
            let user = account.user
            return [
                user.fullName, user.mail?.description ?? "", user.phone ?? "", user.role.rawValue, "\(account.reports)",
                "\(account.sessions.count)", account.sessions.lastUsed.map { "\($0)" } ?? "",
                user.isDisabled ? "disabled" : "",
            ]
        }
    }

    var json: JSONValue {
        let list = accounts.map { account in
            let user = account.user
            return JSONValue.object([
                ("id", .integer(Int(user.id.rawValue))), ("name", .string(user.fullName)),
                ("mail", (user.mail?.description).map { .string($0) } ?? .null),
                ("phone", user.phone.map { .string($0) } ?? .null), ("role", .string(user.role.rawValue)),
                ("reports", .integer(account.reports)), ("sessions", .integer(account.sessions.count)),
                ("lastUsed", account.sessions.lastUsed.map { .string("\($0)") } ?? .null),
                ("disabled", .bool(user.isDisabled)),
            ])
        }
        return .object([("version", 1), ("accounts", .array(list))])
    }
}
