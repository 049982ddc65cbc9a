import { chatRoutes } from "@atoll/contract/chat/routes";
import { uuidv7 } from "uuidv7";
import { beforeAll, expect, test } from "vitest";
import { fullTest } from "../../../../../contract/test/full-check.ts";
import { createChannel, createPerson, createRole } from "../../../../test/factories.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import type { SignedIn } from "../../../../test/harness.ts";

const server = sharedServer();
let ana: SignedIn;
let ben: SignedIn;

beforeAll(async () => {
  ana = await server.signIn(await createPerson(server.db, { name: "Ana Reef" }));
  ben = await server.signIn(await createPerson(server.db, { name: "Ben Sand" }));
});

test("typing is broadcast to the others in the channel, not to the typist's devices, and not elsewhere", async () => {
  const channel = await createChannel(server.db, { members: [ana.user, ben.user] });
  const [typist, device, reader] = [
    await server.connect(ana),
    await server.connect(ana),
    await server.connect(ben),
  ];
  const stranger = await server.connect(await server.signIn(await createPerson(server.db)));
  const parentId = uuidv7();
  const said = { channelId: channel.id, parentId, isTyping: true };
  expect(await typist.command("typing.set", said)).toEqual({});
  expect(await reader.next("typing.changed")).toEqual({ ...said, userId: ana.user.id, name: "Ana Reef" });
  await typist.command("typing.set", { ...said, isTyping: false });
  expect(await reader.next("typing.changed")).toMatchObject({ isTyping: false, userId: ana.user.id });
  // Stopping again is not broadcast.
  await typist.command("typing.set", { ...said, isTyping: false });
  for (const socket of [typist, device, reader, stranger])
    await socket.command("presence.watch", { userIds: [] });
  const heard = [typist, device, stranger, reader].map(
    ({ received }) => received.filter(({ name }) => name === "typing.changed").length,
  );
  expect(heard).toEqual([0, 0, 0, 2]);
});

fullTest("typing of a browser that disconnects expires, unless it repeats the command", async () => {
  const channel = await createChannel(server.db, { members: [ana.user, ben.user] });
  const [typist, reader] = [await server.connect(ana), await server.connect(ben)];
  const said = { channelId: channel.id, parentId: null, isTyping: true };
  await typist.command("typing.set", said);
  // Taken before the command: the server may have started the timer before the response arrives.
  const startedAt = performance.now();
  await typist.command("typing.set", said);
  typist.close();
  expect((await reader.next("typing.changed")).isTyping).toBe(true);
  expect((await reader.next("typing.changed")).isTyping).toBe(true);
  expect((await reader.next("typing.changed")).isTyping).toBe(false);
  expect(performance.now() - startedAt).toBeGreaterThan(2_500);
});

test("typing is refused in channels of others, and after leaving", async () => {
  const [own, other] = [
    await createChannel(server.db, { members: [ana.user, ben.user] }),
    await createChannel(server.db, { members: [ben.user] }),
  ];
  const [typist, reader] = [await server.connect(ana), await server.connect(ben)];
  const typing = (channelId: string) => ({ channelId, parentId: null, isTyping: true });
  expect(await typist.refused("typing.set", typing(other.id))).toBe("channel_not_found");
  expect(await typist.refused("typing.set", typing(uuidv7()))).toBe("channel_not_found");
  await ana.client.call(chatRoutes.leaveChannel, { params: { channelId: own.id } });
  expect(await typist.refused("typing.set", typing(own.id))).toBe("channel_not_found");
  await reader.command("presence.watch", { userIds: [] });
  expect(reader.received.filter(({ name }) => name === "typing.changed")).toEqual([]);
});

test("the number of online members, including those without team chat, is sent to members only", async () => {
  const newPerson = async (roles = ["user"]) => server.signIn(await createPerson(server.db, { roles }));
  const visitor = await createRole(server.db, { name: "visitor" });
  const [cleo, dan, vera] = [await newPerson(), await newPerson(), await newPerson([visitor.name])];
  const channel = await createChannel(server.db, { members: [ben.user, cleo.user, dan.user, vera.user] });
  const [watcher, socket] = [await server.connect(ana), await server.connect(ben)];
  const count = () => socket.command("presence.count", { channelId: channel.id });
  expect(await count()).toEqual({ online: 1 });
  // Two browsers count as one person, and an idle person counts as online.
  await server.connect(ben);
  const idle = await server.connect(cleo);
  await idle.command("presence.set", { isIdle: true });
  expect(await count()).toEqual({ online: 2 });
  const voiceless = await server.connect(vera);
  expect(await count()).toEqual({ online: 3 });
  expect(await voiceless.refused("presence.count", { channelId: channel.id })).toBe("channel_not_found");
  voiceless.close();
  await expect.poll(count).toEqual({ online: 2 });
  idle.close();
  await idle.cut;
  await expect.poll(count).toEqual({ online: 1 });
  expect(await watcher.refused("presence.count", { channelId: channel.id })).toBe("channel_not_found");
  expect(await watcher.refused("presence.count", { channelId: uuidv7() })).toBe("channel_not_found");
});
