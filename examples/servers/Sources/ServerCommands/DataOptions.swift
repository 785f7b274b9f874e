public import Accounts
import AppGroupPlatform
public import ArgumentParser
public import Serving

/// Which data a command is about.
public struct DataOptions<Store: ServerData>: ParsableArguments {
    /// The path of the folder.
    @Option(help: ArgumentHelp("The folder for the database and the files.", valueName: "DIR")) public var data: String

    /// Without any options.
    public init() {}

    /// Opens the database for one command, and closes it afterwards.
    ///
    /// - Parameter mayMake: Whether to make the database if there is none, and to say so.
    /// - Throws: `notFound` if there is no database and none may be made: the name of the folder is probably mistyped.
    ///   `permission` if this is root and would make a file for a server of somebody else.
    public func administering<Value: Sendable>(
        mayMake: Bool = false, _ body: (Store) async throws -> Value
    ) async throws -> Value {
        let file = "\(data)/\(Store.fileName)"
        try StorageFolder.refuseRoot(changing: file, by: Store.program.name)
        let exists = try StorageFolder.has(file)
        guard exists || mayMake else {
            throw ServiceError(
                .notFound,
                "There is no database in \(data); name the folder of a server, or make one with \(Store.program.name) serve."
            )
        }
        let store = try await open()
        if !exists { Store.program.say("Made a new database in \(data).") }
        do {
            let value = try await body(store)
            // All changes are on the disk already.
            try? store.close(emptyingLog: false)
            return value
        } catch {
            try? store.close(emptyingLog: false)
            throw error
        }
    }

    /// Opens the database, and makes it and its folder if there is none.
    ///
    /// - Throws: `configuration` if there is none, but there are files: somebody has moved it away, and a new one would name none
    ///   of them.
    public func open() async throws -> Store {
        try StorageFolder.make(data)
        if try !StorageFolder.has("\(data)/\(Store.fileName)") {
            let files = "\(data)/\(Store.filesName)"
            try await DiskBlobStore(reading: files).refuseNew(Store.fileName, in: data, filesIn: files)
        }
        return try Store(folder: data)
    }
}

extension Attribution {
    /// A command on the server's own machine, now.
    public static func command(of program: ServerProgram) -> Attribution {
        Attribution(actor: program.name, address: nil, moment: .now)
    }
}

extension PasswordOptions {
    /// A password for an account, typed or generated.
    ///
    /// - Returns: What to store, and what to say about it: a generated password, or nothing.
    public func newPassword(for name: String) async throws -> (hash: PasswordHash, shown: String) {
        let typed = try text(for: name)
        let generated = typed == nil ? Password.generated() : nil
        let chosen = try Password(new: typed ?? generated ?? "")
        let hasher = PasswordHasher(.current, width: 1)
        let hash = try await hasher.hash(chosen)
        await hasher.shutDown()
        return (hash, generated.map { ": \($0) (shown only now)" } ?? "")
    }
}

/// Whether people may make accounts themselves.
public enum RegistrationPolicy: String, Codable, ExpressibleByArgument, Sendable {
    /// Everybody may.
    case open
    /// An administrator of the server adds every account.
    case closed
}
