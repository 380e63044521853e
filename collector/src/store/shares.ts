import type { Actor, NewSecret } from "./records.ts";

/** Links that show one page with one range, to whoever has them. */
export interface Shares {
  addShare(share: NewShare, by: Actor): Promise<void>;
  /** Those that have not expired, oldest first. */
  shares(at: number): Promise<Share[]>;
  /** @param prefix the clear characters of a link. @returns whether there was exactly one that still works */
  revokeShare(prefix: string, by: Actor): Promise<boolean>;
  /** Starts a session that ends with the link, at the latest. @returns undefined if the link is unknown or expired */
  openShare(
    shareHash: string,
    session: NewSecret & { readonly expiresAt: number },
    by: Pick<Actor, "from" | "at">,
  ): Promise<SharedView | undefined>;
  /** What a session of a link shows. */
  sharedWith(sessionHash: string, at: number): Promise<SharedView | undefined>;
}

export interface SharedView {
  /** The page's path, such as `/machines/7`. */
  readonly page: string;
  /** Days, both inclusive. */
  readonly from: string;
  readonly to: string;
  readonly expiresAt: number;
}

export type NewShare = NewSecret & SharedView;

export interface Share extends SharedView {
  readonly prefix: string;
  readonly createdAt: number;
  readonly createdBy: string;
}
