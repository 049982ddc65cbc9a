import { setTimeout as sleep } from "node:timers/promises";
import type { Command } from "@atoll/contract/command";
import type { PermissionHolder } from "@atoll/contract/permissions";
import { tokenPrefix } from "@atoll/contract/personal-tokens/areas";
import type { Route } from "@atoll/contract/route";
import { type Selectable, sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { batchReads } from "../../platform/database/batch-reads.ts";
import { BoundedMap, createReadGuard } from "../../platform/keep-in-memory.ts";
import type { Log } from "../../platform/log/log.ts";
import type { Standing } from "../../platform/realtime/admission.ts";
import type { Database, Tables } from "../../tables.ts";
import { isConnectionToken, recogniseConnections } from "../mcp/public.ts";
import { recogniseTokens } from "../personal-tokens/public.ts";
import { assertForGuests, assertInScope, assertMayEnter, assertSetUp, isHeldBack } from "./policy.ts";
import { mustActFirst, presentViewer } from "./present.ts";
import { type AccountRow, findAccounts, findHolders } from "./queries.ts";
import type { RequestViewer } from "./request-viewer.ts";
import type { AccessTokens } from "./sessions/access-tokens.ts";
import type { AccessTokenClaims } from "./sessions/verified-tokens.ts";
import { createViewerCache } from "./viewer-cache.ts";

/** How often a person's last activity is written. */
const writeEveryMs = 60_000;
/** Activity within this time is written together. */
const gatherMs = 1_000;
/** Beyond this many the longest known are forgotten, which costs a write. */
const maxKnown = 20_000;

/** Writes when a person was last active, at most once a minute; no request waits for it. */
function createActivityNotes(db: Database, log: Log): (userId: string) => void {
  const writtenAt = new BoundedMap<string, number>(maxKnown);
  let due: string[] = [];
  let isWriting = false;

  /** After a restart everybody is active at the same moment: hundreds are written in one statement. */
  async function write(): Promise<void> {
    isWriting = true;
    while (due.length > 0) {
      const ids = due;
      due = [];
      // An account locked by another change is updated a minute later, because waiting for a lock could cause a
      // deadlock.
      await sql`
        UPDATE accounts SET last_active_at = now() WHERE id IN (
          SELECT id FROM accounts WHERE id = ANY(${ids}::uuid[]) FOR NO KEY UPDATE SKIP LOCKED
        )`
        .execute(db)
        .catch((error: unknown) => log.warn({ err: error }, "last activity was not written"));
      await sleep(gatherMs, undefined, { ref: false });
    }
    isWriting = false;
  }

  return (userId) => {
    const now = performance.now();
    if (now - (writtenAt.get(userId) ?? Number.NEGATIVE_INFINITY) < writeEveryMs) return;
    writtenAt.set(userId, now);
    due.push(userId);
    if (!isWriting) void write();
  };
}

/** Somebody as policies see them, whether they are signed in or not. */
export interface Colleague extends PermissionHolder {
  id: string;
  name: string;
  roles: readonly { id: string; name: string }[];
  departments: readonly { id: string; name: string; slug: string }[];
}

export interface Viewers {
  /**
   * The viewer of a request, by an access token of a session, or by a personal access token, which a program sends. The
   * person counts as active in a browser only.
   * @throws {AppError} `session_expired`, `personal_token_invalid`, `account_disabled`, `email_not_confirmed` or `account_pending`;
   *   `connection_token_elsewhere` for the token of a connected program, if the route is not for these.
   */
  resolve(token: string, address: string, isForPrograms: boolean): Promise<RequestViewer>;
  /** The viewer of a command over the socket, who counts as active. Throws the same. */
  ofCommand(claims: AccessTokenClaims): Promise<RequestViewer>;
  /** The viewer of a session whose token was checked before, and may have run out since. Throws the same. */
  ofSession(claims: AccessTokenClaims): Promise<RequestViewer>;
  /** Returns a person for policies, by their ID. Undefined if there is no such account. Not cached. */
  ofUser(userId: string): Promise<Colleague | undefined>;
  /**
   * Returns whether a person, signed in or not, first has to choose a password or add a passkey or another second factor:
   * until then they are sent nothing that they would not see in the app either. Not cached.
   */
  isHeldBack(userId: string): Promise<boolean>;
  /** Asserts that the viewer of a session may send a command. @throws {AppError} `invalid_request`, as for unknown ones. */
  admitCommand(claims: AccessTokenClaims, command: Pick<Command, "forGuests">): Promise<void>;
  /** Returns the permissions of many people, by their IDs. Those without an account are left out. Not cached. */
  holders(userIds: readonly string[]): Promise<ReadonlyMap<string, PermissionHolder>>;
  /** Lets a viewer through to a route. @throws {AppError} as `assertForGuests`, `assertSetUp` and `assertInScope`. */
  admit(viewer: RequestViewer, route: Route): void;
  /** Returns the rooms a socket may be in, of those that belong to its viewer. Throws as `ofSession`. */
  standing(
    claims: AccessTokenClaims,
    roomsOf: (viewer: RequestViewer) => Promise<string[]>,
  ): Promise<Standing>;
  forgetSession(sessionId: string): void;
  forgetUser(userId: string): void;
  forgetAll(): void;
}

/** Finds the viewer of a token through a small cache, so that a signed-in request costs no extra query. */
export function cacheViewers(deps: {
  db: Database;
  tokens: AccessTokens;
  log: Log;
  isHearing: () => boolean;
}): Viewers {
  const { db, tokens, log, isHearing } = deps;
  const cache = createViewerCache();
  const noteActive = createActivityNotes(db, log);
  const programs = recogniseTokens({ db, log });
  const connections = recogniseConnections({ db, log });
  const findAccount = batchReads(
    async (ids) => new Map((await findAccounts(db, ids)).map((row) => [row.id, row])),
  );
  const loadViewer = createViewerLoader(db, findAccount);
  const guard = createReadGuard();

  async function ofSession(claims: AccessTokenClaims): Promise<RequestViewer> {
    // A node that may have missed a revocation reads the rights for each request.
    if (!isHearing()) return loadViewer(claims);
    const viewer = cache.get(claims.sessionId);
    // The cache would let a guest stay half a minute longer.
    if (viewer && !isOver(viewer)) return viewer;
    return guard.read(() => loadViewer(claims), cache.set);
  }

  async function ofActive(claims: AccessTokenClaims): Promise<RequestViewer> {
    const viewer = await ofSession(claims);
    noteActive(viewer.id);
    return viewer;
  }

  return {
    async resolve(token, address, isForPrograms) {
      const isConnection = isConnectionToken(token);
      if (!isConnection && !token.startsWith(tokenPrefix)) return ofActive(await tokens.verify(token));
      // It was issued for one resource (RFC 8707).
      if (isConnection && !isForPrograms) throw new AppError("connection_token_elsewhere");
      const claims = await (isConnection ? connections.claimsOf(token) : programs.claimsOf(token, address));
      const viewer = await ofSession(claims).catch((error: unknown) => {
        // The account was deleted, and its sessions with it.
        const isGone = error instanceof AppError && error.code === "session_expired";
        throw isGone ? new AppError("personal_token_invalid") : error;
      });
      (isConnection ? connections : programs).noteUse(claims.sessionId, address);
      return viewer;
    },
    ofCommand: ofActive,
    ofSession,
    ofUser: findAccount,
    async isHeldBack(userId) {
      const account = await findAccount(userId);
      return account === undefined || mustActFirst(account);
    },
    holders: (userIds) => findHolders(db, userIds),
    admit(viewer, route) {
      assertForGuests(viewer, route);
      assertInScope(viewer, route);
      assertSetUp(viewer, route);
    },
    async admitCommand(claims, { forGuests }) {
      if (!forGuests && (await ofSession(claims)).isGuest)
        throw new AppError("invalid_request", { detail: "a command that is not for guests" });
    },
    async standing(claims, roomsOf) {
      const viewer = await ofSession(claims);
      // Somebody who has to choose a password or set up a second factor first hears nothing.
      return {
        mark: fingerprintOf(viewer),
        isGuest: viewer.isGuest === true,
        rooms: async () => (isHeldBack(viewer) ? [] : roomsOf(viewer)),
      };
    },
    forgetSession(sessionId) {
      guard.changed();
      cache.deleteSession(sessionId);
    },
    forgetUser(userId) {
      guard.changed();
      cache.deleteUser(userId);
    },
    forgetAll() {
      guard.changed();
      cache.clear();
    },
  };
}

function isOver({ guestUntil }: RequestViewer): boolean {
  return guestUntil !== undefined && Date.parse(guestUntil) <= Date.now();
}

/** Returns a fingerprint that changes with any field of a viewer except `lastActive`. */
function fingerprintOf({ lastActive: _, ...viewer }: RequestViewer): string {
  return JSON.stringify(viewer);
}

/** After a restart thousands come back at the same moment: they are read many at a time. */
function createViewerLoader(
  db: Database,
  findAccount: (userId: string) => Promise<AccountRow | undefined>,
): (claims: AccessTokenClaims) => Promise<RequestViewer> {
  const findSession = batchReads(async (ids) => {
    const rows = await db
      .selectFrom("sessions")
      .select(["id", "user_id", "way", "scopes", "made_by", "ended_at", "expires_at"])
      .where(sql<boolean>`id = ANY(${ids}::uuid[])`)
      .execute();
    return new Map(rows.map((row) => [row.id, row]));
  });

  return async ({ sessionId, userId }) => {
    const session = await findSession(sessionId);
    if (!session || session.user_id !== userId) throw new AppError("session_expired");
    return judgeViewer(session, await findAccount(userId));
  };
}

/**
 * The viewer of a session, from what the database holds of both.
 * @throws {AppError} as `Viewers.resolve`.
 */
export function judgeViewer(
  session: Pick<
    Selectable<Tables["sessions"]>,
    "id" | "way" | "scopes" | "made_by" | "ended_at" | "expires_at"
  >,
  account: AccountRow | undefined,
): RequestViewer {
  if (!account) throw new AppError("session_expired");
  // First: disabling an account ends its sessions, too, and their owner is to be told of the cause.
  assertMayEnter(account);
  const { id: sessionId, way, scopes } = session;
  if (session.ended_at || session.expires_at.getTime() < Date.now())
    throw new AppError(way === "token" ? "personal_token_invalid" : "session_expired");
  // A token proves no more than the session that made it, and waits where that one would.
  const viewer = { ...presentViewer(account, session.made_by ?? way), sessionId, way, scopes };
  // Nobody writes to the address that stands for a bot.
  return account.bot?.owner
    ? { ...viewer, email: "", isProgram: true, ownerId: account.bot.owner.id }
    : viewer;
}
