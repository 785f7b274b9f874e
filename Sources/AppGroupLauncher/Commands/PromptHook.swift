/// Shell code that shows the total of all badges at the beginning of the prompt.
///
/// It asks for the total once before each prompt, preserves the status of the last command, and can be evaluated twice.
/// Only a number reaches the prompt, never text that an app registered. Many prompts are rebuilt before each command,
/// so the code runs after everything else that does so, and makes sure that the prompt has its segment once.
enum PromptHook: String, CaseIterable {
    case bash, zsh, fish

    /// - Parameter symbol: The text before the total, without characters that are special in a shell or a prompt.
    func script(symbol: String) -> String {
        let script =
            switch self {
            case .bash: Self.bashScript
            case .zsh: Self.zshScript
            case .fish: Self.fishScript
            }
        return script.replacing("SYMBOL", with: symbol.isEmpty ? "" : "\(symbol) ")
    }

    /// `PS1` expands the variable each time; `\[` and `\]` tell readline which characters have no width. `${name:+…}`
    /// is empty if the total is. Before bash 5.1, only the first element of `PROMPT_COMMAND` runs.
    ///
    /// What builds the prompt may have moved itself behind the function since the code was last evaluated, as liquidprompt does. So
    /// the function is taken out and appended again; between other commands, `:` takes its place. bash-preexec has to stay last.
    private static let bashScript = #"""
        __launcher_prompt() {
            local status=$?
            __launcher_total=$(command launcher widget --format prompt 2>/dev/null)
            if [[ $PS1 != *'${__launcher_total:+'* ]]; then
                PS1='${__launcher_total:+\[\e[1;31m\]SYMBOL${__launcher_total}\[\e[0m\] }'$PS1
            fi
            return "$status"
        }
        if [[ ${PROMPT_COMMAND[*]-} == *__launcher_prompt*__bp_interactive_mode* ]]; then
            :
        elif [[ $(declare -p PROMPT_COMMAND 2>/dev/null) == "declare -a"* ]] &&
            (( BASH_VERSINFO[0] > 5 || BASH_VERSINFO[0] == 5 && BASH_VERSINFO[1] >= 1 )); then
            for __launcher_place in "${!PROMPT_COMMAND[@]}"; do
                __launcher_rest=${PROMPT_COMMAND[__launcher_place]%$'\n'__launcher_prompt}
                if [[ $__launcher_rest == __launcher_prompt ]]; then
                    unset "PROMPT_COMMAND[__launcher_place]"
                else
                    PROMPT_COMMAND[__launcher_place]=${__launcher_rest//__launcher_prompt/:}
                fi
            done
            PROMPT_COMMAND+=(__launcher_prompt)
        else
            __launcher_rest=${PROMPT_COMMAND-}
            __launcher_rest=${__launcher_rest%$'\n'__launcher_prompt}
            [[ $__launcher_rest != __launcher_prompt ]] || __launcher_rest=
            PROMPT_COMMAND=${__launcher_rest:+${__launcher_rest//__launcher_prompt/:}$'\n'}__launcher_prompt
        fi
        unset __launcher_place __launcher_rest
        """#

    /// The number itself becomes part of `PROMPT`, in place of the one before, wherever that is by now: `psvar`, through which a
    /// prompt could show it without the option `prompt_subst`, belongs to the user's prompt.
    ///
    /// The segment begins with `%{%}`, which shows nothing, so that it is not taken for a bold red number of the user's prompt. A
    /// segment is found by its ends, because an earlier evaluation may have had another symbol, which contains no `%` either.
    private static let zshScript = #"""
        __launcher_prompt() {
            emulate -L zsh
            setopt extended_glob
            local begin='%{%}%B%F{red}' symbol='SYMBOL' end='%f%b '
            local total="$(command launcher widget --format prompt 2>/dev/null)"
            PROMPT=${total:+$begin$symbol$total$end}${PROMPT//${begin}[^%]#$end}
        }
        autoload -Uz add-zsh-hook
        add-zsh-hook -d precmd __launcher_prompt
        add-zsh-hook precmd __launcher_prompt
        """#

    /// The previous prompt runs first, because `pipestatus` cannot be restored for it.
    private static let fishScript = #"""
        if not functions -q __launcher_fish_prompt
            functions -q fish_prompt; or function fish_prompt; end
            functions -c fish_prompt __launcher_fish_prompt
            function fish_prompt
                set -l prompt (__launcher_fish_prompt)
                set -l total (command launcher widget --format prompt 2>/dev/null)
                test -n "$total"; and printf '%sSYMBOL%s%s ' (set_color --bold red) $total (set_color normal)
                string join -- \n $prompt
            end
        end
        """#
}
