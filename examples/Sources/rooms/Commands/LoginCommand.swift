import ArgumentParser
struct LoginCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "login")
    func run() throws {}
}
