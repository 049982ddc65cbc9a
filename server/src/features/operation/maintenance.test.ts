import { auditRoutes } from "@atoll/contract/audit/routes";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { feedRoutes } from "@atoll/contract/feeds/routes";
import { identityRoutes } from "@atoll/contract/identity/routes";
import type { AnnouncedMaintenance } from "@atoll/contract/operation/maintenance";
import { operationRoutes } from "@atoll/contract/operation/routes";
import { personalTokenRoutes } from "@atoll/contract/personal-tokens/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { codeOf } from "../../../test/client.ts";
import { createChannel, createPerson } from "../../../test/factories.ts";
import { type SignedIn, startTestNodes, startTestServer, type TestNodes } from "../../../test/harness.ts";
import { runOperatorCommand } from "../../../test/operator-command.ts";

let nodes: TestNodes;
let owner: SignedIn;
let [ada, bo]: SignedIn[] = [];
let channelId: string;
beforeAll(async () => {
  nodes = await startTestNodes();
  const { db } = nodes[0];
  owner = await nodes[0].signIn(await createPerson(db, { name: "Olu", roles: ["super_admin"] }));
  ada = await nodes[0].signIn(await createPerson(db, { name: "Ada" }));
  bo = await nodes[1].signIn(await createPerson(db, { name: "Bo" }));
  channelId = (await createChannel(db, { members: [owner.user, ada.user, bo.user] })).id;
});
afterEach(async () => {
  await owner.client.call(operationRoutes.endMaintenance, {});
  await seen(bo!, (announced) => announced === null);
});
afterAll(() => nodes.close());

const patience = { timeout: 60_000 };
const hourMs = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();
const get = async ({ client }: SignedIn) => client.call(operationRoutes.getMaintenance, {});

const announce = async (
  change: Partial<Omit<AnnouncedMaintenance, "startsAt">> & { startsAt?: string | null } = {},
) => {
  const { version } = await get(owner);
  return owner.client.call(operationRoutes.announceMaintenance, {
    body: {
      version,
      text: "The disks are replaced.",
      startsAt: null,
      endsAt: inHours(2),
      isReadOnly: true,
      ...change,
    },
  });
};

/** Waits until the node of a person knows. */
const seen = (person: SignedIn, isIt: (announced: AnnouncedMaintenance | null) => boolean) =>
  vi.waitFor(async () => expect(isIt((await get(person)).announced)).toBe(true), patience);

const post = (person: SignedIn) =>
  person.client.call(chatRoutes.postMessage, {
    params: { channelId },
    body: { id: uuidv7(), content: "Hello", parentId: null, attachmentIds: [] },
  });

describe("maintenance", () => {
  test("reaches the browsers of every server when it is announced, and changes nothing else", async () => {
    const socket = await nodes[1].connect(bo!);
    const startsAt = inHours(1);
    const { announced } = await announce({ startsAt });
    expect(announced).toMatchObject({ text: "The disks are replaced.", startsAt, isRunning: false });
    await socket.next("maintenance.changed");
    expect((await get(bo!)).announced).toEqual(announced);
    expect(await codeOf(post(bo!))).toBe("ok");
  });

  test("refuses what people write on every server while it is read-only, says when to try again, and lets them read", async () => {
    await announce();
    await seen(bo!, (announced) => announced?.isRunning === true);
    for (const person of [ada!, bo!]) {
      const refusal = await person.client.refused(chatRoutes.postMessage, {
        params: { channelId },
        body: { id: uuidv7(), content: "Hello", parentId: null, attachmentIds: [] },
      });
      expect(refusal).toMatchObject({ status: 503, body: { error: { code: "maintenance" } } });
      expect(Number(refusal.headers.get("retry-after"))).toBe(600);
      expect(await codeOf(person.client.call(chatRoutes.listChannels, { query: {} }))).toBe("ok");
    }
    // Programs without an account.
    expect(await nodes[1].anyone.send("POST", "/api/hooks/nobody", { body: {} })).toMatchObject({
      status: 503,
    });
    expect(await codeOf(post(owner))).toBe("ok");
  });

  test("lets people sign in and out while it is read-only, and refuses commands of the socket that write", async () => {
    await announce();
    await seen(bo!, (announced) => announced?.isRunning === true);
    const cleo = await nodes[1].signIn(await createPerson(nodes[0].db, { name: "Cleo" }));
    const socket = await nodes[1].connect(cleo);
    expect(await socket.refused("presence.set", { isIdle: false, status: "deep-dive" })).toBe("maintenance");
    expect(await socket.command("presence.set", { isIdle: false })).toEqual({ status: null });
    const update = {
      subject: { kind: "article", id: uuidv7() },
      epoch: uuidv7(),
      schemaVersion: 1,
      update: "AAA=",
    };
    expect(await socket.refused("document.update", update)).toBe("maintenance");
    expect(await codeOf(cleo.client.call(identityRoutes.endSession, {}))).toBe("ok");
  });

  test("lets people take access away, unsubscribe and mark as read while it is read-only, but not change their name", async () => {
    const { client } = ada!;
    const sent = await post(owner);
    await announce();
    await seen(ada!, (announced) => announced?.isRunning === true);
    const missing = { params: { tokenId: uuidv7() } };
    expect(await codeOf(client.call(personalTokenRoutes.revokeToken, missing))).not.toBe("maintenance");
    expect(await codeOf(client.call(feedRoutes.revokeFeed, { params: { feedId: uuidv7() } }))).not.toBe(
      "maintenance",
    );
    const unsubscribe = await nodes[0].anyone.send("POST", "/api/mail/unsubscribe/nobody", { body: {} });
    expect(unsubscribe.status).not.toBe(503);
    expect(
      await codeOf(
        client.call(chatRoutes.markRead, { params: { channelId }, body: { seq: sent.message.seq } }),
      ),
    ).toBe("ok");
    expect(
      await codeOf(client.call(identityRoutes.updateCurrentUser, { body: { name: "Ada Lovelace" } })),
    ).toBe("maintenance");
  });

  test("is kept through a restart", async () => {
    await announce();
    const third = await startTestServer({ databaseUrl: nodes[0].databaseUrl });
    const dan = await third.signIn(await createPerson(third.db, { name: "Dan" }));
    expect(await codeOf(post(dan))).toBe("maintenance");
    await third.close();
  });

  test("ends by itself on every server, and tells the browsers", async () => {
    await announce();
    await seen(bo!, (announced) => announced?.isRunning === true);
    const socket = await nodes[1].connect(bo!);
    // Its end is a moment away now.
    await sql`UPDATE maintenance SET ends_at = now() + interval '3 seconds', version = version + 1`.execute(
      nodes[0].db,
    );
    await socket.next("maintenance.changed");
    for (const person of [ada!, bo!]) await seen(person, (announced) => announced === null);
    expect(await codeOf(post(bo!))).toBe("ok");
  });

  test("ends when a super administrator ends it, and the audit log has both", async () => {
    await announce();
    await owner.client.call(operationRoutes.endMaintenance, {});
    await seen(bo!, (announced) => announced === null);
    expect(await codeOf(post(bo!))).toBe("ok");
    const { items } = await owner.client.call(auditRoutes.listEntries, { query: {} });
    expect(items.slice(0, 2).map(({ action, actor }) => [action, actor?.name])).toEqual([
      ["maintenance.ended", "Olu"],
      ["maintenance.announced", "Olu"],
    ]);
  });

  test("is not overwritten when someone else has changed it since", async () => {
    const { version } = await get(owner);
    await announce();
    const body = { version, text: "Another one", startsAt: null, endsAt: inHours(3), isReadOnly: false };
    expect(await codeOf(owner.client.call(operationRoutes.announceMaintenance, { body }))).toBe(
      "changed_meanwhile",
    );
    expect((await get(owner)).announced?.isReadOnly).toBe(true);
  });

  test.each([
    ["an end in the past", { endsAt: inHours(-1) }, "endsAt"],
    ["an end before the start", { startsAt: inHours(3), endsAt: inHours(2) }, "endsAt"],
    ["more than a week", { endsAt: inHours(8 * 24) }, "endsAt"],
    ["a start in half a year", { startsAt: inHours(180 * 24), endsAt: inHours(180 * 24 + 1) }, "startsAt"],
  ])("is refused with %s", async (_title, change, path) => {
    await expect(announce(change)).rejects.toThrow(`"path":"${path}"`);
    expect((await get(owner)).announced).toBeNull();
  });
});

test("an operator announces and ends maintenance while the servers run", async () => {
  const run = (...args: string[]) =>
    runOperatorCommand("maintenance", { DATABASE_URL: nodes[0].databaseUrl }, ...args);
  const on = await run("on", "Moving", "house", "--minutes", "30", "--read-only");
  expect(on).toMatchObject({ code: 0, output: expect.stringContaining("Moving house") });
  await seen(bo!, (announced) => announced?.isRunning === true);
  expect(await codeOf(post(bo!))).toBe("maintenance");
  // Prolonged.
  expect((await run("on", "Moving", "--minutes", "90")).output).toContain("Only super administrators");
  expect((await run("on", "Moving", "--minutes", "90", "--no-read-only")).output).toContain("go on working");
  expect(await run("off")).toMatchObject({ code: 0, output: expect.stringContaining("is over") });
  await seen(bo!, (announced) => announced === null);
  expect((await run()).output).toContain("No maintenance is announced.");
  expect(await run("on", "Past", "--until", "2020-01-01T10:00Z")).toMatchObject({
    code: 1,
    output: expect.stringContaining("Choose an end after the start"),
  });
  expect(await run("on", "--minutes", "5")).toMatchObject({
    code: 1,
    output: expect.stringContaining("Use: "),
  });
  const { items } = await owner.client.call(auditRoutes.listEntries, { query: {} });
  expect(items.find(({ action }) => action === "maintenance.ended")).toMatchObject({ actor: null });
});
