import AppGroupCommands
import AppGroupText
import ArgumentParser

struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "init", "Print shell code that shows the total of all badges before your prompt.",
        discussion: """
            bash, in ~/.bashrc:                  eval "$(launcher init bash)"
            zsh, in ~/.zshrc:                    eval "$(launcher init zsh)"
            fish, in ~/.config/fish/config.fish: launcher init fish | source

            Put the line after anything else that sets the prompt. While all badges are 0, nothing is shown.
            """)

    @Argument(help: "The shell.")
    var shell: PromptHook

    @Option(help: ArgumentHelp("The text before the total; empty for none.", valueName: "text"))
    var symbol = "●"

    func validate() throws {
        // The text becomes part of shell code and of a prompt, which have their own special characters.
        let special: Set<Unicode.Scalar> = ["\\", "$", "`", "'", "\"", "%", "!", "#", "}"]
        guard SafeText(symbol).description == symbol, DisplayWidth.of(symbol) <= 8,
            special.isDisjoint(with: symbol.unicodeScalars)
        else {
            throw ValidationError(
                #"The symbol must be at most 8 columns wide, and must contain none of the characters \ $ ` ' " % ! # }."#
            )
        }
    }

    func run() {
        StandardOutput.printLine(shell.script(symbol: symbol))
    }
}

extension PromptHook: ExpressibleByArgument {}
