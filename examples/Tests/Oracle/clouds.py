"""Serves a folder as a cloud, until this script ends.

    clouds.py apache|wsgidav|rclone|s3|ftp FOLDER [PASSWORD]

Prints the port on 127.0.0.1 when the server listens. With a password, Apache wants it from the user anna; S3's keys are
accesskey and PASSWORD. FOLDER/served is what is served, by FTP as the folder `served`; the rest of FOLDER is for the server's own files.
"""

import ctypes
import getpass
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import time

TOOLS = pathlib.Path(__file__).resolve().parents[3] / ".build/tools"
APACHE = """
ServerRoot {own}
ServerName localhost
Listen 127.0.0.1:{port}
PidFile {own}/pid
ErrorLog {own}/errors
{user}
LoadModule mpm_event_module /usr/lib/apache2/modules/mod_mpm_event.so
LoadModule authn_core_module /usr/lib/apache2/modules/mod_authn_core.so
LoadModule authn_file_module /usr/lib/apache2/modules/mod_authn_file.so
LoadModule authz_core_module /usr/lib/apache2/modules/mod_authz_core.so
LoadModule authz_user_module /usr/lib/apache2/modules/mod_authz_user.so
LoadModule auth_basic_module /usr/lib/apache2/modules/mod_auth_basic.so
LoadModule dav_module /usr/lib/apache2/modules/mod_dav.so
LoadModule dav_fs_module /usr/lib/apache2/modules/mod_dav_fs.so
LoadModule dir_module /usr/lib/apache2/modules/mod_dir.so
LoadModule alias_module /usr/lib/apache2/modules/mod_alias.so
DavLockDB {own}/state/locks
Alias /dav {served}
DocumentRoot {own}/empty
<Directory {served}>
    Dav On
    {access}
</Directory>
"""
FTP = """
listen=YES
listen_address=127.0.0.1
listen_port={port}
anonymous_enable=YES
ftp_username={name}
local_enable=NO
write_enable=YES
anon_root={own}
anon_upload_enable=YES
anon_mkdir_write_enable=YES
anon_other_write_enable=YES
anon_world_readable_only=NO
anon_umask=022
no_anon_password=YES
allow_writeable_chroot=YES
seccomp_sandbox=NO
xferlog_enable=NO
secure_chroot_dir={own}/empty
nopriv_user={name}
pasv_address=127.0.0.1
background=NO
{launching}
"""


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def dies_with_parent():
    ctypes.CDLL(None).prctl(1, signal.SIGTERM)


def words(kind, own, served, port, password):
    clouds = TOOLS / "clouds-1/bin"
    root = os.geteuid() == 0
    if kind == "apache":
        access = "Require all granted"
        if password:
            hashed = subprocess.run(["openssl", "passwd", "-apr1", password], capture_output=True, text=True, check=True)
            (own / "users").write_text(f"anna:{hashed.stdout}")
            access = f"AuthType Basic\n    AuthName cloud\n    AuthUserFile {own}/users\n    Require valid-user"
        user = "User www-data\nGroup www-data" if root else ""
        (own / "apache.conf").write_text(
            APACHE.format(own=own, served=served, port=port, user=user, access=access))
        return ["/usr/sbin/apache2", "-f", str(own / "apache.conf"), "-DFOREGROUND"]
    if kind == "wsgidav":
        settings = {
            "host": "127.0.0.1", "port": port, "server": "cheroot", "verbose": 0,
            "provider_mapping": {"/": {"root": str(served)}}, "simple_dc": {"user_mapping": {"*": True}},
            "lock_storage": False, "property_manager": None, "logging": {"enable": False},
        }
        (own / "wsgidav.json").write_text(json.dumps(settings))
        return [str(clouds / "python"), "-m", "wsgidav.server.server_cli", "--config", str(own / "wsgidav.json")]
    if kind == "rclone":
        return [str(clouds / "rclone"), "serve", "webdav", "--addr", f"127.0.0.1:{port}", "--dir-cache-time", "0s", str(served)]
    if kind == "s3":
        return [str(clouds / "rclone"), "serve", "s3", "--addr", f"127.0.0.1:{port}", "--auth-key", f"accesskey,{password}",
                "--dir-cache-time", "0s", str(served)]
    # vsftpd begins in the home of its user, which must exist.
    name = "daemon" if root else getpass.getuser()
    launching = "" if root else "run_as_launching_user=YES"
    (own / "ftp.conf").write_text(FTP.format(own=own, served=served, port=port, name=name, launching=launching))
    return [str(TOOLS / "vsftpd/usr/sbin/vsftpd"), str(own / "ftp.conf")]


def main():
    kind, folder, password = (sys.argv[1:] + [""])[:3]
    own = pathlib.Path(folder)
    served = own / "served"
    served.mkdir(parents=True, exist_ok=True)
    (own / "empty").mkdir(exist_ok=True)
    # Apache and vsftpd serve as another user if they are started as root. FTP's root must not be writable for that user.
    os.chmod(own, 0o755)
    for name in ("served", "state"):
        (own / name).mkdir(exist_ok=True)
        os.chmod(own / name, 0o777)
    os.chmod(own / "empty", 0o755)
    if shutil.which("openssl") is None:
        sys.exit("openssl is missing: run make setup")
    environment = dict(os.environ, RCLONE_CONFIG="/dev/null")
    port = free_port()
    with open(own / "log", "w") as log:
        server = subprocess.Popen(words(kind, own, served, port, password), stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                  preexec_fn=dies_with_parent, env=environment)
    while True:
        if server.poll() is not None:
            sys.exit(f"{kind} ended with {server.returncode}: {(own / 'log').read_text()}")
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            break
        except OSError:
            time.sleep(0.02)
    print(port, flush=True)
    sys.exit(server.wait())


main()
