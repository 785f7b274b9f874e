import ArgumentParser

/// The words of the store's client, as `launcher-store --help` has them.
enum StoreWords {
    static let all: [any ParsableCommand.Type] = [
        StoreCommand<Login>.self, StoreCommand<Logout>.self, StoreCommand<Password>.self, StoreCommand<Catalog>.self,
        StoreCommand<Install>.self, StoreCommand<Update>.self, StoreCommand<Publish>.self, StoreCommand<Inspect>.self,
        StoreCommand<Pack>.self, StoreCommand<Packages>.self, StoreCommand<Rollback>.self, StoreCommand<Remove>.self,
    ]

    enum Login: StoreWord {
        static let name = "login"
        static let abstract = "Log in at a server, to have what it offers you."
    }

    enum Logout: StoreWord {
        static let name = "logout"
        static let abstract = "End a login, and forget what proved it."
    }

    enum Password: StoreWord {
        static let name = "password"
        static let abstract = "Change your password at a server."
    }

    enum Catalog: StoreWord {
        static let name = "catalog"
        static let abstract = "List what you may have, and what is installed of it."
    }

    enum Install: StoreWord {
        static let name = "install"
        static let abstract = "Install apps from your catalogues, or from package files."
        static var completion: CompletionKind { .offered }
    }

    enum Update: StoreWord {
        static let name = "update"
        static let abstract = "Update what is installed from your catalogues, or look for updates."
        static var completion: CompletionKind { .installed }
    }

    enum Publish: StoreWord {
        static let name = "publish"
        static let abstract = "Publish a package at a server where you may."
        static var completion: CompletionKind { .file(extensions: ["ipa"]) }
    }

    enum Inspect: StoreWord {
        static let name = "inspect"
        static let abstract = "Say what is in a package, or why it is refused."
        static var completion: CompletionKind { .file(extensions: ["ipa"]) }
    }

    enum Pack: StoreWord {
        static let name = "pack"
        static let abstract = "Make a package of an app's folder."
        static var completion: CompletionKind { .directory }
    }

    enum Packages: StoreWord {
        static let name = "packages"
        static let abstract = "List what is installed from packages, in which versions, with their sizes."
    }

    enum Rollback: StoreWord {
        static let name = "rollback"
        static let abstract = "Go back to the version of a package that was installed before."
        static var completion: CompletionKind { .installed }
    }

    enum Remove: StoreWord {
        static let name = "remove"
        static let abstract = "Remove an installed package, with all its versions."
        static let aliases = ["uninstall"]
        static var completion: CompletionKind { .installed }
    }
}
