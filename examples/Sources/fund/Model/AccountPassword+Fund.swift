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
    /// The password of its user.
    var password: AccountPassword {
        AccountPassword(
            of: address, user: user, in: Keyring("Fund", account: address), isRemembered: isRemembered,
            orFrom: passwordCommand,
            advice: "set a command that prints it: fund mail account set \(address) --password-command COMMAND")
    }
}
