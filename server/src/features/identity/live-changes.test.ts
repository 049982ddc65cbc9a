import { chatRoutes } from "@atoll/contract/chat/routes";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createChannel, createPerson, type TestPerson } from "../../../test/factories.ts";
import { type SignedIn, startTestNodes, type TestNodes, type TestServer } from "../../../test/harness.ts";
import type { TestSocket } from "../../../test/socket.ts";
import { retireSigningKeys } from "./sessions/signing-keys.ts";

/** Two nodes with one database and no bus between them: a message posted on one is only broadcast there. */
let nodes: TestNodes;
let author: TestPerson;
/** The author on each of the nodes. */
let authors: SignedIn[];
/** Has the roles guest, without permissions, and chatter, with team chat. */
let person: TestPerson;
let channelId: string;
beforeAll(async () => {
  nodes = await startTestNodes();
  await sql`INSERT INTO roles (name) VALUES ('chatter'), ('guest')`.execute(nodes[0].db);
  await grantChat();
  author = await createPerson(nodes[0].db, { roles: ["admin"] });
  await signInAuthor();
});
beforeEach(async () => {
  person = await createPerson(nodes[0].db, { roles: ["guest", "chatter"] });
  channelId = (await createChannel(nodes[0].db, { members: [author, person] })).id;
});
afterAll(() => nodes.close());

describe("a change of a person's roles", () => {
  test("reaches their sockets on every node, which receive it and leave rooms they may not be in", async () => {
    const sockets = [...(await openSockets()), ...(await openSockets())];
    for (const socket of sockets) await hears(socket, "before");
    await takeRole("chatter");
    for (const socket of sockets) await socket.next("viewer.changed");
    for (const socket of sockets.slice(0, 2)) await hearsNothing(socket);
    await giveRole("chatter");
    for (const socket of sockets.slice(2)) await socket.next("viewer.changed");
    for (const socket of sockets.slice(2)) await hears(socket, "again");
  });

  test("closes their sockets and keeps their sessions when only the pending role is left", async () => {
    const sockets = await openSockets();
    await nodes[0].db.transaction().execute(async (tx) => {
      await sql`DELETE FROM user_roles WHERE user_id = ${person.id}`.execute(tx);
      await sql`INSERT INTO user_roles (user_id, role_id)
        SELECT ${person.id}, id FROM roles WHERE name = 'pending'`.execute(tx);
    });
    for (const socket of sockets) await isEnded(socket, "account_pending");
    const { rows } = await sql`
      SELECT id FROM sessions WHERE user_id = ${person.id} AND ended_at IS NULL`.execute(nodes[0].db);
    expect(rows).toHaveLength(2);
  });

  test("leaves their sockets in the final state when it is quickly reversed", async () => {
    const [socket] = await openSockets();
    for (let round = 0; round < 20; round += 1) {
      await takeRole("chatter");
      await giveRole("chatter");
    }
    await takeRole("chatter");
    // Sockets are processed one at a time, so after the third change from here on, all earlier ones are done.
    for (let round = 0; round < 3; round += 1) {
      const told = count(socket, "viewer.changed");
      await rename();
      await expect.poll(() => count(socket, "viewer.changed"), { interval: 5 }).toBeGreaterThan(told);
    }
    await hearsNothing(socket);
  });

  test("while a socket is let in is not missed", async () => {
    for (let round = 0; round < 10; round += 1) {
      const [socket] = await Promise.all([openSocket(nodes[0]), takeRole("chatter")]);
      await rename();
      await socket.next("viewer.changed");
      await hearsNothing(socket);
      await giveRole("chatter");
    }
  });
});

describe("an account", () => {
  test("has its sockets notified and disconnected when it is disabled, even though no session was ended", async () => {
    const sockets = await openSockets();
    await disable();
    for (const socket of sockets) await isEnded(socket, "account_disabled");
  });

  test("keeps no socket when it is disabled during handshakes", async () => {
    const signedIn = await nodes[0].signIn(person);
    const attempts = Array.from({ length: 10 }, () =>
      nodes[0].connect(signedIn).then(
        ({ cut }) => cut,
        (error: { data?: { code: string } }) => error.data?.code,
      ),
    );
    await disable();
    const ends = await Promise.all(attempts);
    for (const end of ends) expect(["account_disabled", "io server disconnect"]).toContain(end);
  });

  test("has its sockets closed when it is deleted", async () => {
    const sockets = await openSockets();
    await sql`DELETE FROM accounts WHERE id = ${person.id}`.execute(nodes[0].db);
    for (const socket of sockets) await isEnded(socket, "session_expired");
  });
});

describe("a change of a role", () => {
  test("reaches the holders, and nobody else", async () => {
    const sockets = await openSockets();
    const bystander = await nodes[0].connect(authors[0]!);
    await sql`DELETE FROM role_permissions rp USING roles r WHERE r.id = rp.role_id AND r.name = 'chatter'`.execute(
      nodes[1].db,
    );
    for (const socket of sockets) await socket.next("viewer.changed");
    await grantChat();
    for (const socket of sockets) await socket.next("viewer.changed");
    for (const socket of sockets) await hears(socket, "once more");
    await hears(bystander, "to all");
    expect(count(bystander, "viewer.changed")).toBe(0);
  });

  test("stops events to people who lose a permission", async () => {
    const sockets = await openSockets();
    await sql`DELETE FROM role_permissions rp USING roles r WHERE r.id = rp.role_id AND r.name = 'chatter'`.execute(
      nodes[0].db,
    );
    for (const socket of sockets) await socket.next("viewer.changed");
    for (const socket of sockets) await hearsNothing(socket);
    await grantChat();
  });

  test("stops events to people without a second factor when it requires one", async () => {
    const [first, second] = await openSockets();
    await sql`UPDATE roles SET requires_second_factor = true WHERE name = 'guest'`.execute(nodes[0].db);
    for (const socket of [first, second]) await socket.next("viewer.changed");
    await hearsNothing(first);
    await sql`UPDATE roles SET requires_second_factor = false WHERE name = 'guest'`.execute(nodes[0].db);
    await second.next("viewer.changed");
    await hears(second, "now");
  });
});

describe("a person without team chat", () => {
  test("receives nothing from previous or new channels", async () => {
    await takeRole("chatter");
    const [one, two] = await openSockets();
    await hearsNothing(one);
    const params = { personId: person.id };
    channelId = (await authors[1]!.client.call(chatRoutes.openDirectChannel, { params })).channel.id;
    await hearsNothing(two);
  });
});

describe("keys that are retired", () => {
  test("cut the sockets of their tokens on every node, and end no session", async () => {
    const sockets = await openSockets();
    await retireSigningKeys(nodes[0].db);
    for (const socket of sockets) expect(await socket.cut).toBe("transport close");
    for (const socket of sockets) expect(count(socket, "session.ended")).toBe(0);
    const { rows } = await sql`
      SELECT id FROM sessions WHERE user_id = ${person.id} AND ended_at IS NULL`.execute(nodes[0].db);
    expect(rows).toHaveLength(2);
    await signInAuthor();
    for (const socket of await openSockets()) await hears(socket, "with the new key");
  });
});

describe("checking a socket again", () => {
  test("applies changes that were missed while announcements were cut off", async () => {
    const sockets = await openSockets();
    const bystander = await createPerson(nodes[0].db);
    const others = [
      await nodes[0].connect(await nodes[0].signIn(bystander)),
      await nodes[1].connect(await nodes[1].signIn(bystander)),
    ];
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'atoll notifications' AND datname = current_database()`.execute(nodes[0].db);
    await disable();
    // A node that was cut off for a moment disconnects all its browsers, so that they refetch.
    for (const socket of [...sockets, ...others]) await socket.cut;
    for (const [index, socket] of sockets.entries()) {
      const back = nodes[index]!.connect(sessions.get(socket)!);
      await expect(back).rejects.toMatchObject({ data: { code: "account_disabled" } });
    }
  });

  test("sends nothing if the person has not changed", async () => {
    const [socket] = await openSockets();
    await sql`UPDATE accounts SET email_confirmed_at = now() WHERE id = ${person.id}`.execute(nodes[0].db);
    await sql`UPDATE departments SET name = name`.execute(nodes[0].db);
    await hears(socket, "as before");
    await rename();
    await socket.next("viewer.changed");
    expect(count(socket, "viewer.changed")).toBe(1);
  });
});

const sessions = new WeakMap<TestSocket, SignedIn>();

/** A socket of the person on each node, each with a session of its own. */
async function openSockets(): Promise<[TestSocket, TestSocket]> {
  return [await openSocket(nodes[0]), await openSocket(nodes[1])];
}

async function openSocket(node: TestServer): Promise<TestSocket> {
  const signedIn = await node.signIn(person);
  const socket = await node.connect(signedIn);
  sessions.set(socket, signedIn);
  return socket;
}

async function hears(socket: TestSocket, content: string): Promise<void> {
  const text = `${content} ${uuidv7()}`;
  await post(text);
  let heard: string;
  do heard = (await socket.next("message.posted")).message.content;
  while (heard !== text);
}

/** Posts, and then signs out, which must be the only event received. */
async function hearsNothing(socket: TestSocket): Promise<void> {
  const before = count(socket, "message.posted");
  await post("not for everyone");
  await sessions.get(socket)?.client.call(identityRoutes.endSession, {});
  await socket.next("session.ended");
  await socket.cut;
  expect(count(socket, "message.posted")).toBe(before);
}

async function isEnded(socket: TestSocket, code: string): Promise<void> {
  expect((await socket.next("session.ended")).code).toBe(code);
  await socket.cut;
}

function count(socket: TestSocket, event: string): number {
  return socket.received.filter(({ name }) => name === event).length;
}

async function post(content: string): Promise<void> {
  for (const { client } of authors) {
    await client.call(chatRoutes.postMessage, { params: { channelId }, body: { id: uuidv7(), content } });
  }
}

async function signInAuthor(): Promise<void> {
  authors = await Promise.all(nodes.map((node) => node.signIn(author)));
}

async function giveRole(name: string): Promise<void> {
  await sql`INSERT INTO user_roles (user_id, role_id)
    SELECT ${person.id}, id FROM roles WHERE name = ${name}`.execute(nodes[0].db);
}

async function takeRole(name: string): Promise<void> {
  await sql`DELETE FROM user_roles ur USING roles r
    WHERE r.id = ur.role_id AND r.name = ${name} AND ur.user_id = ${person.id}`.execute(nodes[0].db);
}

async function grantChat(): Promise<void> {
  await sql`INSERT INTO role_permissions (role_id, permission_id)
    SELECT r.id, p.id FROM roles r, permissions p WHERE r.name = 'chatter' AND p.name = 'chat:access'`.execute(
    nodes[0].db,
  );
}

async function disable(): Promise<void> {
  await sql`UPDATE accounts SET disabled_at = now() WHERE id = ${person.id}`.execute(nodes[0].db);
}

async function rename(): Promise<void> {
  await sql`UPDATE profiles SET name = ${uuidv7()} WHERE id = ${person.id}`.execute(nodes[0].db);
}
