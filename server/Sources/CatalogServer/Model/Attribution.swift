import AppGroup

/// Who does something, from where, and when: what every change of the catalogue is asked for and remembers.
struct Attribution: Hashable, Sendable {
    /// A user's name, or `catalog-server` for the command on the server's own machine.
    let actor: String
    /// Where he called from; `nil` on the server's own machine.
    let address: String?
    let moment: Timestamp

    /// The command on the server's own machine, now.
    static func command() -> Attribution { Attribution(actor: "catalog-server", address: nil, moment: .now) }
}
