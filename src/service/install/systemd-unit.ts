import { EXIT } from "../../base/exit-codes.ts";
import { BEAT_MINUTES } from "../schedule.ts";

export interface UnitFacts {
  readonly program: string;
  /** The programs to run, as `ExecStart=` is to have them: quoted where they must be. */
  readonly execStart: string;
  /** A file with variables for the service, as systemd is to find it. */
  readonly environmentFile: string;
}

/** The systemd user unit. Each line of the hardening was seen to work on systemd 252 without privileges. */
export function systemdUnit({ program, execStart, environmentFile }: UnitFacts): string {
  return `# ${program}: a systemd user unit. Put changes of yours into a drop-in, which no upgrade touches:
#   systemctl --user edit ${program}

[Unit]
Description=Adds up what a coding agent used, every ${BEAT_MINUTES} minutes (${program})
# Restarts are bounded: five in ten minutes, then it is left alone.
StartLimitIntervalSec=600
StartLimitBurst=5

[Service]
Type=exec
ExecStart=${execStart}
# What \`install\` copied of the shell's proxy settings; and nothing of the shell's that would weaken the daemon.
# SSL_CERT_FILE and SSL_CERT_DIR are left: they only name the authorities, for a node that is built to ask OpenSSL.
EnvironmentFile=-${environmentFile}
UnsetEnvironment=NODE_DEBUG NODE_OPTIONS NODE_TLS_REJECT_UNAUTHORIZED OPENSSL_CONF
Restart=on-failure
RestartSec=30
# Wrong settings (${EXIT.failed}), a state of a newer version (${EXIT.state}) and a wrong command line (${EXIT.commandLine}) do not mend themselves.
RestartPreventExitStatus=${EXIT.failed} ${EXIT.state} ${EXIT.commandLine}
TimeoutStopSec=15

# It makes way for everything else.
Nice=10
IOSchedulingClass=idle
MemoryMax=1G
TasksMax=64

# Files that it makes are for their owner alone.
UMask=0077
# No set-uid program can give it, or what it starts, more rights.
NoNewPrivileges=yes
RestrictSUIDSGID=yes
# It talks over IP, and to the resolver and the journal over sockets; it needs no other family.
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
# It makes no namespaces, asks for no real time, changes no execution domain, runs no foreign code.
RestrictNamespaces=yes
RestrictRealtime=yes
LockPersonality=yes
SystemCallArchitectures=native
# What a service needs, and V8's memory protection keys; anything else answers EPERM, for to be killed is no answer.
SystemCallFilter=@system-service @pkey
SystemCallErrorNumber=EPERM
# Not here, for a reason: MemoryDenyWriteExecute= and LimitAS= end V8. ProtectSystem=, ProtectHome=, ReadWritePaths= and
# PrivateTmp= do nothing without PrivateUsers=, which some systems forbid: they stand in the drop-in sandbox.conf.

[Install]
WantedBy=default.target
`;
}

/**
 * What a drop-in adds where the system lets users have namespaces: the home can be read and not written, but for the
 * state; nothing else of the machine can be written, and of the devices only the harmless are there.
 */
export function sandboxDropIn(program: string): string {
  return `# A drop-in for systems that allow user namespaces (most, from systemd 254 on; some distributions forbid them).
# Copy it to ~/.config/systemd/user/${program}.service.d/sandbox.conf, then: systemctl --user daemon-reload
# and systemctl --user restart ${program}. Where the service then fails with status=217/USER or 226/NAMESPACE,
# the system forbids them: remove it again. The state folder must be there already (one beat makes it).

[Service]
# What makes the rest possible without privileges; without it the lines below are silently ignored.
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

/** What `ExecStart=` runs. systemd takes no program whose path holds a quote or a backslash: env(1) does. */
export function execStart(node: string, daemon: string): string {
  const isTaken = !/['"\\]/.test(node);
  const start = isTaken ? execWord(node, "program") : `/usr/bin/env ${execWord(node)}`;
  return `${start} ${execWord(daemon)}`;
}

/**
 * A word of `ExecStart=` (systemd.service(5), Command lines): nothing in it is expanded. In the program's own path a
 * `$` is left as it is.
 */
export function execWord(text: string, kind: "program" | "argument" = "argument"): string {
  const escaped = text.replace(/[\\"]/g, "\\$&").replaceAll("%", "%%");
  return `"${kind === "program" ? escaped : escaped.replaceAll("$", "$$$$")}"`;
}

/** A path as `EnvironmentFile=` is to have it: what stands there is a pattern (glob(7)), with specifiers. */
export function environmentPattern(path: string): string {
  return path.replace(/[\\*?[\]]/g, "\\$&").replaceAll("%", "%%");
}

/** The file that a unit of ours names in `EnvironmentFile=`, where it names one that is called so. */
export function environmentFileIn(unit: string, home: string, name: string): string | undefined {
  const [, pattern] = /^EnvironmentFile=-(.*)$/m.exec(unit) ?? [];
  const path = pattern
    ?.replace(/%(.)/g, (whole, letter: string) => ({ "%": "%", h: home })[letter] ?? whole)
    .replace(/\\(.)/g, "$1");
  return path?.startsWith("/") && path.endsWith(`/${name}`) ? path : undefined;
}
