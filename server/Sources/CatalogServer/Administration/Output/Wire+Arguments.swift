public import AppCatalog
public import ArgumentParser

extension AccountRole: ExpressibleByArgument {}
extension ReleaseChannel: ExpressibleByArgument {}
