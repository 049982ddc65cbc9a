import { administrationRoutes } from "@atoll/contract/administration/routes";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { documentRoutes } from "@atoll/contract/documents/routes";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { type TokenScope, tokenPrefix } from "@atoll/contract/personal-tokens/areas";
import { personalTokenRoutes } from "@atoll/contract/personal-tokens/routes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createClient } from "../../../test/client.ts";
import { createPerson, type TestPerson, testPassword } from "../../../test/factories.ts";
import { type SignedIn, startTestNodes, type TestNodes } from "../../../test/harness.ts";

/** Two nodes with one database. */
let nodes: TestNodes;
let ada: TestPerson;
let browser: SignedIn;
let admin: SignedIn;
beforeAll(async () => {
  nodes = await startTestNodes();
  admin = await nodes[0].signIn(await createPerson(nodes[0].db, { name: "Root", roles: ["super_admin"] }));
});
beforeEach(async () => {
  ada = await createPerson(nodes[0].db, { name: "Ada Quay" });
  browser = await nodes[0].signIn(ada);
});
afterAll(() => nodes.close());

const create = (from: SignedIn, wanted: { scopes?: TokenScope[]; days?: number | null; id?: string } = {}) =>
  from.client.call(personalTokenRoutes.createToken, {
    body: {
      id: wanted.id ?? uuidv7(),
      name: "Backup",
      scopes: wanted.scopes ?? ["tasks:write"],
      days: wanted.days === undefined ? 30 : wanted.days,
      currentPassword: testPassword,
    },
  });
/** The program of a token, at the other node. */
const program = (token: string, node = 1) => createClient(nodes[node as 0 | 1].url, token);
const whoIs = async (token: string, node = 1) =>
  (await program(token, node).send(
    identityRoutes.getCurrentUser.method,
    identityRoutes.getCurrentUser.path,
  )) as {
    status: number;
    body: { error?: { code: string; message: string } };
  };
const acts = async (action: string) =>
  nodes[0].db
    .selectFrom("audit_log")
    .selectAll()
    .where("action", "=", action)
    .where("actor_id", "=", ada.id)
    .execute();

describe("a personal access token", () => {
  test("acts for its person at any node, within its scopes, and is shown once", async () => {
    const { token, personalToken } = await create(browser);
    expect(token).toMatch(new RegExp(`^${tokenPrefix}[0-9A-Za-z]{46}$`));
    expect(token.endsWith(personalToken.ending)).toBe(true);
    const { user } = await program(token).call(identityRoutes.getCurrentUser, {});
    expect(user.id).toBe(ada.id);
    await program(token).call(taskRoutes.listTaskFields, {});
    const { body } = await program(token).refused(chatRoutes.listThreads, { query: {} });
    expect(body.error).toMatchObject({
      code: "token_scope_missing",
      message: "This access token lacks the scope chat:read.",
    });
    const list = await browser.client.call(personalTokenRoutes.listTokens, {});
    expect(list.tokens).toMatchObject([{ id: personalToken.id, name: "Backup", scopes: ["tasks:write"] }]);
    expect(JSON.stringify(list)).not.toContain(token);
    const { rows } = await sql<{ row: string }>`SELECT t::text AS row FROM personal_tokens t`.execute(
      nodes[0].db,
    );
    expect(JSON.stringify(rows)).not.toContain(token.slice(tokenPrefix.length));
    expect(await acts("token.created")).toMatchObject([{ subject_name: "Backup" }]);
    // Neither is it a device of the person.
    const { sessions } = await browser.client.call(identityRoutes.listSessions, {});
    expect(sessions).toHaveLength(1);
    expect(
      (
        await browser.client.refused(identityRoutes.endOneSession, {
          params: { sessionId: personalToken.id },
        })
      ).status,
    ).toBe(404);
  });

  test("is made only with the password of its owner, who is notified in every way", async () => {
    const body = { id: uuidv7(), name: "Quiet", scopes: ["tasks:read" as const], days: 1 };
    for (const currentPassword of [undefined, "not this one"]) {
      const refused = await browser.client.refused(personalTokenRoutes.createToken, {
        body: { ...body, ...(currentPassword && { currentPassword }) },
      });
      expect(refused.body.error.code).toBe("current_password_wrong");
    }
    expect((await browser.client.call(personalTokenRoutes.listTokens, {})).tokens).toEqual([]);
    await create(browser);
    await expect
      .poll(
        async () => (await browser.client.call(notificationRoutes.listNotifications, { query: {} })).items,
      )
      .toMatchObject([
        {
          kind: "token.created",
          title: "The access token “Backup” was created for your account. It lets a program act as you.",
        },
      ]);
  });

  test("made in a session by password waits where that session waits, even after its owner adds a passkey", async () => {
    const { token } = await create(browser);
    await program(token).call(taskRoutes.listTaskFields, {});
    await sql`INSERT INTO passkeys (id, user_id, site, credential_id, public_key, signature_count, transports, is_synced, name)
      VALUES (uuidv7(), ${ada.id}, 'localhost', ${uuidv7()}, '', 0, '{}', false, 'Phone')`.execute(
      nodes[0].db,
    );
    await sql`UPDATE accounts SET requires_passkey = true WHERE id = ${ada.id}`.execute(nodes[0].db);
    await nodes[1].felt();
    const held = await program(token).refused(taskRoutes.listTaskFields, {});
    expect(held.body.error.code).toBe("passkey_setup_required");
  });

  test("needs the area of the board whose canvas it reads or writes, in addition to that of drafts", async () => {
    const { token } = await create(browser, { scopes: ["knowledge:write", "boards:read"] });
    const params = { kind: "board" as const, subjectId: uuidv7() };
    expect((await program(token).refused(documentRoutes.getDocument, { params })).body.error.code).toBe(
      "subject_not_found",
    );
    const attempt = await program(token).refused(documentRoutes.attachDocumentFiles, {
      params,
      body: { attachmentIds: [uuidv7()] },
    });
    expect(attempt.body.error).toMatchObject({
      code: "token_scope_missing",
      message: "This access token lacks the scope boards:write.",
    });
  });

  test("never does what its person may not do now, and what they may do again it does again", async () => {
    const boss = await createPerson(nodes[0].db, { name: "Boss", roles: ["admin"] });
    const { token } = await create(await nodes[0].signIn(boss), { scopes: ["administration:read"] });
    await program(token).call(administrationRoutes.listUsers, { query: {} });
    const setRole = (name: string) =>
      sql`UPDATE user_roles SET role_id = (SELECT id FROM roles WHERE name = ${name}) WHERE user_id = ${boss.id}`.execute(
        nodes[0].db,
      );
    await setRole("user");
    await nodes[1].felt();
    expect(
      (await program(token).refused(administrationRoutes.listUsers, { query: {} })).body.error.code,
    ).toBe("forbidden");
    await setRole("admin");
    await nodes[1].felt();
    await program(token).call(administrationRoutes.listUsers, { query: {} });
  });

  test("does not manage tokens, passwords, sessions or accounts, whatever its scopes", async () => {
    const { token, personalToken } = await create(admin, { scopes: ["administration:read", "inbox:write"] });
    const attempts = [
      program(token).refused(personalTokenRoutes.createToken, {
        body: { id: uuidv7(), name: "More", scopes: ["tasks:read"], days: 1 },
      }),
      program(token).refused(personalTokenRoutes.revokeToken, { params: { tokenId: personalToken.id } }),
      program(token).refused(identityRoutes.updateCurrentUser, {
        body: { currentPassword: testPassword, password: "seven pelicans on a pier" },
      }),
      program(token).refused(identityRoutes.endSessions, {}),
      program(token).refused(administrationRoutes.setUserPassword, {
        params: { userId: ada.id },
        body: { password: "seven pelicans on a pier" },
      }),
    ];
    for (const { body } of await Promise.all(attempts)) expect(body.error.code).toBe("token_not_accepted");
    await expect(
      nodes[1].connect({ ...admin, session: { ...admin.session, accessToken: token } }),
    ).rejects.toThrow();
  });

  test("stops on every node at once when it is revoked, by its owner or an administrator", async () => {
    const [own, taken] = [await create(browser), await create(browser)];
    for (const { token } of [own, taken]) expect((await whoIs(token)).status).toBe(200);
    await browser.client.call(personalTokenRoutes.revokeToken, { params: { tokenId: own.personalToken.id } });
    await admin.client.call(personalTokenRoutes.revokeAnyToken, {
      params: { tokenId: taken.personalToken.id },
    });
    await nodes[1].felt();
    for (const { token } of [own, taken])
      expect(await whoIs(token)).toMatchObject({
        status: 401,
        body: { error: { code: "personal_token_invalid" } },
      });
    expect(
      (
        await browser.client.refused(personalTokenRoutes.revokeToken, {
          params: { tokenId: own.personalToken.id },
        })
      ).status,
    ).toBe(404);
    expect(await acts("token.revoked")).toHaveLength(1);
    const byAdmin = await nodes[0].db
      .selectFrom("audit_log")
      .select("before")
      .where("action", "=", "token.revoked")
      .where("actor_id", "=", admin.user.id)
      .executeTakeFirst();
    expect(byAdmin?.before).toEqual({ owner: "Ada Quay" });
  });

  test.each([
    [
      "is disabled",
      () => admin.client.call(administrationRoutes.disableUser, { params: { userId: ada.id } }),
    ],
    [
      "is deleted",
      () => admin.client.call(administrationRoutes.deleteUser, { params: { userId: ada.id }, body: {} }),
    ],
    ["signs out everywhere", () => browser.client.call(identityRoutes.endSessions, {})],
    [
      "changes their password",
      () =>
        browser.client.call(identityRoutes.updateCurrentUser, {
          body: { currentPassword: testPassword, password: "seven pelicans on a pier" },
        }),
    ],
  ])("ends when its person %s, and stays ended", async (_when, act) => {
    const { token } = await create(browser);
    expect((await whoIs(token)).status).toBe(200);
    await act();
    await nodes[1].felt();
    expect((await whoIs(token)).status).toBeGreaterThanOrEqual(401);
    await sql`UPDATE accounts SET disabled_at = NULL WHERE id = ${ada.id}`.execute(nodes[0].db);
    await nodes[1].felt();
    expect((await whoIs(token)).body.error?.code).toBe("personal_token_invalid");
  });

  test("needs an end, unless an administrator allows tokens without one", async () => {
    const endless = {
      id: uuidv7(),
      name: "Endless",
      scopes: ["tasks:read" as const],
      days: null,
      currentPassword: testPassword,
    };
    expect(
      (await browser.client.refused(personalTokenRoutes.createToken, { body: endless })).body.error.code,
    ).toBe("endless_token_refused");
    await admin.client.call(personalTokenRoutes.setTokenRules, { body: { mayBeEndless: true } });
    const { token, personalToken } = await create(browser, { days: null });
    expect(personalToken.endsAt).toBeNull();
    expect((await whoIs(token)).status).toBe(200);
    await admin.client.call(personalTokenRoutes.setTokenRules, { body: { mayBeEndless: false } });
    await sql`UPDATE sessions SET expires_at = now() WHERE id = ${personalToken.id}`.execute(nodes[0].db);
    expect((await whoIs(token, 0)).status).toBe(401);
  });

  test("is made once when the answer was lost, with a new text, and never for something else", async () => {
    const id = uuidv7();
    const first = await create(browser, { id });
    const again = await create(browser, { id });
    expect((await browser.client.call(personalTokenRoutes.listTokens, {})).tokens).toHaveLength(1);
    expect((await whoIs(first.token)).status).toBe(401);
    expect((await whoIs(again.token)).status).toBe(200);
    const other = {
      ...{ id, name: "Other", scopes: ["tasks:write" as const], days: 30 },
      currentPassword: testPassword,
    };
    const used = await browser.client.refused(personalTokenRoutes.createToken, {
      body: { ...other, name: "Backup" },
    });
    expect(used.body.error.code).toBe("token_id_taken");
    expect((await whoIs(again.token)).status).toBe(200);
    expect(
      (await browser.client.refused(personalTokenRoutes.createToken, { body: other })).body.error.code,
    ).toBe("token_id_taken");
    expect(
      (await admin.client.refused(personalTokenRoutes.createToken, { body: { ...other, name: "Backup" } }))
        .body.error.code,
    ).toBe("token_id_taken");
  });

  test("is not replaced by a request with the same id and another end, though nobody has used it", async () => {
    const id = uuidv7();
    const { token } = await create(browser, { id, days: 30 });
    for (const days of [7, 31]) {
      const body = {
        id,
        name: "Backup",
        scopes: ["tasks:write" as const],
        days,
        currentPassword: testPassword,
      };
      expect((await browser.client.refused(personalTokenRoutes.createToken, { body })).body.error.code).toBe(
        "token_id_taken",
      );
    }
    expect((await whoIs(token)).status).toBe(200);
  });

  test("is one of at most 50 of a person", async () => {
    await sql`WITH made AS (INSERT INTO sessions (id, user_id, way, made_by, scopes, expires_at)
        SELECT uuidv7(), ${ada.id}, 'token', 'password', '{tasks:read}', now() + interval '1 day' FROM generate_series(1, 50) RETURNING id)
      INSERT INTO personal_tokens (id, name, token_hash, ending, is_endless)
        SELECT id, 'Old', sha256(id::text::bytea), 'abcd', false FROM made`.execute(nodes[0].db);
    const body = {
      id: uuidv7(),
      name: "One more",
      scopes: ["tasks:read" as const],
      days: 1,
      currentPassword: testPassword,
    };
    expect((await browser.client.refused(personalTokenRoutes.createToken, { body })).body.error.code).toBe(
      "too_many_tokens",
    );
  });

  test("shows its owner and administrators when and from where it was last used", async () => {
    const { token, personalToken } = await create(browser);
    const list = () => browser.client.call(personalTokenRoutes.listTokens, {});
    expect((await list()).tokens[0]?.lastUse).toBeNull();
    await whoIs(token);
    await expect
      .poll(async () => (await list()).tokens[0]?.lastUse?.address, { interval: 20 })
      .toBe("127.0.0.1");
    const found = await admin.client.call(personalTokenRoutes.listAllTokens, {
      query: { search: "ada q", limit: 1 },
    });
    expect(found.items[0]).toMatchObject({ id: personalToken.id, owner: { name: "Ada Quay" } });
    expect(JSON.stringify(found)).not.toContain(token.slice(tokenPrefix.length, -4));
    expect((await browser.client.refused(personalTokenRoutes.listAllTokens, { query: {} })).status).toBe(403);
  });
});

describe("a text that looks like a token", () => {
  test("is refused in an address, wherever it goes", async () => {
    const { token } = await create(browser);
    for (const path of [
      `/api/auth/user?access_token=${token}`,
      `/api/nothing/${token}`,
      `/tasks?x=${token}`,
    ]) {
      const answer = await nodes[0].anyone.send("GET", path);
      expect(answer).toMatchObject({ status: 400, body: { error: { code: "token_in_address" } } });
      expect(JSON.stringify(answer.body)).not.toContain(token);
    }
  });

  test("is refused without a query when its checksum is wrong", async () => {
    const { token } = await create(browser);
    for (const wrong of [`${token.slice(0, -1)}${token.endsWith("a") ? "b" : "a"}`, tokenPrefix, `${token}a`])
      expect((await whoIs(wrong)).body.error?.code).toBe("personal_token_invalid");
  });
});

test("every answer of the API says how many requests are left", async () => {
  const { token } = await create(browser);
  const first = await program(token).send("GET", "/api/auth/user");
  expect(first.headers.get("ratelimit-policy")).toBe('"route";q=600;w=60');
  const left = /^"route";r=(\d+);t=(\d+)$/.exec(first.headers.get("ratelimit") ?? "");
  expect(Number(left?.[1])).toBeLessThan(600);
  expect(Number(left?.[2])).toBeLessThanOrEqual(60);
});
