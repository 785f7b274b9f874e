import AppCatalog

/// The administrator of a new catalogue, who makes all other users.
struct FirstAdministrator {
    let service: AdministrationService
    let options: FirstAdministratorOptions

    /// Makes him where there is no user at all yet. A password that was made up is shown once, to whoever started this.
    func makeIfNeeded() async throws {
        guard try await service.store.users(after: nil, limit: 1).isEmpty else {
            if options.administrator != nil || options.password.passwordStdin {
                Report.say("The catalogue has users already; --administrator and --password-stdin change nothing.")
            }
            return
        }
        let name = try UserName(options.administrator ?? "admin")
        let text = try options.password.text(for: name)
        let answer = try await service.add(
            NewUser(name: "\(name)", role: .administrator, password: text), by: .command())
        options.password.report("\(name) is the first administrator", answer)
    }
}
