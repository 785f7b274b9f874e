"""Takes one message by SMTP on a free port, which it prints, and writes it to a file.

    mail_server.py FILE
"""

import socketserver
import sys


class Handler(socketserver.StreamRequestHandler):
    def say(self, line):
        self.wfile.write(line.encode() + b"\r\n")

    def handle(self):
        self.say("220 ready")
        for line in self.rfile:
            word = line.split()[0].upper() if line.split() else b""
            if word == b"DATA":
                self.say("354 go on")
                lines = []
                for part in self.rfile:
                    if part == b".\r\n":
                        break
                    lines.append(part[1:] if part.startswith(b".") else part)
                with open(sys.argv[1], "wb") as file:
                    file.write(b"".join(lines))
                self.say("250 taken")
            elif word == b"QUIT":
                self.say("221 bye")
                return
            elif word in (b"EHLO", b"HELO", b"MAIL", b"RCPT"):
                self.say("250 fine")
            else:
                self.say("502 unknown")


with socketserver.TCPServer(("127.0.0.1", 0), Handler) as server:
    print(server.server_address[1], flush=True)
    server.serve_forever()
