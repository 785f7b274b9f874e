import ArgumentParser

/// Who administers a new catalogue.
struct FirstAdministratorOptions: ParsableArguments {
    @Option(help: "The family that a new catalogue is of, such as com.example.tools.") var group: String?
    @Option(help: ArgumentHelp("The first administrator of a new catalogue (admin).", valueName: "NAME"))
    var administrator: String?
    @OptionGroup var password: PasswordOptions
}
