import { identityRoutes } from "@atoll/contract/identity/routes";
import { isSessionOver } from "../request/judge-error.ts";
import { request } from "../request/request.ts";
import { isExpiring, readSession, type StoredSession } from "./session-storage.ts";
import { adopt, clearSession, getSession, getTokens, holdTokens } from "./session-store.ts";

const tickMs = 30_000;
const lockName = "atoll.session.refresh";
const settleMs = 300;

/** A token that should still work, or null when signed out. Without a network it may be an expired one. */
export async function getAccessToken(): Promise<string | null> {
  const tokens = getTokens();
  if (!tokens || !isExpiring(tokens)) return tokens?.accessToken ?? null;
  const fresh = await refreshTokens().catch(() => getTokens());
  return fresh?.accessToken ?? null;
}

let pending: Promise<StoredSession | null> | null = null;

/**
 * Exchanges the refresh token, once for all callers and tabs. `rejected` is an access token that the server
 * refused although it looked good. Answers null when the session is over; throws `ApiError` when the server
 * gave no verdict, and then keeps the session.
 */
export function refreshTokens(rejected?: string): Promise<StoredSession | null> {
  pending ??= inTurn(() => exchange(rejected)).finally(() => {
    pending = null;
  });
  return pending;
}

/** Looks every 30 seconds, and when the page is shown again, whether the token is about to expire. */
export function runAutoRefresh(): () => void {
  const tick = () => {
    if (getSession().status === "signed-in" && document.visibilityState === "visible") void getAccessToken();
  };
  const timer = setInterval(tick, tickMs);
  document.addEventListener("visibilitychange", tick);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", tick);
  };
}

async function exchange(rejected?: string): Promise<StoredSession | null> {
  // While this tab waited for its turn, another may have refreshed, or signed out.
  const before = readSession() ?? getTokens();
  if (!before || !getTokens()) return null;
  if (before.accessToken !== rejected && !isExpiring(before)) {
    holdTokens(before);
    return before;
  }
  try {
    const { session, user } = await request(identityRoutes.createToken, {
      query: { grant_type: "refresh_token" },
      body: { refreshToken: before.refreshToken },
    });
    // Signed out while the answer was on its way: it must not sign the person in again.
    return getTokens() ? adopt(session, user) : null;
  } catch (error) {
    if (!isSessionOver(error)) throw error;
    // Where the page has no locks (plain http), another tab may have used the refresh token first.
    const newer = readSession();
    if (newer && newer.refreshToken !== before.refreshToken) {
      holdTokens(newer);
      return newer;
    }
    if (getTokens()) clearSession("ended", error.message);
    return null;
  }
}

/**
 * One tab at a time. Browsers offer locks only to secure pages. The turn lasts a little longer than the work: what one
 * tab wrote into the storage reaches another, in a process of its own, by another way than the lock does.
 */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (!("locks" in navigator)) return work();
  return new Promise((resolve, reject) => {
    const turn = navigator.locks.request(lockName, async () => {
      await work().then(resolve, reject);
      await new Promise((settled) => setTimeout(settled, settleMs));
    });
    turn.catch(reject);
  });
}
