import ArgumentParser
import ToolProgram
import ToolSupport

struct LogoutCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout",
        abstract: "Erase the account, its password, the rooms and the list of bookings from this machine.",
        discussion: "Bookings on the server stay as they are."
    )

    @Flag(help: "Don't ask.")
    var yes = false

    func run() throws {
        let ledger = try Ledger()
        let state = try ledger.read()
        guard let account = state.account else { throw ToolError.notLoggedIn }
        let unsent = state.bookings.count { [.queued, .sending, .canceling].contains($0.status) }
        let warning =
            switch unsent {
            case 0: ""
            case 1: " One change was not sent and is lost."
            default: " \(unsent) changes were not sent and are lost."
            }
        guard yes || console.confirm("Erase everything that rooms knows for \(account.email)?\(warning)") else {
            throw ToolError.usage(console.refusal("Nothing was erased."))
        }
        let turn = try ledger.takeTurn()
        try account.passwordSource.forget()
        try ledger.change { $0 = RoomsState() }
        try BackOff.forget(in: ledger.file.folder)
        try RefusedPassword.forget(in: ledger.file.folder)
        turn.end()
        console.say("\(account.email) is logged out.")
    }
}
