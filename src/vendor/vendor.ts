/** The facts of one vendor: every name that carries its brand, and nothing else does. */
export interface Vendor {
  /** The program's own name: its command, its service, its state and settings folders. */
  readonly program: string;
  /** The one URL that is ever given the access token (rule SAFETY-2). */
  readonly usageUrl: string;
  readonly betaHeader: { readonly name: string; readonly value: string };
  /** What stands before the version in `User-Agent`. */
  readonly userAgentPrefix: string;
  /** Below the home folder, with `/` between parts. */
  readonly credentialsPath: string;
  /** The key in the credentials file whose object holds `accessToken`. */
  readonly credentialsKey: string;
  /** Below the home folder, with `/` between parts. */
  readonly transcriptRoots: readonly string[];
  /** The coding agent's own settings, below the home folder, and what they say of its transcripts. */
  readonly agentSettings: {
    readonly path: string;
    /** The key that says how many days it keeps transcripts. */
    readonly retentionKey: string;
    /** How many it keeps where nothing says otherwise. */
    readonly retentionDays: number;
  };
  /** The variable with which the coding agent itself moves its folder, and what lies in that folder. */
  readonly configDir?: {
    readonly variable: `${string}_CONFIG_DIR`;
    readonly credentialsPath: string;
    readonly transcriptRoot: string;
    readonly agentSettingsPath: string;
  };
}
