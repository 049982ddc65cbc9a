import { pollRoutes } from "@atoll/contract/chat/poll-routes";
import { chatRoutes } from "@atoll/contract/chat/routes";
import type { EventName } from "@atoll/contract/events";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Chatter, signInChatter } from "../../../test/chatter.ts";
import { commenterOf } from "../../../test/commenter.ts";
import { createChannel, createPerson } from "../../../test/factories.ts";
import { enterGuest } from "../../../test/guests.ts";
import { startTestNodes, type TestNodes } from "../../../test/harness.ts";
import { everybodyNotified } from "../../../test/settled.ts";
import { openSocket } from "../../../test/socket.ts";
import { createTaskRow } from "../../../test/task-factory.ts";

let nodes: TestNodes;
let host: Chatter;
let guest: Chatter;

beforeAll(async () => {
  nodes = await startTestNodes();
  const { db } = nodes[0];
  host = await signInChatter(
    nodes[0],
    await createPerson(db, { name: "Hanna Host", roles: ["super_admin"] }),
  );
  guest = await enterGuest(nodes[0], "Gus", host.id);
});
afterAll(() => nodes.close());

test("sends a guest no address, whatever happens in their channels, on either node", async () => {
  const { id: channelId } = await createChannel(nodes[0].db, { members: [host.user, guest.user] });
  const watched = { kind: "task", id: await createTaskRow(nodes[0].db, host.id) };
  await sql`INSERT INTO guest_access (subject_kind, subject_id, guest_id, may_comment, invited_by)
    VALUES ('task', ${watched.id}, ${guest.id}, true, ${host.id})`.execute(nodes[0].db);
  const sockets = await Promise.all(nodes.map(({ url }) => openSocket(url, guest.session.accessToken)));
  const colleague = await openSocket(nodes[0].url, host.session.accessToken);
  for (const socket of sockets) {
    await socket.command("comments.watch", { subjects: [watched] });
    await socket.command("presence.watch", { userIds: [host.id] });
  }
  const inChannel = { params: { channelId } };
  const message = await host.post(channelId, `Hello @${guest.name}`, { mentionIds: [guest.id] });
  await host.reply(message, "In the thread");
  await guest.reply(message, "Yes");
  await host.edit(message.id, "Hello");
  await host.react(message.id, "👍");
  await host.pin(message.id);
  await guest.markRead(channelId, message.seq);
  await colleague.command("typing.set", { channelId, parentId: null, isTyping: true });
  await host.client.call(chatRoutes.updateChannel, { ...inChannel, body: { topic: "Plans" } });
  await host.client.call(pollRoutes.createPoll, {
    ...inChannel,
    body: { id: uuidv7(), question: "When?", options: ["Now", "Later"] },
  });
  await commenterOf(host).comment(watched, "Look at this");
  await host.remove((await host.post(channelId, "Gone")).id);
  const { id: directId } = (
    await host.client.call(chatRoutes.openDirectChannel, { params: { personId: guest.id } })
  ).channel;
  await host.post(directId, "Between us");
  await everybodyNotified(nodes[0].db);
  for (const socket of sockets) {
    while ((await socket.next("message.posted")).message.content !== "Between us");
    await socket.next("typing.changed");
    const { heads } = await socket.command("streams.resume", {
      positions: [{ channelId, head: 0, held: 0 }],
    });
    const head = heads.find((one) => one.channelId === channelId);
    expect(head?.missed?.length).toBeGreaterThan(2);
  }
  const kinds: EventName[] = [
    "message.edited",
    "message.changed",
    "message.deleted",
    "channel.changed",
    "comment.posted",
  ];
  for (const socket of sockets) {
    for (const kind of kinds) await socket.next(kind);
    expect(socket.packets.join("\n")).not.toMatch(/@[\w-]+\.test/);
    expect(socket.packets.join("\n")).toContain("Hanna");
    socket.close();
  }
  // Colleagues still see them.
  expect(colleague.packets.join("\n")).toContain(host.user.email);
  colleague.close();
});
