/** The facts of one vendor. */
export interface Vendor {
  /** The program's name: its command, its service, its state and settings folders. */
  readonly program: string;
  /** The only URL that ever gets the access token (rule SAFETY-2). */
  readonly usageUrl: string;
  readonly betaHeader: { readonly name: string; readonly value: string };
  /** The part of `User-Agent` before the version. */
  readonly userAgentPrefix: string;
  /** Relative to the home folder, with `/`. */
  readonly credentialsPath: string;
  /** The key in the credentials file whose object has `accessToken`. */
  readonly credentialsKey: string;
  /** Relative to the home folder, with `/`. */
  readonly transcriptRoots: readonly string[];
  /** The coding agent's own settings file, relative to the home folder, and its setting for transcripts. */
  readonly agentSettings: {
    readonly path: string;
    /** The key with the days that it keeps transcripts. */
    readonly retentionKey: string;
    /** The default. */
    readonly retentionDays: number;
    /** The key of the status line, `{type: "command", command}`; absent if the agent is not known to have one. */
    readonly statusLineKey?: string;
  };
  /** The coding agent's login in the macOS Keychain. */
  readonly keychain?: {
    /** The service of its item, without the suffix for a moved folder. */
    readonly service: string;
    /** The account of its item if the user's name has unusual characters. */
    readonly account: string;
    /** Overrides `configDir` for the suffix. Empty: no suffix. */
    readonly folderVariable: `${string}_CONFIG_DIR`;
  };
  /** The variable that moves the coding agent's folder, and the paths in that folder. */
  readonly configDir?: {
    readonly variable: `${string}_CONFIG_DIR`;
    readonly credentialsPath: string;
    readonly transcriptRoot: string;
    readonly agentSettingsPath: string;
  };
}
