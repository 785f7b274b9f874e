import AppGroupTerminal
import ArgumentParser

struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "init", "Print what puts the total of all badges before your shell's prompt.",
        discussion: """
            bash, in ~/.bashrc:                  eval "$(launcher init bash)"
            zsh, in ~/.zshrc:                    eval "$(launcher init zsh)"
            fish, in ~/.config/fish/config.fish: launcher init fish | source

            Put it after what else sets the prompt. Nothing is shown while no badge wants attention.
            """)

    @Argument(help: "bash, zsh or fish.")
    var shell: PromptHook

    func run() {
        Session.current.printLine(shell.script)
    }
}

extension PromptHook: ExpressibleByArgument {}
