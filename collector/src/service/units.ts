import { execStart } from "../../../src/base/systemd.ts";

const NAME = "agent-usage-collector";

/** What every unit has. A restart fixes a database that was not up yet, but no wrong command line (64). */
const SERVICE = `Type=exec
Restart=on-failure
RestartSec=30
RestartPreventExitStatus=64
# Requests in hand get 9 seconds.
TimeoutStopSec=15
UnsetEnvironment=NODE_DEBUG NODE_OPTIONS NODE_TLS_REJECT_UNAUTHORIZED OPENSSL_CONF
UMask=0077
# glibc gives each thread a heap of its own otherwise, and keeps large blocks that are free: a quarter more memory.
Environment=MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072
NoNewPrivileges=yes
RestrictSUIDSGID=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service @pkey
SystemCallErrorNumber=EPERM
# Left out on purpose: MemoryDenyWriteExecute= aborts V8.`;

export interface ServiceFacts {
  /** The path of node. */
  readonly node: string;
  /** The path of the collector's command. */
  readonly cli: string;
  /** Variables that say where its files are. */
  readonly environment: Readonly<Record<string, string>>;
}

/** The text of the systemd user unit. */
export function userUnit({ node, cli, environment }: ServiceFacts): string {
  const variables = Object.entries(environment).map(
    ([name, value]) => `Environment=${quoted(`${name}=${value}`)}\n`,
  );
  return `# ${NAME}: a systemd user unit. "${NAME} install" overwrites this file. Put your changes into a drop-in:
#   systemctl --user edit ${NAME}

[Unit]
Description=Collects what coding agents used on every machine

[Service]
ExecStart=${execStart(node, cli, "serve")}
${variables.join("")}${SERVICE}

[Install]
WantedBy=default.target
`;
}

/** The text of the hardened system unit: a user of its own, and only its own folder to write to. */
export function systemUnit(): string {
  return `# ${NAME}: a hardened systemd system unit. Copy it to /etc/systemd/system/${NAME}.service, correct the
# paths in ExecStart=, then run
#   systemctl daemon-reload && systemctl enable --now ${NAME}
# Settings: /etc/${NAME}/config.json. Commands:
#   systemd-run --pipe --property=DynamicUser=yes --property=User=${NAME} --setenv=XDG_STATE_HOME=/var/lib \\
#     /usr/bin/node /usr/local/lib/${NAME}/cli.js invite

[Unit]
Description=Collects what coding agents used on every machine
After=network-online.target
Wants=network-online.target

[Service]
ExecStart=/usr/bin/node /usr/local/lib/${NAME}/cli.js serve
Environment=XDG_STATE_HOME=/var/lib XDG_CONFIG_HOME=/etc HOME=/var/lib/${NAME}
DynamicUser=yes
StateDirectory=${NAME}
StateDirectoryMode=0700
ConfigurationDirectory=${NAME}
${SERVICE}
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
ProcSubset=pid
CapabilityBoundingSet=

[Install]
WantedBy=multi-user.target
`;
}

function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, "\\$&").replaceAll("%", "%%")}"`;
}
