import { VERSION } from "../version.ts";

/** A machine of the demo. */
export interface Member {
  readonly label: string;
  readonly os: "linux" | "darwin";
  readonly account?: string;
  /** On which day of the past it joined, and on which it was last seen: days before today. */
  readonly joined: number;
  readonly left: number;
  /** Requests on a usual working day, at the end of the year. */
  readonly requests: number;
  /** What a day of a weekend has of a working day. */
  readonly weekend: number;
  /** What each family of models has of the requests. */
  readonly taste: Taste;
  readonly version: string;
  readonly agentVersion: string;
  /** Whether two homes push as this machine. */
  readonly isTwice?: true;
  readonly end?: "archived" | "revoked";
}

export type Family = "opus" | "sonnet" | "haiku";
export type Taste = Readonly<Record<Family, number>>;

const DEEP: Taste = { opus: 0.7, sonnet: 0.2, haiku: 0.1 };
const EVEN: Taste = { opus: 0.35, sonnet: 0.5, haiku: 0.15 };
const QUICK: Taste = { opus: 0.02, sonnet: 0.38, haiku: 0.6 };

const PERSON = { weekend: 0.08, left: 0, joined: 364, version: VERSION, agentVersion: "2.1.90" } as const;
const SERVER = { ...PERSON, os: "linux", weekend: 0.7, taste: QUICK } as const;

/** The machines that everyone of the demo sees. */
export const CAST: readonly Member[] = [
  { ...PERSON, label: "lena-macbook", os: "darwin", account: "platform", requests: 210, taste: DEEP },
  { ...PERSON, label: "marco-thinkpad", os: "linux", account: "platform", requests: 150, taste: EVEN },
  { ...SERVER, label: "build-01", account: "platform", requests: 320 },
  { ...PERSON, label: "yuki-macbook", os: "darwin", account: "research", requests: 260, taste: DEEP },
  { ...SERVER, label: "gpu-box", account: "research", requests: 120, taste: EVEN, isTwice: true },
  { ...PERSON, label: "sofia-macbook", os: "darwin", account: "mobile", requests: 130, taste: EVEN },
  {
    ...PERSON,
    label: "noah-macbook",
    os: "darwin",
    account: "mobile",
    requests: 170,
    taste: DEEP,
    joined: 118,
  },
  {
    ...SERVER,
    label: "build-mac-mini",
    os: "darwin",
    account: "mobile",
    requests: 90,
    version: "0.0.7",
    agentVersion: "2.0.14",
  },
  { ...PERSON, label: "home-server", os: "linux", requests: 40, weekend: 1.4, taste: EVEN, joined: 250 },
  {
    ...PERSON,
    label: "ines-laptop",
    os: "linux",
    account: "mobile",
    requests: 110,
    taste: EVEN,
    joined: 80,
    left: 5,
  },
  {
    ...PERSON,
    label: "lena-old-macbook",
    os: "darwin",
    account: "platform",
    requests: 90,
    taste: EVEN,
    left: 97,
    end: "archived",
  },
  {
    ...PERSON,
    label: "contractor-laptop",
    os: "linux",
    account: "research",
    requests: 140,
    taste: EVEN,
    joined: 210,
    left: 34,
    end: "revoked",
  },
];
