import Accounts
public import ArgumentParser
import Serving
import SessionTables

/// Disables a user.
public struct DisableCommand<Store: ServerData>: AsyncParsableCommand {
    /// Its name and help.
    public static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "disable", abstract: "Disable a user: their sessions end within a second.")
    }

    @Argument(help: Store.userHelp) var user: String
    @OptionGroup var data: DataOptions<Store>

    /// A command without arguments.
    public init() {}

    /// Disables the user.
    public func run() async throws {
        let user = try await data.setDisabled(true, user)
        Store.program.say("Disabled \(user).")
    }
}

/// Enables a user who was disabled.
public struct EnableCommand<Store: ServerData>: AsyncParsableCommand {
    /// Its name and help.
    public static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "enable", abstract: "Let a disabled user log in again.")
    }

    @Argument(help: Store.userHelp) var user: String
    @OptionGroup var data: DataOptions<Store>

    /// A command without arguments.
    public init() {}

    /// Enables the user.
    public func run() async throws {
        let user = try await data.setDisabled(false, user)
        Store.program.say("Enabled \(user).")
    }
}

/// Gives a user a new password.
public struct ChangePasswordCommand<Store: ServerData>: AsyncParsableCommand {
    /// Its name and help.
    public static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "password", abstract: "Give a user a new password. Their sessions end within a second.",
            discussion: "On a terminal, it asks for the password. Otherwise, it generates one and shows it once.")
    }

    @Argument(help: Store.userHelp) var user: String
    @OptionGroup var password: PasswordOptions
    @OptionGroup var data: DataOptions<Store>

    /// A command without arguments.
    public init() {}

    /// Changes the password.
    public func run() async throws {
        let name = try Store.name(user)
        try await data.administering { store in
            _ = try await store.read { try Store.required(name, in: $0) }
            let (hash, shown) = try await password.newPassword(for: "\(name)")
            let user = try await store.setPassword(hash, of: name, by: .command(of: Store.program))
            Store.program.say("\(Store.called(user)) has a new password\(shown).")
        }
    }
}

extension DataOptions {
    /// - Returns: The user as sentences name them.
    fileprivate func setDisabled(_ isDisabled: Bool, _ user: String) async throws -> String {
        let name = try Store.name(user)
        return try await administering {
            Store.called(try await $0.setDisabled(isDisabled, name, by: .command(of: Store.program)))
        }
    }
}
