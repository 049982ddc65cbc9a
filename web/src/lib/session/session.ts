import type { PasskeyProof } from "@atoll/contract/identity/passkey-schemas";
import { identityRoutes } from "@atoll/contract/identity/routes";
import type { Session, Viewer } from "@atoll/contract/identity/schemas";
import { isPending } from "@atoll/contract/permissions";
import type { Route, RouteCall, RouteOutput } from "@atoll/contract/route";
import { pendingText } from "@atoll/contract/text/pending-text";
import { ApiError, SpokenError } from "../request/api-error.ts";
import { hasCode, isSessionOver } from "../request/judge-error.ts";
import { type RequestOptions, request } from "../request/request.ts";
import { getAccessToken, refreshTokens, runAutoRefresh } from "./session-refresh.ts";
import { readSession, readViewer, type StoredSession } from "./session-storage.ts";
import {
  adopt,
  clearSession,
  followOtherTabs,
  getTokens,
  holdTokens,
  updateViewer,
} from "./session-store.ts";

export { getAccessToken } from "./session-refresh.ts";
export { getSession, type SessionState, subscribe, updateViewer } from "./session-store.ts";

const restoreTimeoutMs = 8000;

/**
 * Start-up, specification section 4: the stored session is restored at once, so that nobody waits for the network to see
 * what this browser has; then comes the server's word on it. Without an answer the stored data stays; a refusal clears it.
 * Settles the state in every case.
 */
export async function restoreSession(): Promise<void> {
  const stored = readSession();
  if (!stored) return clearSession("never-in");
  holdTokens(stored);
  const viewer = readViewer();
  if (viewer) updateViewer(viewer);
  try {
    await reloadViewer({ timeoutMs: restoreTimeoutMs });
  } catch (error) {
    if (!getTokens()) return;
    if (isSessionOver(error)) clearSession("ended", error.message);
    else if (!viewer) clearSession("ended", "Unable to fetch user profile");
  }
}

/** Keeps the session alive and in step with other tabs until the returned function is called. */
export function watchSession(): () => void {
  const stops = [followOtherTabs(), runAutoRefresh()];
  return () => {
    for (const stop of stops) stop();
  };
}

export interface Credentials {
  email: string;
  password: string;
  /** Once the server has answered `second_factor_required`. */
  secondFactorCode?: string;
}

/** Throws `ApiError` with the text for the red box above the form. Specification, section 8. */
export async function signIn(credentials: Credentials): Promise<Viewer> {
  return enter(
    await request(identityRoutes.createToken, { query: { grant_type: "password" }, body: credentials }),
  );
}

/** Signs in with what a passkey has signed. Throws as `signIn` does. */
export async function signInBySignature(passkey: PasskeyProof): Promise<Viewer> {
  return enter(
    await request(identityRoutes.createToken, { query: { grant_type: "passkey" }, body: { passkey } }),
  );
}

/** Signs in again in another way, and then ends the session of before. */
export async function replaceSession(signInAgain: () => Promise<unknown>): Promise<void> {
  const before = getTokens();
  await signInAgain();
  if (before) await endOnServer(before);
}

let entering: Promise<Viewer> | null = null;

/**
 * Signs in the person who has come back from the company's sign-on, by what the server has left in a cookie. That
 * is good once, so callers at the same time share one request. Throws as `signIn` does.
 */
export function signInThroughCompany(): Promise<Viewer> {
  entering ??= request(identityRoutes.createToken, { query: { grant_type: "single_sign_on" }, body: {} })
    .then(enter)
    .finally(() => {
      entering = null;
    });
  return entering;
}

/**
 * A person without an active role is signed out first, and then told. Specification, sections 4 and 8. What answered may
 * be something on the way that is not Atoll, hence nothing that the contract promises.
 */
export async function enter(
  answer: { session?: Session; user?: Viewer } | null | undefined,
): Promise<Viewer> {
  const { session, user } = answer ?? {};
  if (!session || !user) throw new SpokenError("Login failed: no session");
  if (isPending(user)) {
    await endOnServer(session);
    throw new ApiError({ code: "account_pending", message: pendingText, status: 403 });
  }
  adopt(session, user);
  return user;
}

/** Forgets the session at once, here and in every tab; telling the server may fail without harm. */
export async function signOut(): Promise<void> {
  const tokens = getTokens();
  clearSession("by-choice");
  if (tokens) await endOnServer(tokens);
}

/**
 * Ends all sessions of the person, including this one. Throws `ApiError` if that fails, and then nobody is signed out,
 * because the person wants to be sure.
 */
export async function signOutEverywhere(): Promise<void> {
  await requestSignedIn(identityRoutes.endSessions, {});
  clearSession("by-choice");
}

/** The server ended the session, for example because an administrator disabled the account. */
export function endSession(message: string): void {
  clearSession("ended", message);
}

/** Fetches the signed-in person again, after the server said that roles or departments changed. */
export async function reloadViewer(options: RequestOptions = {}): Promise<void> {
  const { user } = await requestSignedIn(identityRoutes.getCurrentUser, {}, options);
  updateViewer(user);
}

/** A request with the session's token; when it is refused, the session is refreshed once and the request repeated. */
export function requestSignedIn<R extends Route>(
  route: R,
  input: RouteCall<R>,
  options: RequestOptions = {},
): Promise<RouteOutput<R>> {
  return sendSignedIn((accessToken) => request(route, input, { ...options, accessToken }));
}

/** As `requestSignedIn`, for what is not sent by `request`. `send` throws `ApiError`, and may be called twice. */
export async function sendSignedIn<T>(send: (accessToken: string | null) => Promise<T>): Promise<T> {
  const accessToken = await getAccessToken();
  try {
    return await send(accessToken);
  } catch (error) {
    if (hasCode(error, "account_pending", "account_disabled")) endSession(error.message);
    if (hasCode(error, "second_factor_setup_required", "passkey_setup_required")) noticeSetup();
    // The responses to an expired token. Other refusals, for example of a code, are passed on.
    if (!hasCode(error, "session_expired", "not_authenticated") || !accessToken) throw error;
    const fresh = await refreshTokens(accessToken);
    if (!fresh) throw error;
    return send(fresh.accessToken);
  }
}

/** The viewer as this browser knows them is behind: a role of theirs began to ask for a second factor. */
function noticeSetup(): void {
  reloadViewer().catch((error: unknown) => console.info("The person could not be reloaded", error));
}

/** With an expired access token the session is only reachable through its refresh token. */
async function endOnServer(session: Pick<StoredSession, "accessToken" | "refreshToken">): Promise<void> {
  const end = (accessToken: string) => request(identityRoutes.endSession, {}, { accessToken });
  try {
    await end(session.accessToken);
  } catch (error) {
    if (!isSessionOver(error)) return;
    const body = { refreshToken: session.refreshToken };
    await request(identityRoutes.createToken, { query: { grant_type: "refresh_token" }, body })
      .then((fresh) => end(fresh.session.accessToken))
      .catch(() => undefined);
  }
}
