"""What went wrong in a call."""


class Error(Exception):
    """A failure, as a sentence that says what to do next.

    `code` is the kind of failure in one word, such as "busy" or "schemeTaken". `exit_status` is the status with which a
    command-line tool should end, as in sysexits.h.
    """

    def __init__(self, code: str, exit_status: int, message: str) -> None:
        super().__init__(code, exit_status, message)
        self.code = code
        self.exit_status = exit_status
        self.message = message

    def __str__(self) -> str:
        return self.message
