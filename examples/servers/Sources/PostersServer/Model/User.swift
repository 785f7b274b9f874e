import Accounts
import AppGroup

/// Somebody who may log in, by mail or by phone.
struct User: Account, Hashable {
    let id: AccountID
    /// Shown to supervisors beside the reports.
    let fullName: String
    let mail: MailAddress?
    /// In E.164 form.
    let phone: String?
    let role: Role
    let isDisabled: Bool
    let created: Timestamp

    /// What attempts to log in are counted for.
    var name: LoginName { mail.map(LoginName.mail) ?? .phone(phone ?? "") }

    /// How the audit log names them: by nothing personal, since it is kept permanently.
    var actor: String { "account \(id.rawValue)" }

    /// How the audit log names somebody who makes an account for themselves.
    static let registrant = "registration"
}

/// The name that a user logs in with.
enum LoginName: Hashable, Sendable, CustomStringConvertible {
    case mail(MailAddress)
    /// In E.164 form.
    case phone(String)

    var description: String {
        switch self {
        case .mail(let mail): "\(mail)"
        case .phone(let phone): phone
        }
    }
}

/// A mail address that a user logs in with, in lower case.
///
/// Only its shape is checked: something before one `@`, a domain after it, no spaces or control characters, at most 254 bytes
/// (RFC 5321, section 4.5.3.1).
struct MailAddress: Hashable, Sendable, CustomStringConvertible {
    let description: String

    /// The longest address, in bytes.
    static let maximumLength = 254

    /// `nil` if the text can't be an address.
    init?(_ text: String) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard text.utf8.count <= Self.maximumLength, parts.count == 2, !parts[0].isEmpty, parts[0].utf8.count <= 64,
            Self.isDomain(parts[1]),
            text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F && !$0.properties.isWhitespace })
        else { return nil }
        description = text.lowercased()
    }

    private static func isDomain(_ text: Substring) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return labels.count > 1 && labels.allSatisfy { !$0.isEmpty && $0.utf8.count <= 63 }
    }
}
