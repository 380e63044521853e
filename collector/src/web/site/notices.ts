/** What a page says after a form has done something, by the code in its URL. The URL never holds a text. */
export const NOTICES = {
  signed_in: "You are signed in.",
  password_set: "Your password is set.",
  password_changed: "Your password is changed, and your other browsers are signed out.",
  session_ended: "That browser is signed out.",
  session_gone: "That browser was signed out already.",
  role_changed: "The role is changed.",
  person_removed: "The person is removed and signed out.",
  key_revoked: "The key is revoked.",
  share_revoked: "The link is revoked. Nobody sees the page with it any more.",
  code_revoked: "The code is revoked.",
  alerts_saved: "Saved.",
  channel_added: "The channel is added. Press Test to see whether it works.",
  test_delivered: "The test was delivered.",
  test_failed: "The test was not delivered. Its answer says why.",
  renamed: "The machine has its new name.",
  archived: "The machine is archived. Its history stays, and its next push brings it back.",
  restored: "The machine is on the list again.",
  merged: "The two machines are shown as one.",
  unmerged: "The machine stands by itself again.",
  revoked: "The machine can no longer push. Its history stays.",
  token_revoked: "The token no longer works.",
} as const satisfies Readonly<Record<string, string>>;

export type NoticeCode = keyof typeof NOTICES;

export interface Notice {
  readonly text: string;
  /** Whether it says that something did not work. */
  readonly isFailure: boolean;
}

/** The notice of a code; undefined if it is none. */
export function noticeOf(code: string | undefined): Notice | undefined {
  if (code === undefined || !Object.hasOwn(NOTICES, code)) return undefined;
  return { text: NOTICES[code as NoticeCode], isFailure: code === ("test_failed" satisfies NoticeCode) };
}
