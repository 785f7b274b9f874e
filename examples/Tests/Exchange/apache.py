"""Writes the settings of an Apache server that logs users in by gss-ntlmssp, and runs it in one process.

    apache.py FOLDER

FOLDER has localhost.pem, localhost.key and users (DOMAIN:user:password). Prints the port, and becomes apache2. The answer to
every request that is logged in is an empty list of rooms; FOLDER/access names the users.
"""

import os
import pathlib
import random
import socket
import sys

ANSWER = """#!/bin/sh
printf 'Content-Type: text/xml; charset=utf-8\\n\\n'
cat <<'END'
<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><m:GetRoomListsResponse ResponseClass="Success"
xmlns:m="http://schemas.microsoft.com/exchange/services/2006/messages"><m:ResponseCode>NoError</m:ResponseCode><m:RoomLists/>
</m:GetRoomListsResponse></s:Body></s:Envelope>
END
"""


def free_port():
    """None of those that the system gives by itself, so that nothing else takes it before Apache does."""
    while True:
        port = random.randrange(10_000, 32_000)
        with socket.socket() as free:
            try:
                free.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


def main():
    folder = pathlib.Path(sys.argv[1])
    port = free_port()
    script = folder / "answer"
    script.write_text(ANSWER)
    script.chmod(0o755)
    modules = ["mpm_prefork", "authn_core", "authz_core", "authz_user", "auth_gssapi", "ssl", "cgi", "alias"]
    # A login needs several requests on one connection, and on a busy machine more than 5 s may pass between them.
    # A user and a group, which Apache takes on only if it is started by root, and which then must see the folder.
    (folder / "apache.conf").write_text("\n".join([
        *(f"LoadModule {name}_module /usr/lib/apache2/modules/mod_{name}.so" for name in modules),
        f"ServerRoot {folder}", f"DocumentRoot {folder}", "ServerName localhost", f"PidFile {folder}/pid",
        f"Listen 127.0.0.1:{port}", f"ErrorLog {folder}/error", f"CustomLog {folder}/access \"%>s %u\"",
        f"DefaultRuntimeDir {folder}", f"Mutex file:{folder}", "KeepAlive On", "KeepAliveTimeout 60",
        "User nobody", "Group nogroup",
        "SSLEngine on", f"SSLCertificateFile {folder}/localhost.pem", f"SSLCertificateKeyFile {folder}/localhost.key",
        f"ScriptAlias /EWS/Exchange.asmx {folder}/answer",
        "<Location />", "AuthType GSSAPI", 'AuthName "Exchange"', "GssapiAllowedMech ntlmssp", "GssapiConnectionBound On",
        "Require valid-user", "</Location>", "",
    ]))
    folder.chmod(0o755)
    environment = {**os.environ, "NTLM_USER_FILE": str(folder / "users")}
    print(port, flush=True)
    os.execve("/usr/sbin/apache2", ["apache2", "-f", str(folder / "apache.conf"), "-X"], environment)


main()
