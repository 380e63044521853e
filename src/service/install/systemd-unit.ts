import { EXIT } from "../../base/exit-codes.ts";
import { BEAT_MINUTES } from "../schedule.ts";

export interface UnitFacts {
  readonly program: string;
  /** The value of `ExecStart=`, with quotes where they are needed. */
  readonly execStart: string;
  /** The value of `EnvironmentFile=`: a glob pattern, with systemd's specifiers. */
  readonly environmentFile: string;
}

/** The text of the systemd user unit. Every hardening line was tested on systemd 252 without privileges. */
export function systemdUnit({ program, execStart, environmentFile }: UnitFacts): string {
  return `# ${program}: a systemd user unit. An upgrade overwrites this file. Put your changes into a drop-in:
#   systemctl --user edit ${program}

[Unit]
Description=Records the token usage of a coding agent every ${BEAT_MINUTES} minutes (${program})
# At most five starts in ten minutes.
StartLimitIntervalSec=600
StartLimitBurst=5

[Service]
Type=exec
ExecStart=${execStart}
# The variables that \`install\` copied from your shell, and any lines you added.
EnvironmentFile=-${environmentFile}
# Variables that change how Node behaves or weaken TLS. SSL_CERT_FILE and SSL_CERT_DIR are kept: they only name
# certificate authorities, for a Node that is built to use OpenSSL's.
UnsetEnvironment=NODE_DEBUG NODE_OPTIONS NODE_TLS_REJECT_UNAUTHORIZED OPENSSL_CONF
Restart=on-failure
RestartSec=30
# A restart does not fix wrong settings (${EXIT.failed}), a state of a newer version (${EXIT.state}) or a wrong command line (${EXIT.commandLine}).
RestartPreventExitStatus=${EXIT.failed} ${EXIT.state} ${EXIT.commandLine}
TimeoutStopSec=15

# Everything else on the machine goes first.
Nice=10
IOSchedulingClass=idle
MemoryMax=1G
TasksMax=64

# The files it creates are for their owner only.
UMask=0077
# Neither the service nor a program it starts can gain privileges.
NoNewPrivileges=yes
RestrictSUIDSGID=yes
# IP for the network; Unix sockets for the resolver and the journal.
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
# No namespaces, no real-time scheduling, no other execution domain, no foreign binaries.
RestrictNamespaces=yes
RestrictRealtime=yes
LockPersonality=yes
SystemCallArchitectures=native
# What a service needs, plus memory protection keys for V8. Other calls fail with EPERM; they do not kill the process.
SystemCallFilter=@system-service @pkey
SystemCallErrorNumber=EPERM
# Left out on purpose: MemoryDenyWriteExecute= and LimitAS= abort V8. ProtectSystem=, ProtectHome=, ReadWritePaths= and
# PrivateTmp= have no effect without PrivateUsers=, which some systems forbid: they are in the drop-in sandbox.conf.

[Install]
WantedBy=default.target
`;
}

/**
 * The text of a drop-in for systems that allow user namespaces. The service can then write only to the state folder: the
 * rest of the home and of the machine is read-only, and only harmless devices exist.
 */
export function sandboxDropIn(program: string): string {
  return `# A drop-in for systems that allow user namespaces (most since systemd 254; some distributions forbid them).
# Copy it to ~/.config/systemd/user/${program}.service.d/sandbox.conf, then run
#   systemctl --user daemon-reload && systemctl --user restart ${program}
# If the service then fails with status=217/USER or 226/NAMESPACE, your system forbids them: remove the file again.
# The state folder must exist already: one refresh creates it.

[Service]
# Makes the rest possible without privileges. Without it, systemd ignores the lines below silently.
PrivateUsers=yes
ProtectSystem=strict
ProtectHome=read-only
ReadWritePaths=%h/.local/state/${program}
PrivateTmp=yes
PrivateDevices=yes
ProtectKernelTunables=yes
ProtectControlGroups=yes
`;
}

/** A path as the value of `EnvironmentFile=`, which is a pattern (glob(7)) with specifiers. */
export function environmentPattern(path: string): string {
  return path.replace(/[\\*?[\]]/g, "\\$&").replaceAll("%", "%%");
}

/** The words of `ExecStart=` in a unit. @param home stands for the specifier `%h` */
export function unitWords(unit: string, home: string): string[] {
  const line = /^ExecStart=(.*)$/m.exec(unit)?.[1] ?? "";
  return (line.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? []).map((word, index) => {
    const plain = word.startsWith('"') ? word.slice(1, -1).replace(/\\(.)/g, "$1") : word;
    const specified = plain.replace(/%[%h]/g, (specifier) => (specifier === "%h" ? home : "%"));
    return index === 0 ? specified : specified.replaceAll("$$", "$");
  });
}

/** The path in `EnvironmentFile=` in a unit, if it ends with `name`. @param home stands for the specifier `%h` */
export function unitEnvironmentFile(unit: string, home: string, name: string): string | undefined {
  const [, pattern] = /^EnvironmentFile=-(.*)$/m.exec(unit) ?? [];
  const path = pattern
    ?.replace(/%(.)/g, (whole, letter: string) => ({ "%": "%", h: home })[letter] ?? whole)
    .replace(/\\(.)/g, "$1");
  return path?.startsWith("/") && path.endsWith(`/${name}`) ? path : undefined;
}
