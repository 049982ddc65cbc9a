import { administrationRoutes } from "@atoll/contract/administration/routes";
import { feedRoutes } from "@atoll/contract/feeds/routes";
import { type Feed, type FeedArea, feedPrefix } from "@atoll/contract/feeds/schemas";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { personalTokenRoutes } from "@atoll/contract/personal-tokens/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createAnnouncementRow, idsByName } from "../../../test/announcers.ts";
import { createPerson, type TestPerson, testPassword } from "../../../test/factories.ts";
import { serverForFile } from "../../../test/for-file.ts";
import type { SignedIn } from "../../../test/harness.ts";
import { createThinker } from "../../../test/ideas.ts";
import { createWriter } from "../../../test/knowledge.ts";
import { newProgramSecret } from "../../platform/seals/program-secrets.ts";

const lines: string[] = [];
const origin = "https://atoll.example.com";
const server = serverForFile({ publicUrl: origin, onLogLine: (line) => lines.push(line) });
let admin: SignedIn;
let ada: TestPerson;
let browser: SignedIn;
let departments: Record<string, string>;

beforeAll(async () => {
  admin = await server.signIn(await createPerson(server.db, { name: "Root", roles: ["super_admin"] }));
  departments = await idsByName(server.db, "departments");
});
beforeEach(async () => {
  ada = await createPerson(server.db, { name: "Ada Quay", departments: ["Backend"] });
  browser = await server.signIn(ada);
});

const create = async (wanted: { areas?: FeedArea[]; id?: string; name?: string; from?: SignedIn } = {}) => {
  const { url, feed } = await (wanted.from ?? browser).client.call(feedRoutes.createFeed, {
    body: {
      ...{ id: wanted.id ?? uuidv7(), name: wanted.name ?? "Reader", currentPassword: testPassword },
      areas: wanted.areas ?? ["announcements", "ideas", "knowledge"],
    },
  });
  return { url, feed, path: url.slice(origin.length) };
};
const read = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, { headers });
const textOf = async (path: string) => (await read(path)).text();
const titlesIn = (rss: string) =>
  [...rss.matchAll(/<item>\n<title>(.*?)<\/title>/g)].map(([, title]) => title);
const titlesOf = async (path: string) => titlesIn(await textOf(path));
const ownFeeds = async (): Promise<Feed[]> => (await browser.client.call(feedRoutes.listFeeds, {})).feeds;
const announce = (title: string, more: Parameters<typeof createAnnouncementRow>[2] = {}) =>
  createAnnouncementRow(server.db, admin.user.id, { title, ...more });

describe("a feed", () => {
  test("shows announcements, ideas and pages of its areas, the newest first, with absolute links", async () => {
    const thinker = await createThinker(server, "Ida");
    const writer = await createWriter(server, "Wim", { roles: ["admin"] });
    const announcementId = await announce("Harbour day", { content: "**Bring** a hat." });
    const idea = await thinker.post({ title: "Hammocks" });
    const article = await writer.write({ title: "Knots", body: "Tie them." });
    const { path } = await create();
    const response = await read(path);
    expect(response.headers.get("content-type")).toBe("application/rss+xml; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("private, no-cache");
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    const rss = await response.text();
    expect(titlesIn(rss).slice(0, 3)).toEqual(["Knots", "Hammocks", "Harbour day"]);
    expect(rss).toContain(`<link>${origin}/announcements/${announcementId}</link>`);
    expect(rss).toContain(`<link>${origin}/ideas/${idea.id}</link>`);
    expect(rss).toContain(`<link>${origin}/knowledge-base/articles/${article.id}</link>`);
    expect(rss).toContain("<description>&lt;p&gt;Bring a hat.&lt;/p&gt;</description>");
    expect(rss).not.toContain(path.slice(-20));
    const ofIdeas = await create({ areas: ["ideas"] });
    expect(await titlesOf(ofIdeas.path)).not.toContain("Harbour day");
  });

  test("has at most 50 entries", async () => {
    for (let count = 0; count < 52; count += 1) await announce(`Many ${count}`);
    const { path } = await create();
    expect(await titlesOf(path)).toHaveLength(50);
  });

  test("loses a private entry the moment that its owner loses access, and tells programs of the change", async () => {
    await announce("For Backend", { department_ids: [departments.Backend!] });
    await announce("For all");
    const { path } = await create({ areas: ["announcements"] });
    const first = await read(path);
    expect(titlesIn(await first.text()).slice(0, 2)).toEqual(["For all", "For Backend"]);
    const [etag, date] = [first.headers.get("etag") ?? "", first.headers.get("last-modified") ?? ""];
    expect((await read(path, { "if-none-match": etag })).status).toBe(304);
    expect((await read(path, { "if-modified-since": date })).status).toBe(304);
    await sql`DELETE FROM user_departments WHERE user_id = ${ada.id}`.execute(server.db);
    await server.felt();
    for (const headers of [{}, { "if-none-match": etag }, { "if-modified-since": date }]) {
      const now = await read(path, headers as Record<string, string>);
      expect(now.status).toBe(200);
      expect(await now.text()).not.toContain("For Backend");
    }
  });

  test("shows no drafts, expired announcements, hidden ideas, or pages for others", async () => {
    const thinker = await createThinker(server, "Ivo");
    const writer = await createWriter(server, "Wyn", { roles: ["admin"] });
    await announce("Still a draft", { status: "DRAFT" });
    await announce("Long over", { expires_at: new Date("2020-01-01") });
    const idea = await thinker.post({ title: "Rude words" });
    await sql`UPDATE ideas SET hidden_at = now() WHERE id = ${idea.id}`.execute(server.db);
    await writer.write({ title: "Payroll", departmentIds: [departments.Marketing!] });
    await writer.create({ title: "Unfinished page" });
    const feeds = [await create(), await create({ from: admin })];
    for (const { path } of feeds) {
      const rss = await textOf(path);
      for (const title of ["Still a draft", "Long over", "Rude words", "Unfinished page"])
        expect(rss).not.toContain(title);
    }
    expect(await textOf(feeds[0]!.path)).not.toContain("Payroll");
  });

  test("shows an idea to its writer and its owner only as long as they are part of its audience", async () => {
    const people = [
      await createThinker(server, "Una", { departments: ["Backend"] }),
      await createThinker(server, "Bo", { departments: ["Backend"] }),
    ];
    const titles: string[] = [];
    for (const { name, post } of people.map((one) => ({ ...one, name: one.user.name }))) {
      titles.push(`Quiet of ${name}`, `Named of ${name}`);
      await post({ title: `Quiet of ${name}`, audienceIds: [departments.Backend!], isAnonymous: true });
      await post({ title: `Named of ${name}`, audienceIds: [departments.Backend!] });
    }
    await sql`UPDATE ideas SET owner_id = ${people[0]!.id} WHERE title = 'Named of Bo'`.execute(server.db);
    const paths: string[] = [];
    for (const from of people) paths.push((await create({ from, areas: ["ideas"] })).path);
    const [ofUna, ofBo] = await Promise.all(paths.map(titlesOf));
    expect(ofUna).toEqual(expect.arrayContaining(titles));
    expect(ofBo).toEqual(ofUna);
    for (const { id } of people)
      await sql`DELETE FROM user_departments WHERE user_id = ${id}`.execute(server.db);
    await server.felt();
    for (const path of paths)
      expect((await titlesOf(path)).filter((title) => titles.includes(title ?? ""))).toEqual([]);
  });

  test("stays well-formed whatever people write", async () => {
    await announce(`]]> <b>"bold"</b> & \u0001\uFFFE`, {
      content: "</description><script>alert(1)</script>\u0008",
    });
    const { path } = await create({ name: `<x> & ]]>`, areas: ["announcements"] });
    const rss = await textOf(path);
    expect(rss).toContain("<title>]]&gt; &lt;b&gt;&quot;bold&quot;&lt;/b&gt; &amp; \uFFFD\uFFFD</title>");
    expect(rss).toContain(": &lt;x&gt; &amp; ]]&gt;</title>");
    for (const part of ["<script", "\u0001", "\u0008", "\uFFFE"]) expect(rss).not.toContain(part);
  });
});

test("a feed can be read while the database takes no writes", async () => {
  const { db } = server;
  await announce("Before the standby");
  const { path } = await create({ areas: ["announcements"] });
  const etag = (await read(path)).headers.get("etag") ?? "";
  await sql`CREATE FUNCTION refuse_writes() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '25006'; END $$`.execute(db);
  // For each statement: a standby also refuses one that changes no row.
  await sql`CREATE TRIGGER refuse_writes BEFORE UPDATE ON feeds FOR EACH STATEMENT
    EXECUTE FUNCTION refuse_writes()`.execute(db);
  try {
    const unchanged = await read(path, { "if-none-match": etag });
    expect(unchanged.status).toBe(304);
    expect(unchanged.headers.get("last-modified")).not.toBeNull();
    await announce("Copied by then");
    const changed = await read(path, { "if-none-match": etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get("last-modified")).toBeNull();
    expect(titlesIn(await changed.text()).slice(0, 2)).toEqual(["Copied by then", "Before the standby"]);
  } finally {
    await sql`DROP FUNCTION refuse_writes CASCADE`.execute(db);
  }
  expect((await read(path)).headers.get("last-modified")).not.toBeNull();
});

describe("its address", () => {
  test("is shown once, hashed at rest, and never in the log", async () => {
    const { path, feed } = await create();
    const secret = path.replace("/api/feeds/", "");
    expect(secret).toMatch(new RegExp(`^${feedPrefix}[0-9A-Za-z]{46}$`));
    expect(secret.endsWith(feed.ending)).toBe(true);
    expect((await read(path)).status).toBe(200);
    await read(`${path}/more`);
    await fetch(`${server.url}${path}`, { method: "POST" });
    await read(`/somewhere/${secret}?from=${secret}`);
    for (const underscore of ["%5F", "%5f", "%255F"]) {
      await read(`/api/feeds/${secret.replaceAll("_", underscore)}/`);
      await read(`/somewhere/${secret.replaceAll("_", underscore)}/%zz`);
    }
    expect(JSON.stringify(await ownFeeds())).not.toContain(secret);
    const { rows } = await sql<{ row: string }>`SELECT f::text AS row FROM feeds f`.execute(server.db);
    expect(JSON.stringify(rows)).not.toContain(secret.slice(feedPrefix.length));
    expect(lines.some((line) => line.includes("[cut]"))).toBe(true);
    expect(lines.join("")).not.toContain(secret.slice(feedPrefix.length));
  });

  test("is refused alike when it is wrong, revoked, or its owner is disabled or has signed out everywhere", async () => {
    const [revoked, ofOther, ended] = [await create(), await create(), await create()];
    await browser.client.call(feedRoutes.revokeFeed, { params: { feedId: revoked.feed.id } });
    const other = await server.signIn(await createPerson(server.db, { name: "Eve" }));
    expect(
      (await other.client.refused(feedRoutes.revokeFeed, { params: { feedId: ofOther.feed.id } })).body.error,
    ).toMatchObject({ code: "feed_not_found" });
    const ofEve = await create({ from: other });
    await admin.client.call(administrationRoutes.disableUser, { params: { userId: other.user.id } });
    expect((await read(ended.path)).status).toBe(200);
    await browser.client.call(identityRoutes.endSessions, {});
    await server.felt();
    const never = newProgramSecret(feedPrefix).secret;
    const malformed = ["x", uuidv7(), `${never}0`];
    const paths = [
      ...[revoked.path, ended.path, ofEve.path],
      ...[never, ...malformed].map((secret) => `/api/feeds/${secret}`),
    ];
    const answers = await Promise.all(
      paths.map(async (path) => {
        const response = await read(path);
        const { error } = (await response.json()) as { error: { code: string; message: string } };
        return [response.status, error.code, error.message, response.headers.get("etag")];
      }),
    );
    for (const answer of answers)
      expect(answer).toEqual([404, "feed_not_found", "This address is no longer valid.", null]);
  });

  test("waits while the company asks its owner for a second factor, and works again after that", async () => {
    const { path } = await create();
    const setRequired = (isRequired: boolean) =>
      sql`UPDATE roles SET requires_second_factor = ${isRequired} WHERE name = 'user'`.execute(server.db);
    await setRequired(true);
    await server.felt();
    expect((await read(path)).status).toBe(404);
    await setRequired(false);
    await server.felt();
    expect((await read(path)).status).toBe(200);
  });

  test("is refused by every other route, and no access token opens a feed", async () => {
    const { path } = await create();
    const secret = path.replace("/api/feeds/", "");
    const headers = { authorization: `Bearer ${secret}` };
    expect((await read(identityRoutes.getCurrentUser.path, headers)).status).toBe(401);
    const { token } = await browser.client.call(personalTokenRoutes.createToken, {
      body: {
        ...{ id: uuidv7(), name: "Script", scopes: ["ideas:read" as const], days: 1 },
        currentPassword: testPassword,
      },
    });
    expect((await read(`/api/feeds/${token}`)).status).toBe(400);
    expect((await read(feedRoutes.listFeeds.path, { authorization: `Bearer ${token}` })).status).toBe(403);
  });

  test("is made only with the password of its owner, who is told of it", async () => {
    const body = { id: uuidv7(), name: "Quiet", areas: ["ideas" as const] };
    const refused = await browser.client.refused(feedRoutes.createFeed, { body });
    expect(refused.body.error.code).toBe("current_password_wrong");
    expect(await ownFeeds()).toEqual([]);
    await create({ name: "Outlook" });
    await expect
      .poll(
        async () => (await browser.client.call(notificationRoutes.listNotifications, { query: {} })).items,
      )
      .toMatchObject([
        {
          kind: "feed.created",
          title:
            "The feed “Outlook” was created for your account. Everyone who has its address can read what you can.",
        },
      ]);
  });

  test("is replaced by the same request if nobody has seen it, and not once it was read", async () => {
    const id = uuidv7();
    const lost = await create({ id });
    const seen = await create({ id });
    expect((await read(lost.path)).status).toBe(404);
    expect((await read(seen.path)).status).toBe(200);
    const again = { id, name: "Reader", areas: ["ideas" as const], currentPassword: testPassword };
    for (const areas of [["announcements", "ideas", "knowledge"] as FeedArea[], again.areas]) {
      const { body } = await browser.client.refused(feedRoutes.createFeed, { body: { ...again, areas } });
      expect(body.error.code).toBe("feed_id_taken");
    }
    expect(await ownFeeds()).toMatchObject([{ id, lastUse: { address: expect.any(String) } }]);
  });
});

test("a person renames their feeds, and two renames at once do not overwrite each other", async () => {
  const { feed, path } = await create();
  const params = { feedId: feed.id };
  const renamed = await browser.client.call(feedRoutes.renameFeed, {
    params,
    body: { version: feed.version, name: "Phone" },
  });
  expect(renamed.feed).toMatchObject({ name: "Phone", version: 2 });
  const late = await browser.client.refused(feedRoutes.renameFeed, {
    params,
    body: { version: 1, name: "Tablet" },
  });
  expect(late.body.error.code).toBe("changed_meanwhile");
  expect(await textOf(path)).toContain(": Phone</title>");
  expect(
    (await admin.client.refused(feedRoutes.renameFeed, { params, body: { version: 2, name: "Mine" } })).body
      .error.code,
  ).toBe("feed_not_found");
});

test("a person has at most 20 feeds", async () => {
  for (let count = 0; count < 20; count += 1) await create();
  const body = { id: uuidv7(), name: "More", areas: ["ideas" as const], currentPassword: testPassword };
  expect((await browser.client.refused(feedRoutes.createFeed, { body })).body.error.code).toBe(
    "too_many_feeds",
  );
});

test("an administrator counts and finds everyone's feeds, and ends one or all of a person, which is recorded", async () => {
  const name = `Lighthouse ${uuidv7()}`;
  const [one, ...others] = [await create({ name }), await create(), await create()];
  const all = await admin.client.call(feedRoutes.listAllFeeds, { query: { search: name.toUpperCase() } });
  expect(all.items).toMatchObject([{ id: one.feed.id, owner: { id: ada.id, name: "Ada Quay" } }]);
  expect(all.total).toBeUndefined();
  const { total } = await admin.client.call(feedRoutes.listAllFeeds, { query: { limit: 1 } });
  expect(total).toBeGreaterThanOrEqual(3);
  expect(JSON.stringify(all)).not.toContain(one.path.slice(-20));
  await admin.client.call(feedRoutes.revokeAnyFeed, { params: { feedId: one.feed.id } });
  expect((await read(one.path)).status).toBe(404);
  await admin.client.call(feedRoutes.revokeFeedsOfPerson, { params: { userId: ada.id } });
  for (const { path } of others) expect((await read(path)).status).toBe(404);
  expect(await ownFeeds()).toEqual([]);
  const nothing = await admin.client.refused(feedRoutes.revokeFeedsOfPerson, { params: { userId: ada.id } });
  expect(nothing.body.error.code).toBe("feed_not_found");
  const acts = await server.db
    .selectFrom("audit_log")
    .select(["subject_id", "before"])
    .where("action", "=", "feed.revoked")
    .where("actor_id", "=", admin.user.id)
    .execute();
  expect(acts.map(({ subject_id }) => subject_id)).toEqual(
    expect.arrayContaining([one, ...others].map(({ feed }) => feed.id)),
  );
  expect(acts[0]?.before).toEqual({ owner: "Ada Quay" });
  for (const feedId of [(await create({ from: admin })).feed.id, uuidv7()]) {
    const refused = await browser.client.refused(feedRoutes.revokeAnyFeed, { params: { feedId } });
    expect(refused.body.error.code).toBe("forbidden");
  }
});

test("a feed has no end only where administrators allow tokens without one", async () => {
  const days = ({ feed }: { feed: Feed }) =>
    feed.endsAt && Math.round((Date.parse(feed.endsAt) - Date.parse(feed.createdAt)) / 86_400_000);
  expect(days(await create())).toBe(365);
  await admin.client.call(personalTokenRoutes.setTokenRules, { body: { mayBeEndless: true } });
  expect(days(await create())).toBeNull();
  await admin.client.call(personalTokenRoutes.setTokenRules, { body: { mayBeEndless: false } });
});
