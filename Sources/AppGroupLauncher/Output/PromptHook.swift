/// What a shell runs so that its prompt begins with the total of all badges.
///
/// Each asks once before each prompt, leaves the status of the last command as it was, and can be read twice. Nothing that
/// an app registered reaches the prompt: the total is a number.
enum PromptHook: String, CaseIterable {
    case bash, zsh, fish

    var script: String {
        switch self {
        case .bash: Self.bashScript
        case .zsh: Self.zshScript
        case .fish: Self.fishScript
        }
    }

    /// `PS1` expands the variable each time; `\[` and `\]` tell readline what takes no room. `${name:+…}` leaves all of
    /// it out where there is nothing to do.
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

    /// `psvar` reaches the prompt as text whatever the options of the shell are; the first place that is free is taken.
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

    /// The earlier prompt runs first, since nothing can set `pipestatus` anew for it.
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
