import ArgumentParser

/// A command of the catalog client as `launcher` lists it in its help and completions. Before ArgumentParser sees such
/// a word, ``ExternalCommand`` has run the client.
struct StoreCommand<Word: StoreWord>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: Word.name, abstract: Word.abstract, aliases: Word.aliases)
    }

    @Argument(parsing: .captureForPassthrough, help: "The arguments for launcher-store.", completion: Word.completion)
    var words: [String] = []

    func run() { ExternalCommand.runStoreWord(Word.name, [Word.name] + words) }
}

/// A command of the catalog client.
protocol StoreWord {
    static var name: String { get }
    static var abstract: String { get }
    static var aliases: [String] { get }
    /// The values that its arguments can have.
    static var completion: CompletionKind { get }
}

extension StoreWord {
    static var aliases: [String] { [] }
    static var completion: CompletionKind { .list([]) }
}

/// The commands of the catalog client, described as `launcher-store --help` does.
enum StoreWords {
    static let all: [any ParsableCommand.Type] = [
        StoreCommand<Login>.self, StoreCommand<Logout>.self, StoreCommand<Password>.self, StoreCommand<Catalog>.self,
        StoreCommand<Install>.self, StoreCommand<Update>.self, StoreCommand<Publish>.self, StoreCommand<Inspect>.self,
        StoreCommand<Pack>.self, StoreCommand<Packages>.self, StoreCommand<Rollback>.self, StoreCommand<Remove>.self,
    ]

    enum Login: StoreWord {
        static let name = "login"
        static let abstract = "Log in to a server to get the apps it offers you."
    }

    enum Logout: StoreWord {
        static let name = "logout"
        static let abstract = "Log out of a server and forget its token."
    }

    enum Password: StoreWord {
        static let name = "password"
        static let abstract = "Change your password on a server."
    }

    enum Catalog: StoreWord {
        static let name = "catalog"
        static let abstract = "List the apps that your servers offer you, and which of them are installed."
    }

    enum Install: StoreWord {
        static let name = "install"
        static let abstract = "Install apps from your catalogs, or from package files."
        static var completion: CompletionKind { .offered }
    }

    enum Update: StoreWord {
        static let name = "update"
        static let abstract = "Update the apps installed from your catalogs, or check for updates."
        static var completion: CompletionKind { .installed }
    }

    enum Publish: StoreWord {
        static let name = "publish"
        static let abstract = "Publish a package on a server, if you are a publisher there."
        static var completion: CompletionKind { .file(extensions: ["ipa"]) }
    }

    enum Inspect: StoreWord {
        static let name = "inspect"
        static let abstract = "Show what a package contains, or why it is refused."
        static var completion: CompletionKind { .file(extensions: ["ipa"]) }
    }

    enum Pack: StoreWord {
        static let name = "pack"
        static let abstract = "Make a package from an app's folder."
        static var completion: CompletionKind { .directory }
    }

    enum Packages: StoreWord {
        static let name = "packages"
        static let abstract = "List the installed packages with their versions and sizes."
        static var completion: CompletionKind { .installed }
    }

    enum Rollback: StoreWord {
        static let name = "rollback"
        static let abstract = "Go back to the previously installed version of a package."
        static var completion: CompletionKind { .installed }
    }

    enum Remove: StoreWord {
        static let name = "remove"
        static let abstract = "Remove installed packages with all their versions."
        static let aliases = ["uninstall"]
        static var completion: CompletionKind { .installed }
    }
}
