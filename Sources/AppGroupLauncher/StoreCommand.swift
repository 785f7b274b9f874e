import ArgumentParser

/// A command of the store's client as the tree of `launcher` knows it: for help and completion alone, since
/// ``ExternalCommand`` hands such a word over before the tree is looked at.
struct StoreCommand<Word: StoreWord>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: Word.name, abstract: Word.abstract, aliases: Word.aliases)
    }

    @Argument(parsing: .captureForPassthrough, help: "What launcher-store gets.", completion: Word.completion)
    var words: [String] = []

    func run() { ExternalCommand.runIfNamed([Word.name] + words) }
}

/// A word of the store's client.
protocol StoreWord {
    static var name: String { get }
    static var abstract: String { get }
    static var aliases: [String] { get }
    /// What its arguments can be.
    static var completion: CompletionKind { get }
}

extension StoreWord {
    static var aliases: [String] { [] }
    static var completion: CompletionKind { .list([]) }
}
