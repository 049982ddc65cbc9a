import type { Viewer } from "@atoll/contract/identity/schemas";
import { AppError } from "../../platform/app-error.ts";
import type { Log } from "../../platform/log.ts";
import type { Database } from "../../tables.ts";
import type { AccessTokens } from "./access-tokens.ts";
import { assertMayEnter } from "./policy.ts";
import { presentViewer } from "./present.ts";
import { findAccount } from "./queries.ts";

/** The person behind a request, resolved once. */
export type RequestViewer = Viewer & { sessionId: string };

/** A notification tells of every change; this only bounds what a lost one could cost. */
const cacheMs = 30_000;
const maxCached = 20_000;
/** How often a person's last activity is written. */
const lastActiveEveryMs = 60_000;

export interface Viewers {
  /** @throws {AppError} `session_expired`, `account_disabled`, `email_not_confirmed` or `account_pending`. */
  resolve(accessToken: string): Promise<RequestViewer>;
  forgetSession(sessionId: string): void;
  forgetUser(userId: string): void;
  forgetAll(): void;
}

/** Finds the viewer of a token through a small cache, so that a signed-in request costs no extra query. */
export function cacheViewers(db: Database, tokens: AccessTokens, log: Log): Viewers {
  const cached = new Map<string, { viewer: RequestViewer; until: number; activeUntil: number }>();
  // A load that began before something was forgotten may hold what was forgotten: it is not kept.
  let generation = 0;

  async function load(sessionId: string, userId: string): Promise<RequestViewer> {
    const session = await db
      .selectFrom("sessions")
      .select(["user_id", "ended_at", "expires_at"])
      .where("id", "=", sessionId)
      .executeTakeFirst();
    if (
      !session ||
      session.user_id !== userId ||
      session.ended_at ||
      session.expires_at.getTime() < Date.now()
    ) {
      throw new AppError("session_expired");
    }
    const account = await findAccount(db, { id: userId });
    if (!account) throw new AppError("session_expired");
    assertMayEnter(account);
    return { ...presentViewer(account), sessionId };
  }

  function noteActive(userId: string): void {
    db.updateTable("accounts")
      .set({ last_active_at: new Date() })
      .where("id", "=", userId)
      .execute()
      .catch((error: unknown) => log.warn({ err: error }, "last activity was not written"));
  }

  return {
    async resolve(accessToken) {
      const { sessionId, userId } = await tokens.verify(accessToken);
      const now = Date.now();
      const known = cached.get(sessionId);
      if (known && known.until > now) {
        if (known.activeUntil <= now) {
          known.activeUntil = now + lastActiveEveryMs;
          noteActive(userId);
        }
        return known.viewer;
      }
      const before = generation;
      const viewer = await load(sessionId, userId);
      if (before === generation) {
        const oldest = cached.keys().next();
        if (cached.size >= maxCached && !oldest.done) cached.delete(oldest.value);
        const activeUntil = known?.activeUntil ?? 0;
        if (activeUntil <= now) noteActive(userId);
        cached.set(sessionId, {
          viewer,
          until: now + cacheMs,
          activeUntil: Math.max(activeUntil, now + lastActiveEveryMs),
        });
      }
      return viewer;
    },
    forgetSession(sessionId) {
      generation += 1;
      cached.delete(sessionId);
    },
    forgetUser(userId) {
      generation += 1;
      for (const [sessionId, { viewer }] of cached) if (viewer.id === userId) cached.delete(sessionId);
    },
    forgetAll() {
      generation += 1;
      cached.clear();
    },
  };
}
