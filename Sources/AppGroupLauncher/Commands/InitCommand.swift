import AppGroupCommands
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

    func run() {
        Session.current.printLine(shell.script)
    }
}

extension PromptHook: ExpressibleByArgument {}

/// Shell code that shows the total of all badges at the beginning of the prompt.
///
/// It asks for the total once before each prompt, preserves the status of the last command, and may be evaluated twice.
/// Only a number reaches the prompt, never text that an app registered.
enum PromptHook: String, CaseIterable {
    case bash, zsh, fish

    var script: String {
        switch self {
        case .bash: Self.bashScript
        case .zsh: Self.zshScript
        case .fish: Self.fishScript
        }
    }

    /// `PS1` expands the variable each time; `\[` and `\]` tell readline which characters have no width. `${name:+…}`
    /// is empty if the total is.
    private static let bashScript = #"""
        __launcher_prompt() {
            local status=$?
            __launcher_total=$(command launcher widget --format prompt 2>/dev/null)
            return "$status"
        }
        if [[ ${__launcher_hooked-} != 1 ]]; then
            __launcher_hooked=1
            if [[ $(declare -p PROMPT_COMMAND 2>/dev/null) == "declare -a"* ]]; then
                PROMPT_COMMAND=(__launcher_prompt "${PROMPT_COMMAND[@]}")
            else
                PROMPT_COMMAND="__launcher_prompt${PROMPT_COMMAND:+;$PROMPT_COMMAND}"
            fi
            PS1='${__launcher_total:+\[\e[1;31m\]${__launcher_total}\[\e[0m\] }'$PS1
        fi
        """#

    /// `psvar` reaches the prompt as text, whatever the shell's options are. The first free element is used.
    private static let zshScript = #"""
        __launcher_prompt() {
            psvar[$__launcher_place]="$(command launcher widget --format prompt 2>/dev/null)"
        }
        if (( ! ${+__launcher_place} )); then
            typeset -gi __launcher_place=$(( ${#psvar} + 1 ))
            autoload -Uz add-zsh-hook
            add-zsh-hook precmd __launcher_prompt
            PROMPT="%($__launcher_place"'V.%B%F{red}%'"$__launcher_place"'v%f%b .)'$PROMPT
        fi
        """#

    /// The previous prompt runs first, because `pipestatus` cannot be restored for it.
    private static let fishScript = #"""
        if not functions -q __launcher_fish_prompt
            functions -q fish_prompt; or function fish_prompt; end
            functions -c fish_prompt __launcher_fish_prompt
            function fish_prompt
                set -l prompt (__launcher_fish_prompt)
                set -l total (command launcher widget --format prompt 2>/dev/null)
                test -n "$total"; and printf '%s%s%s ' (set_color --bold red) $total (set_color normal)
                string join -- \n $prompt
            end
        end
        """#
}
