import { identityRoutes } from "@atoll/contract/identity/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventEqualsRefetch } from "../../../../test/event-equals-refetch.ts";
import { createPerson, type TestPerson } from "../../../../test/factories.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import type { SignedIn } from "../../../../test/harness.ts";

const server = sharedServer();
let ada: TestPerson;
let ben: TestPerson;
beforeAll(async () => {
  ada = await createPerson(server.db, { name: "Ada Quay" });
  ben = await createPerson(server.db, { name: "Ben Roe" });
});
beforeEach(async () => {
  await sql`UPDATE sessions SET ended_at = now() WHERE ended_at IS NULL`.execute(server.db);
});

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0";

describe("the list of the viewer's own sessions", () => {
  test("contains active sessions, the current one first, with device, address and last use", async () => {
    await signInWith(ada, firefox);
    const ended = await server.signIn(ada);
    await ended.client.call(identityRoutes.endSession, {});
    const here = await server.signIn(ada);
    await signInWith(ada, "curl/8.15.0");
    await server.signIn(ben);
    const { sessions } = await here.client.call(identityRoutes.listSessions, {});
    expect(sessions.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
      ["A program", true],
      ["A command line", false],
      ["Firefox on Linux", false],
    ]);
    expect(sessions[0]?.address).toBe("127.0.0.1");
    expect(Date.now() - new Date(sessions[0]?.lastUsedAt ?? 0).getTime()).toBeLessThan(120_000);
    await sql`UPDATE sessions SET expires_at = now() WHERE user_agent = ${firefox}`.execute(server.db);
    expect((await here.client.call(identityRoutes.listSessions, {})).sessions).toHaveLength(2);
  });
});

test("browsers refetch the list of sessions when one starts and when one ends", async () => {
  const here = await server.signIn(ada);
  const socket = await server.connect(here);
  const proof = {
    socket,
    event: "sessions.changed" as const,
    fetch: async () => (await here.client.call(identityRoutes.listSessions, {})).sessions.map(({ id }) => id),
    apply: (_before: string[], _payload: object, fresh: string[]) => fresh,
  };
  let other: SignedIn | undefined;
  await eventEqualsRefetch({
    ...proof,
    act: async () => {
      other = await server.signIn(ada);
    },
  });
  await eventEqualsRefetch({ ...proof, act: () => other!.client.call(identityRoutes.endSession, {}) });
  socket.close();
});

describe("signing out", () => {
  test.each(["endSession", "endSessions"] as const)(
    "by %s tells the browser to empty its cache",
    async (name) => {
      const { client } = await server.signIn(ada);
      const { method, path } = identityRoutes[name];
      const answer = await client.send(method, path);
      expect([answer.status, answer.headers.get("clear-site-data")]).toEqual([204, '"cache"']);
    },
  );
});

describe("ending a session", () => {
  test("ends its requests, refresh and socket, and leaves the others", async () => {
    const here = await server.signIn(ada);
    const other = await server.signIn(ada);
    const socket = await server.connect(other);
    const { sessions } = await here.client.call(identityRoutes.listSessions, {});
    const sessionId = sessions.find(({ isCurrent }) => !isCurrent)?.id ?? "";
    await here.client.call(identityRoutes.endOneSession, { params: { sessionId } });
    expect((await other.client.refused(identityRoutes.getCurrentUser, {})).body.error.code).toBe(
      "session_expired",
    );
    expect((await refuseRefresh(other)).body.error.code).toBe("session_expired");
    expect((await socket.next("session.ended")).code).toBe("session_expired");
    await socket.cut;
    expect((await here.client.call(identityRoutes.listSessions, {})).sessions).toHaveLength(1);
    expect((await acts("session.ended"))[0]).toMatchObject({
      actor_id: ada.id,
      actor_name: "Ada Quay",
      subject_id: sessionId,
      subject_name: "A program",
      address: "127.0.0.1",
    });
  });

  test("answers the same for a missing, a foreign and an ended one, and a malformed id is refused", async () => {
    const here = await server.signIn(ada);
    const foreign = await server.signIn(ben);
    const [foreignId] = await currentIds(foreign);
    const ended = await server.signIn(ada);
    const [endedId] = await currentIds(ended);
    await ended.client.call(identityRoutes.endSession, {});
    for (const sessionId of [uuidv7(), foreignId ?? "", endedId ?? ""]) {
      const answer = await here.client.refused(identityRoutes.endOneSession, { params: { sessionId } });
      expect([answer.status, answer.body.error.code]).toEqual([404, "session_not_found"]);
    }
    await foreign.client.call(identityRoutes.getCurrentUser, {});
    const malformed = await here.client.refused(identityRoutes.endOneSession, {
      params: { sessionId: "not-an-id" },
    });
    expect(malformed.body.error.code).toBe("invalid_request");
  });

  test("takes effect before the response, every time", async () => {
    const here = await server.signIn(ada);
    for (let round = 0; round < 20; round += 1) {
      const other = await server.signIn(ada);
      await other.client.call(identityRoutes.getCurrentUser, {});
      const [sessionId = ""] = await currentIds(other);
      await here.client.call(identityRoutes.endOneSession, { params: { sessionId } });
      expect((await other.client.refused(identityRoutes.getCurrentUser, {})).status).toBe(401);
    }
  });
});

describe("signing out", () => {
  test("ends this browser's session immediately: requests, refresh and socket", async () => {
    const here = await server.signIn(ada);
    const socket = await server.connect(here);
    await here.client.call(identityRoutes.endSession, {});
    expect((await socket.next("session.ended")).code).toBe("session_expired");
    await socket.cut;
    expect((await here.client.refused(identityRoutes.getCurrentUser, {})).status).toBe(401);
    expect((await refuseRefresh(here)).status).toBe(401);
  });

  test("everywhere ends all of the person's sessions, including this one, and nobody else's", async () => {
    const mine = [await server.signIn(ada), await server.signIn(ada), await server.signIn(ada)];
    const sockets = await Promise.all(mine.map((one) => server.connect(one)));
    const other = await server.signIn(ben);
    await mine[0]?.client.call(identityRoutes.endSessions, {});
    for (const socket of sockets) await socket.cut;
    for (const { client } of mine) {
      expect((await client.refused(identityRoutes.getCurrentUser, {})).status).toBe(401);
    }
    await other.client.call(identityRoutes.getCurrentUser, {});
    expect((await acts("sessions.ended"))[0]).toMatchObject({
      actor_id: ada.id,
      subject_id: ada.id,
      after: { count: 3 },
    });
  });

  test.each([
    ["GET", "/api/auth/sessions"],
    ["DELETE", "/api/auth/session"],
    ["DELETE", "/api/auth/sessions"],
    ["DELETE", `/api/auth/sessions/${uuidv7()}`],
  ])("%s %s is for who is signed in", async (method, path) => {
    expect((await server.anyone.send(method, path)).status).toBe(401);
  });
});

describe("the audit log", () => {
  test("records sign-ins and refusals, without secrets", async () => {
    const { session } = await server.signIn(ada);
    expect((await acts("session.started"))[0]).toMatchObject({
      actor_id: ada.id,
      subject_name: "A program",
      address: "127.0.0.1",
    });
    await refuseSignIn("Nobody@Example.test", "a wrong secret");
    expect((await acts("session.refused"))[0]).toMatchObject({
      actor_id: null,
      subject_type: "user",
      subject_id: "",
      subject_name: "nobody@example.test",
      after: { reason: "invalid_credentials" },
    });
    await refuseSignIn(ben.email, "another wrong secret");
    expect((await acts("session.refused"))[0]).toMatchObject({ subject_id: ben.id, subject_name: ben.email });
    const pending = await createPerson(server.db, { roles: ["pending"] });
    await refuseSignIn(pending.email, pending.password);
    expect((await acts("session.refused"))[0]).toMatchObject({ after: { reason: "account_pending" } });

    const all = JSON.stringify((await sql`SELECT * FROM audit_log`.execute(server.db)).rows);
    for (const secret of [ada.password, "a wrong secret", session.accessToken, session.refreshToken]) {
      expect(all).not.toContain(secret);
    }
  });

  test("records the reuse of an old refresh token", async () => {
    const here = await server.signIn(ada);
    const [sessionId] = await currentIds(here);
    await sendRefresh(here.session.refreshToken, "node");
    expect((await sendRefresh(here.session.refreshToken, "somebody else")).status).toBe(401);
    expect((await acts("session.reused"))[0]).toMatchObject({
      actor_id: null,
      subject_id: ada.id,
      subject_name: "Ada Quay",
      after: { sessionId },
    });
  });
});

interface ActRow {
  actor_id: string | null;
  subject_name: string;
}

/** The entries of an action, newest first. */
async function acts(action: string): Promise<ActRow[]> {
  const { rows } = await sql<ActRow>`
    SELECT * FROM audit_log WHERE action = ${action} ORDER BY number DESC`.execute(server.db);
  return rows;
}

async function currentIds({ client }: SignedIn): Promise<string[]> {
  const { sessions } = await client.call(identityRoutes.listSessions, {});
  return sessions.filter(({ isCurrent }) => isCurrent).map(({ id }) => id);
}

function signInWith({ email, password }: TestPerson, userAgent: string) {
  return server.anyone.send("POST", "/api/auth/token?grant_type=password", {
    body: { email, password },
    headers: { "user-agent": userAgent },
  });
}

function refuseSignIn(email: string, password: string) {
  return server.anyone.refused(identityRoutes.createToken, {
    query: { grant_type: "password" },
    body: { email, password },
  });
}

function sendRefresh(refreshToken: string, userAgent: string) {
  return server.anyone.send("POST", "/api/auth/token?grant_type=refresh_token", {
    body: { refreshToken },
    headers: { "user-agent": userAgent },
  });
}

function refuseRefresh({ session }: SignedIn) {
  return server.anyone.refused(identityRoutes.createToken, {
    query: { grant_type: "refresh_token" },
    body: { refreshToken: session.refreshToken },
  });
}
