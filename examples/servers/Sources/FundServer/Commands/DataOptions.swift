import Accounts
import AppGroup
import ArgumentParser
import Serving

/// Which data a command is about.
struct DataOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The folder for the database and the files.", valueName: "DIR")) var data: String

    /// Opens the store for one command, and closes it afterwards.
    func administering<Value: Sendable>(_ body: (FundStore) async throws -> Value) async throws -> Value {
        let store = try open()
        do {
            let value = try await body(store)
            try store.close()
            return value
        } catch {
            try? store.close()
            throw error
        }
    }

    /// Opens the store, and makes it and its folder if there is none.
    func open() throws -> FundStore {
        try StorageFolder.make(data)
        return try FundStore(folder: data)
    }
}

extension Attribution {
    /// A command on the server's own machine, now.
    static func command() -> Attribution { Attribution(actor: "fund-server", address: nil, moment: .now) }
}
