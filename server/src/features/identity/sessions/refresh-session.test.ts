import { identityRoutes } from "@atoll/contract/identity/routes";
import type { Session, Viewer } from "@atoll/contract/identity/schemas";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Answer, createClient } from "../../../../test/client.ts";
import { deviceCookieOf } from "../../../../test/device-cookie.ts";
import { createPerson, type TestPerson } from "../../../../test/factories.ts";
import { startTestServer, type TestServer } from "../../../../test/harness.ts";

let server: TestServer;
let person: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ longestSessionDays: 90 });
});
beforeEach(async () => {
  person = await createPerson(server.db);
});
afterAll(() => server.close());

describe("refreshing", () => {
  test("continues the session for the same person with a working new token", async () => {
    const { session, device } = await signIn();
    const first = await refresh(session.refreshToken, device);
    expect(first.user.id).toBe(person.id);
    expect(first.session.refreshToken).not.toBe(session.refreshToken);
    const second = await refresh(first.session.refreshToken, device);
    expect(await isAlive(second.session)).toBe(true);
    const rows = await server.db
      .selectFrom("sessions")
      .select("id")
      .where("user_id", "=", person.id)
      .execute();
    expect(rows).toHaveLength(1);
  });

  test("an unknown token is refused", async () => {
    expect(await refusal("no such token")).toBe("session_expired");
  });
});

describe("a token that was used", () => {
  test("gives two tabs of one browser the same next token, also concurrently", async () => {
    const { session, device } = await signIn();
    const [one, two] = await Promise.all([
      refresh(session.refreshToken, device),
      refresh(session.refreshToken, device),
    ]);
    expect(one.session.refreshToken).toBe(two.session.refreshToken);
    const next = await refresh(one.session.refreshToken, device);
    // The other tab comes a moment later with the token that its neighbour has used by now.
    const late = await refresh(two.session.refreshToken, device);
    expect(late.session.refreshToken).toBe(next.session.refreshToken);
    expect(await isAlive(late.session)).toBe(true);
  });

  test("works again for its browser while the next one is unused", async () => {
    const { session, device } = await signIn();
    const lost = await refresh(session.refreshToken, device);
    await letTimePass("2 hours");
    const again = await refresh(session.refreshToken, device);
    expect(again.session.refreshToken).toBe(lost.session.refreshToken);
  });

  test("ends the session also in its own browser once its successor was used a while ago", async () => {
    const { session, device } = await signIn();
    const next = await refresh(session.refreshToken, device);
    const last = await refresh(next.session.refreshToken, device);
    await letTimePass("11 seconds");
    expect(await refusal(session.refreshToken, device)).toBe("session_expired");
    await expect.poll(() => isAlive(last.session)).toBe(false);
  });

  test.each(["the owner first", "the thief first"])(
    "ends the session when used on two devices, even concurrently and with the same name: %s",
    async (order) => {
      const { session, device } = await signIn();
      const elsewhere = (await signIn()).device;
      const [first, second] = order === "the owner first" ? [device, elsewhere] : [elsewhere, device];
      const next = await refresh(session.refreshToken, first);
      expect(await refusal(session.refreshToken, second)).toBe("session_expired");
      await expect.poll(() => isAlive(next.session)).toBe(false);
      expect(await refusal(next.session.refreshToken, first)).toBe("session_expired");
      expect(await lastReuse()).toMatchObject({ actor_id: null, subject_name: person.name });
    },
  );

  test("ends the session if the request has no browser token", async () => {
    const { session, device } = await signIn();
    const next = await refresh(session.refreshToken, device);
    expect(await refusal(session.refreshToken)).toBe("session_expired");
    await expect.poll(() => isAlive(next.session)).toBe(false);
  });

  test("never creates two valid lines of tokens, in any order of use", async () => {
    const { session, device } = await signIn();
    const devices = [device, (await signIn()).device, undefined];
    let tokens = [session.refreshToken];
    for (let round = 0; round < 6; round += 1) {
      const answers = await Promise.all(
        tokens.flatMap((token) => devices.map((from) => sendRefresh(token, from))),
      );
      const given = answers.filter(({ status }) => status === 200).map(({ body }) => body as Signed);
      const living = await Promise.all(given.map(async ({ session: next }) => isAlive(next)));
      if (!living.includes(true)) return;
      tokens = [...new Set(given.map(({ session: next }) => next.refreshToken))];
      expect(tokens.length).toBeLessThanOrEqual(1);
    }
    throw new Error("two devices went on with one token");
  });
});

describe("the longest time of a session", () => {
  test("ends at its maximum age however much it is used, and says why", async () => {
    const { session, device } = await signIn();
    await moveStart("89 days 23 hours");
    const next = await refresh(session.refreshToken, device);
    const { sessions } = await clientOf(next.session).call(identityRoutes.listSessions, {});
    const left = new Date(sessions[0]?.endsAt ?? 0).getTime() - Date.now();
    expect(left / 60_000).toBeGreaterThan(50);
    expect(left / 60_000).toBeLessThanOrEqual(60);
    const [row] = await server.db
      .selectFrom("sessions")
      .select("expires_at")
      .where("user_id", "=", person.id)
      .execute();
    expect(row?.expires_at.toISOString()).toBe(sessions[0]?.endsAt);

    await moveStart("90 days");
    const refused = await sendRefresh(next.session.refreshToken, device);
    expect(refused).toMatchObject({ status: 401, body: { error: { code: "session_over_age" } } });
    await expect.poll(() => isAlive(next.session)).toBe(false);
    expect(await refusal(next.session.refreshToken, device)).toBe("session_expired");
  });

  test("is sent to open pages as well", async () => {
    const signedIn = await server.signIn(person);
    const socket = await server.connect(signedIn);
    await moveStart("91 days");
    expect(await refusal(signedIn.session.refreshToken)).toBe("session_over_age");
    expect((await socket.next("session.ended")).code).toBe("session_over_age");
    await socket.cut;
  });

  test("ends an unused session earlier, after thirty days", async () => {
    await signIn();
    const { rows } = await sql<{ days: number }>`
      SELECT round(extract(epoch FROM expires_at - created_at) / 86400)::integer AS days
      FROM sessions WHERE user_id = ${person.id}`.execute(server.db);
    expect(rows).toEqual([{ days: 30 }]);
  });
});

interface Signed {
  session: Session;
  user: Viewer;
}

async function signIn(): Promise<Signed & { device: string | undefined }> {
  const { email, password } = person;
  const answer = await server.anyone.send("POST", "/api/auth/token?grant_type=password", {
    body: { email, password },
  });
  return { ...(answer.body as Signed), device: deviceCookieOf(answer) };
}

/** Sends the refresh as the browser with this cookie. */
function sendRefresh(refreshToken: string, device?: string): Promise<Answer<unknown>> {
  return server.anyone.send("POST", "/api/auth/token?grant_type=refresh_token", {
    body: { refreshToken },
    headers: device ? { cookie: device } : {},
  });
}

async function refresh(refreshToken: string, device: string | undefined): Promise<Signed> {
  const { status, body } = await sendRefresh(refreshToken, device);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body as Signed;
}

async function refusal(refreshToken: string, device?: string): Promise<string> {
  const { body } = await sendRefresh(refreshToken, device);
  return (body as { error: { code: string } }).error.code;
}

function clientOf({ accessToken }: Session) {
  return createClient(server.url, accessToken);
}

async function isAlive(session: Session): Promise<boolean> {
  return (await clientOf(session).send("GET", "/api/auth/user")).status === 200;
}

/** Moves everything so far into the past. */
async function letTimePass(ago: string): Promise<void> {
  await sql`UPDATE refresh_tokens SET used_at = used_at - ${ago}::interval`.execute(server.db);
}

/** Moves the sign-in into the past. */
async function moveStart(ago: string): Promise<void> {
  await sql`UPDATE sessions SET created_at = now() - ${ago}::interval WHERE user_id = ${person.id}`.execute(
    server.db,
  );
}

async function lastReuse() {
  const { rows } =
    await sql`SELECT * FROM audit_log WHERE action = 'session.reused' AND subject_id = ${person.id}
    ORDER BY number DESC LIMIT 1`.execute(server.db);
  return rows[0];
}
