import AppGroup
import AppGroupText

/// The accounts, one on each line.
struct MailAccountListing: Listing {
    let accounts: [MailAccount]

    var columns: [TextTable.Column] {
        [
            TextTable.Column(header: "ADDRESS", shrinkOrder: 2, minimumWidth: 12),
            TextTable.Column(header: "SERVER", shrinkOrder: 3, minimumWidth: 12), TextTable.Column(header: "BY"),
            TextTable.Column(header: "USER", shrinkOrder: 1, minimumWidth: 8), TextTable.Column(header: "THEN"),
            TextTable.Column(header: "VOUCHES", shrinkOrder: 4, minimumWidth: 8),
        ]
    }

    var rows: [[TextTable.Cell]] { records.map { $0.map { TextTable.Cell($0) } } }

    var records: [[String]] {
        accounts.map { account in
            [
                account.address, "\(account.host):\(account.port)", account.encryption, account.user,
                account.deletes ? "delete" : "keep", account.vouchingServer ?? "",
            ]
        }
    }

    var json: JSONValue {
        [
            "version": 1,
            "accounts": .array(
                accounts.map { account in
                    [
                        "address": .string(account.address), "host": .string(account.host),
                        "port": .integer(account.port), "encryption": .string(account.encryption),
                        "user": .string(account.user), "deletes": .bool(account.deletes),
                        "vouchingServer": JSONValue(text: account.vouchingServer),
                    ]
                }),
        ]
    }
}
