import ToolProgram

extension Remote {
    /// The password of its user, who must have a name.
    var password: AccountPassword {
        AccountPassword(
            of: "“\(name)”", user: "\(user ?? "") at “\(name)”",
            in: Keyring("Fund", account: "\(user ?? "") at \(place)"), isRemembered: isRemembered,
            orFrom: passwordCommand,
            advice: "see fund remote login --help, and --password-command of fund remote add")
    }
}

extension MailAccount {
    /// The password of its user. An account that is not stored yet has the number 0.
    var password: AccountPassword {
        let words = id == 0 ? "add \(address) …" : "set \(address)"
        return AccountPassword(
            of: address, user: user, in: Keyring("Fund", account: address), isRemembered: isRemembered,
            orFrom: passwordCommand,
            advice: "set a command that prints it: fund mail account \(words) --password-command COMMAND")
    }
}
