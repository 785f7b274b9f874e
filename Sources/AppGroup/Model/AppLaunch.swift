public import AppGroupPlatform

/// How an app starts.
public enum AppLaunch: Hashable, Sendable {
    /// A program and its arguments.
    case command(Command)
    /// A desktop entry, by its desktop-file id such as `org.example.Rooms.desktop` (Desktop Entry Specification 1.5).
    case desktopFile(String)
    /// A package that was installed into the group's container.
    case package(InstalledPackage)

    /// A program that talks to the user in a terminal and takes the place of the program that opens it there.
    ///
    /// - Parameters:
    ///   - executable: An absolute path, or a bare name that is looked up in `PATH` at each launch.
    ///   - arguments: Passed as they are, never through a shell. See ``Command/arguments`` for `%u`.
    public static func terminal(_ executable: String, _ arguments: String...) -> AppLaunch {
        .command(Command(executable: executable, arguments: arguments, interface: .terminal))
    }

    /// A program with windows of its own, or without any: it runs in a session of its own and outlives its launcher.
    ///
    /// - Parameters:
    ///   - executable: An absolute path, or a bare name that is looked up in `PATH` at each launch.
    ///   - arguments: Passed as they are, never through a shell. See ``Command/arguments`` for `%u`.
    public static func graphical(_ executable: String, _ arguments: String...) -> AppLaunch {
        .command(Command(executable: executable, arguments: arguments, interface: .graphical))
    }

    /// The program that is running now, for a tool that registers itself.
    ///
    /// Its path is that of the file behind all links. If an upgrade removes that file and a link stays, register the link by
    /// its path.
    ///
    /// - Parameters:
    ///   - arguments: Passed as they are, never through a shell. See ``Command/arguments`` for `%u`.
    ///   - interface: Where it meets its user.
    public static func thisProgram(_ arguments: String..., interface: Interface = .terminal) -> AppLaunch {
        let executable = ThisProcess.executable ?? (try? program(CommandLine.arguments[0])) ?? CommandLine.arguments[0]
        return .command(Command(executable: executable, arguments: arguments, interface: interface))
    }

    /// A program as a user names it on a command line: a path that stays right in every folder, or a bare name that is looked up
    /// in `PATH` at each launch.
    ///
    /// - Throws: ``AppGroupError/Code/notFound`` for a relative path if the current folder has been deleted.
    package static func program(_ text: String) throws(AppGroupError) -> String {
        guard text.utf8.contains(UInt8(ascii: "/")) else { return text }
        guard let path = ThisProcess.absolute(text) else {
            throw AppGroupError(
                .notFound,
                "\(PlainText.quoted(text)) is a relative path, and the current folder no longer exists; give an absolute path."
            )
        }
        return path
    }

    /// Where an app meets its user.
    public enum Interface: Int, Hashable, Sendable {
        /// In windows of its own, or nowhere: detached from the program that opens it.
        case graphical = 0
        /// In the terminal of the program that opens it.
        case terminal = 1
    }

    /// A program and its arguments: an argument vector, never a shell string.
    public struct Command: Hashable, Codable, Sendable {
        /// An absolute path, or a bare name that is looked up in `PATH` at each launch.
        public var executable: String
        /// The arguments after the program's name. In them, `%u` stands for the URL and `%%` for a percent sign. Without
        /// `%u`, the URL comes last. Without a URL, an argument that contains `%u` is left out.
        public var arguments: [String]
        /// Where the program meets its user.
        public var interface: Interface

        /// A program, its arguments, and where it meets its user.
        public init(executable: String, arguments: [String] = [], interface: Interface) {
            self.executable = executable
            self.arguments = arguments
            self.interface = interface
        }
    }

    /// A package. Its files are in `packages/<id>/<digest>/` of the group's container and never change.
    public struct InstalledPackage: Hashable, Codable, Sendable {
        /// Which package it is, and the folder's name.
        public var digest: PackageDigest
        /// The program, its path relative to that folder, and its arguments.
        public var command: Command

        /// A package by its digest, and the program in it that starts.
        public init(digest: PackageDigest, command: Command) {
            self.digest = digest
            self.command = command
        }
    }

    func check() throws(AppGroupError) {
        switch self {
        case .command(let command):
            try command.check()
            let program = command.executable
            guard Paths.isAbsolute(program) || !program.utf8.contains(UInt8(ascii: "/")) else {
                throw AppGroupError(
                    .invalidValue,
                    "\(PlainText.quoted(program)) is a relative path, which depends on the current folder; give an absolute "
                        + "path, or a name to look up in PATH.")
            }
        case .desktopFile(let id):
            try PlainText.check(id, "desktop-file id", limit: 255)
            guard id.hasSuffix(".desktop"), !id.utf8.contains(UInt8(ascii: "/")) else {
                throw AppGroupError(
                    .invalidValue,
                    "\(PlainText.quoted(id)) is not a desktop-file id; it looks like org.example.Rooms.desktop.")
            }
        case .package(let package):
            try package.command.check()
            let names = package.command.executable.utf8.split(separator: UInt8(ascii: "/"))
            guard !Paths.isAbsolute(package.command.executable), !names.contains(where: { $0.elementsEqual("..".utf8) })
            else {
                throw AppGroupError(
                    .invalidValue,
                    "\(PlainText.quoted(package.command.executable)) leads out of its package; give a path inside it.")
            }
        }
    }
}

extension AppLaunch.Command {
    /// The most that a launch may hold, program and arguments together, in bytes of UTF-8.
    static let maximumLength = 65_536

    fileprivate func check() throws(AppGroupError) {
        guard !executable.isEmpty else {
            throw AppGroupError(.invalidValue, "The launch names no program; give its path.")
        }
        guard !([executable] + arguments).contains(where: { $0.utf8.contains(0) }) else {
            throw AppGroupError(
                .invalidValue, "The launch of \(PlainText.quoted(executable)) holds U+0000; leave it out.")
        }
        let size = arguments.reduce(executable.utf8.count) { $0 + $1.utf8.count + 1 }
        guard size <= Self.maximumLength else {
            throw AppGroupError(
                .invalidValue,
                "The launch of \(PlainText.quoted(executable)) has \(size) bytes; at most \(Self.maximumLength) are allowed."
            )
        }
    }

    /// The same bytes, as the operating system tells paths and arguments apart.
    public static func == (left: AppLaunch.Command, right: AppLaunch.Command) -> Bool {
        left.executable.hasBytes(of: right.executable) && left.interface == right.interface
            && left.arguments.elementsEqual(right.arguments) { $0.hasBytes(of: $1) }
    }
}

/// The environment variables that this library goes by: ``Registry`` takes one, so that tests can supply their own.
public typealias ProcessEnvironment = AppGroupPlatform.ProcessEnvironment

extension AppLaunch {
    /// The digest of the package that starts; `nil` if it is something else.
    var packageDigest: PackageDigest? { if case .package(let package) = self { package.digest } else { nil } }
}
