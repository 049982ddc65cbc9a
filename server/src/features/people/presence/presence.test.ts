import { commands } from "@atoll/contract/events";
import type { PresenceStatus } from "@atoll/contract/people/presence";
import fc from "fast-check";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test } from "vitest";
import { fullTest } from "../../../../../contract/test/full-check.ts";
import { drawn } from "../../../../test/drawn.ts";
import { createPerson, createRole } from "../../../../test/factories.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import type { SignedIn } from "../../../../test/harness.ts";
import type { TestSocket } from "../../../../test/socket.ts";

const server = sharedServer();
let ana: SignedIn;
let watcher: TestSocket;

beforeAll(async () => {
  ana = await newPerson("Ana");
  watcher = await server.connect(ana);
});

async function newPerson(name: string, roles?: string[]): Promise<SignedIn> {
  return server.signIn(await createPerson(server.db, { name, ...(roles ? { roles } : {}) }));
}

async function watch(...people: SignedIn[]): Promise<(PresenceStatus | null)[]> {
  const { presences } = await watcher.command("presence.watch", {
    userIds: people.map(({ user }) => user.id),
  });
  return people.map(({ user }) => presences.find(({ userId }) => userId === user.id)?.status ?? null);
}

/** Returns the next status the watcher receives, which must be about this person. */
async function heardOf(person: SignedIn): Promise<PresenceStatus | null> {
  const { userId, status } = await watcher.next("presence.changed");
  expect(userId).toBe(person.user.id);
  return status;
}

describe("presence", () => {
  test("is online with an open browser, away when idle in all, and offline some seconds after the last closes", async () => {
    const ben = await newPerson("Ben");
    expect(await watch(ben)).toEqual([null]);
    const one = await server.connect(ben);
    expect(await heardOf(ben)).toBe("online");
    const two = await server.connect(ben);
    await one.command("presence.set", { isIdle: true });
    expect(await watch(ben)).toEqual(["online"]);
    await two.command("presence.set", { isIdle: true });
    expect(await heardOf(ben)).toBe("away");
    await two.command("presence.set", { isIdle: false });
    expect(await heardOf(ben)).toBe("online");
    // Only the idle browser is left.
    two.close();
    expect(await heardOf(ben)).toBe("away");
    one.close();
    expect(await heardOf(ben)).toBeNull();
    expect(await watch(ben)).toEqual([null]);
  });

  test("does not flicker when a page is reloaded", async () => {
    const ben = await newPerson("Ben");
    expect(await watch(ben)).toEqual([null]);
    const before = await server.connect(ben);
    expect(await heardOf(ben)).toBe("online");
    before.close();
    await before.cut;
    await server.connect(ben);
    const cleo = await newPerson("Cleo");
    expect(await watch(ben, cleo)).toEqual(["online", null]);
    await server.connect(cleo);
    // Nothing came between.
    expect(await heardOf(cleo)).toBe("online");
  });

  fullTest("stays as chosen on all devices, also when idle and after reconnecting", async () => {
    const ben = await newPerson("Ben");
    const [laptop, phone] = [await server.connect(ben), await server.connect(ben)];
    expect(await watch(ben)).toEqual(["online"]);
    expect(await laptop.command("presence.set", { isIdle: false, status: "do-not-disturb" })).toEqual({
      status: "do-not-disturb",
    });
    expect(await heardOf(ben)).toBe("do-not-disturb");
    // The phone knows nothing of the choice, and does not undo it.
    expect(await phone.command("presence.set", { isIdle: true })).toEqual({ status: "do-not-disturb" });
    expect(await phone.command("presence.set", { isIdle: true, status: "deep-dive" })).toEqual({
      status: "deep-dive",
    });
    expect(await heardOf(ben)).toBe("deep-dive");
    laptop.close();
    phone.close();
    expect(await heardOf(ben)).toBeNull();
    const again = await server.connect(ben);
    expect(await heardOf(ben)).toBe("deep-dive");
    expect(await again.command("presence.set", { isIdle: false, status: "online" })).toEqual({
      status: null,
    });
    expect(await heardOf(ben)).toBe("online");
    const { rows } = await sql`SELECT FROM chosen_statuses WHERE user_id = ${ben.user.id}`.execute(server.db);
    expect(rows).toEqual([]);
  });

  test("a choice on another node takes effect here", async () => {
    const ben = await newPerson("Ben");
    await server.connect(ben);
    expect(await watch(ben)).toEqual(["online"]);
    await server.db.insertInto("chosen_statuses").values({ user_id: ben.user.id, status: "away" }).execute();
    expect(await heardOf(ben)).toBe("away");
    await server.db.deleteFrom("chosen_statuses").where("user_id", "=", ben.user.id).execute();
    expect(await heardOf(ben)).toBe("online");
  });

  test("includes people who may not chat, and is sent to them, even after they lose that right", async () => {
    const [visitorRole, chatRole] = [
      await createRole(server.db, { name: "visitor" }),
      await createRole(server.db, { name: "chatter", permissions: ["chat:access"] }),
    ];
    const [vera, cleo, ben] = [
      await newPerson("Vera", [visitorRole.name]),
      await newPerson("Cleo", [chatRole.name]),
      await newPerson("Ben"),
    ];
    expect(await watch(vera, cleo)).toEqual([null, null]);
    const sockets = [await server.connect(vera)];
    expect(await heardOf(vera)).toBe("online");
    sockets.push(await server.connect(cleo));
    expect(await heardOf(cleo)).toBe("online");
    for (const socket of sockets) await socket.command("presence.watch", { userIds: [ben.user.id] });
    await sql`UPDATE user_roles SET role_id = ${visitorRole.id} WHERE user_id = ${cleo.user.id}`.execute(
      server.db,
    );
    await sockets[1]?.next("viewer.changed");
    await server.connect(ben);
    for (const socket of sockets)
      expect(await socket.next("presence.changed")).toEqual({ userId: ben.user.id, status: "online" });
    await sockets[0]?.command("presence.set", { isIdle: true });
    // No event about Cleo, who lost a permission, came in between.
    expect(await heardOf(vera)).toBe("away");
  });

  test("a person without access is not online, and receives nothing", async () => {
    const role = await createRole(server.db, { name: "careful one" });
    const [cleo, ben] = [await newPerson("Cleo", [role.name]), await newPerson("Ben")];
    const socket = await server.connect(cleo);
    await socket.command("presence.watch", { userIds: [ben.user.id] });
    expect(await watch(cleo)).toEqual(["online"]);
    await sql`UPDATE roles SET requires_second_factor = true WHERE id = ${role.id}`.execute(server.db);
    expect(await heardOf(cleo)).toBeNull();
    expect(await watch(ben)).toEqual([null]);
    await server.connect(ben);
    expect(await heardOf(ben)).toBe("online");
    // An answer comes after everything that was sent before it.
    expect(await socket.refused("presence.watch", { userIds: [] })).toBe("forbidden");
    expect(socket.received.filter(({ name }) => name === "presence.changed")).toEqual([]);
  });

  test("a change to a watcher's own account keeps what it watches", async () => {
    const [cleo, ben] = [await newPerson("Cleo"), await newPerson("Ben")];
    const socket = await server.connect(cleo);
    await socket.command("presence.watch", { userIds: [ben.user.id] });
    await sql`UPDATE profiles SET name = 'Cleo Two' WHERE id = ${cleo.user.id}`.execute(server.db);
    await socket.next("viewer.changed");
    await server.connect(ben);
    expect(await socket.next("presence.changed")).toEqual({ userId: ben.user.id, status: "online" });
  });

  test("watching replaces the previous set", async () => {
    const [ben, cleo] = [await newPerson("Ben"), await newPerson("Cleo")];
    expect(await watch(ben)).toEqual([null]);
    expect(await watch(cleo, cleo)).toEqual([null, null]);
    await server.connect(ben);
    await server.connect(cleo);
    expect(await heardOf(cleo)).toBe("online");
    expect(await watch()).toEqual([]);
  });
});

describe("commands", () => {
  test.each<[string, string, unknown[]]>([
    ["nothing", "presence.watch", []],
    ["what is no id", "presence.watch", [{ userIds: ["me"] }]],
    ["too many people", "presence.watch", [{ userIds: Array.from({ length: 201 }, () => uuidv7()) }]],
    ["a text for a yes or no", "presence.set", [{ isIdle: "no" }]],
    ["a status that there is not", "presence.set", [{ isIdle: false, status: "asleep" }]],
    ["something else first", "typing.set", [null, { channelId: uuidv7() }]],
    ["a name that every object has", "constructor", [{}]],
    ["an event of the server", "message.posted", [{ seq: 1 }]],
  ])("with %s are refused", async (_what, name, payload) => {
    const socket = await server.connect(await newPerson("Fred"));
    expect(await socket.refused(name, ...payload)).toBe("invalid_request");
    // A command without a callback causes no error either.
    socket.emit(name, ...payload);
    expect(await socket.command("presence.set", { isIdle: false })).toEqual({ status: null });
  });

  test("with any payload never crash the server", async () => {
    const socket = await server.connect(await newPerson("Fred"));
    const name = fc.oneof(
      fc.constantFrom(...Object.keys(commands)),
      fc.string().filter((one) => !reserved.has(one)),
    );
    for (const [event, payload] of drawn(fc.tuple(name, fc.array(fc.jsonValue(), { maxLength: 3 })), 300)) {
      socket.emit(event, ...payload);
    }
    const other = await server.connect(await newPerson("Greta"));
    expect(await other.command("presence.set", { isIdle: false })).toEqual({ status: null });
    expect(await other.refused("no.such.command")).toBe("invalid_request");
  });

  test("over the rate limit are refused, counted per socket", async () => {
    const fred = await newPerson("Fred");
    const [one, two] = [await server.connect(fred), await server.connect(fred)];
    for (let count = 0; count < 20; count += 1) one.emit("presence.set", { isIdle: false });
    expect(await one.refused("presence.set", { isIdle: false })).toBe("rate_limited");
    await one.command("presence.watch", { userIds: [] });
    await two.command("presence.set", { isIdle: false });
  });
});

/** Socket.IO reserves these, already on the client. */
const reserved = new Set([
  "connect",
  "connect_error",
  "disconnect",
  "disconnecting",
  "newListener",
  "removeListener",
]);
