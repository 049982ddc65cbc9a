import { pollRoutes } from "@atoll/contract/chat/poll-routes";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { type Message, maxListedReactors } from "@atoll/contract/chat/schemas";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeEach, expect, test } from "vitest";
import type { Chatter } from "../../../../test/chatter.ts";
import { createChannel, createPeople } from "../../../../test/factories.ts";
import { chattersForFile, sharedServer } from "../../../../test/for-file.ts";

const server = sharedServer();
const [ada, ben, cleo] = chattersForFile(server, ["Ada Quay", "Ben Roe", "Cleo Ames"]) as [
  Chatter,
  Chatter,
  Chatter,
];
let channelId: string;

beforeEach(async () => {
  channelId = (await createChannel(server.db, { members: [ada, ben] })).id;
});

type Body = { isMultiple?: boolean; isAnonymous?: boolean; id?: string; question?: string };
const ask = async (more: Body = {}) =>
  (
    await ada.client.call(pollRoutes.createPoll, {
      params: { channelId },
      body: { id: uuidv7(), question: "Lunch?", options: ["Pizza", "Salad", "None"], ...more },
    })
  ).message;
const vote = async (from: Chatter, { id: messageId }: Message, choices: number[]) =>
  (await from.client.call(pollRoutes.setPollVote, { params: { messageId }, body: { choices } })).message.poll;
const refusedVote = async (from: Chatter, messageId: string, choices: number[]) =>
  (await from.client.refused(pollRoutes.setPollVote, { params: { messageId }, body: { choices } })).body.error
    .code;
const ownVote = async (from: Chatter, { id: messageId }: Message) =>
  (await from.client.call(pollRoutes.getPollVote, { params: { messageId } })).choices;
const counts = (poll: Message["poll"]) => poll?.options.map(({ count }) => count);

test("a poll is a message whose votes everyone in the channel sees as they come, with names", async () => {
  const socket = await server.connect(ben);
  const message = await ask();
  expect(message).toMatchObject({
    content: "📊 **Lunch?**\n- Pizza\n- Salad\n- None",
    poll: { question: "Lunch?", voterCount: 0, isClosed: false, isMultiple: false, isAnonymous: false },
  });
  expect((await socket.next("message.posted")).message).toEqual(message);
  await vote(ben, message, [1]);
  const { message: changed } = await socket.next("message.changed");
  expect(changed.poll?.options).toEqual([
    { text: "Pizza", count: 0, userIds: [] },
    { text: "Salad", count: 1, userIds: [ben.id] },
    { text: "None", count: 0, userIds: [] },
  ]);
  expect(counts(await vote(ben, message, [0]))).toEqual([1, 0, 0]);
  expect(await vote(ada, message, [0])).toMatchObject({ voterCount: 2 });
  expect(await vote(ben, message, [])).toMatchObject({
    voterCount: 1,
    options: [{ userIds: [ada.id] }, {}, {}],
  });
  const params = { messageId: message.id };
  const { people } = await ben.client.call(chatRoutes.listReactors, { params });
  expect(people.map(({ name }) => name)).toEqual(["Ada Quay"]);
  // As a fresh page of the channel has it.
  const { messages } = await ben.page(channelId);
  expect(counts(messages[0]?.poll)).toEqual([1, 0, 0]);
});

test("several answers are only for polls that take them, and unknown ones for none", async () => {
  const one = await ask();
  expect(await refusedVote(ben, one.id, [0, 1])).toBe("poll_choice_wrong");
  expect(await refusedVote(ben, one.id, [3])).toBe("poll_choice_wrong");
  const several = await ask({ isMultiple: true });
  expect(counts(await vote(ben, several, [2, 0, 2]))).toEqual([1, 0, 1]);
  expect(await ownVote(ben, several)).toEqual([0, 2]);
  const plain = await ada.post(channelId, "No poll");
  expect(await refusedVote(ben, plain.id, [0])).toBe("poll_not_found");
});

test("an anonymous poll tells everyone how many voted, and its totals when it is closed", async () => {
  const message = await ask({ isAnonymous: true });
  const socket = await server.connect(ada);
  const hidden = message.poll?.options.map(({ text }) => ({ text, count: null, userIds: [] }));
  const shown = { voterCount: 1, options: hidden };
  expect(await vote(ben, message, [1])).toMatchObject(shown);
  expect((await socket.next("message.changed")).message.poll).toMatchObject(shown);
  expect((await ada.page(channelId)).messages[0]?.poll).toMatchObject(shown);
  expect(JSON.stringify(await ada.changes(channelId, 0))).not.toMatch(/"count":[1-9]/);
  expect(await ownVote(ben, message)).toEqual([1]);
  expect(await ownVote(ada, message)).toEqual([]);
  const seen = JSON.stringify(await ada.changes(channelId, 0));
  expect(seen).not.toContain(ben.id);
  const params = { messageId: message.id };
  const closed = (await ada.client.call(pollRoutes.closePoll, { params })).message;
  expect(counts(closed.poll)).toEqual([0, 1, 0]);
  expect(counts((await ben.page(channelId)).messages[0]?.poll)).toEqual([0, 1, 0]);
  expect(JSON.stringify(await ben.changes(channelId, 0))).not.toContain(ben.id);
});

test("a poll between two people is not anonymous", async () => {
  const { channel } = await ada.client.call(chatRoutes.openDirectChannel, {
    params: { personId: ben.id },
  });
  channelId = channel.id;
  const body = { id: uuidv7(), question: "Lunch?", options: ["Pizza", "Salad"] };
  const refused = await ada.client.refused(pollRoutes.createPoll, {
    ...{ params: { channelId }, body: { ...body, isAnonymous: true } },
  });
  expect(refused.body.error.code).toBe("poll_not_anonymous");
  await ask();
  const group = { body: { personIds: [ben.id, cleo.id] } };
  channelId = (await ada.client.call(chatRoutes.openGroupChannel, group)).channel.id;
  expect((await ask({ isAnonymous: true })).poll).toMatchObject({ isAnonymous: true });
});

test("its author and owners of its channel close it, and nobody edits it or votes then", async () => {
  const message = await ask();
  await vote(ben, message, [1]);
  const params = { messageId: message.id };
  expect((await ben.client.refused(pollRoutes.closePoll, { params })).body.error.code).toBe("forbidden");
  const closed = (await ada.client.call(pollRoutes.closePoll, { params })).message;
  await sql`UPDATE channel_members SET is_owner = true
    WHERE channel_id = ${channelId} AND user_id = ${ben.id}`.execute(server.db);
  expect((await ben.client.call(pollRoutes.closePoll, { params })).message).toEqual(closed);
  const other = { messageId: (await ask()).id };
  expect((await ben.client.call(pollRoutes.closePoll, { params: other })).message.poll?.isClosed).toBe(true);
  expect(await refusedVote(ben, message.id, [0])).toBe("poll_closed");
  const edit = { params, body: { content: "Dinner?" } };
  expect((await ada.client.refused(chatRoutes.editMessage, edit)).body.error.code).toBe("forbidden");
});

test("a vote that another device changed is kept, and a repeated request is done already", async () => {
  const { id: messageId } = await ask({ isMultiple: true, isAnonymous: true });
  const put = (choices: number[], seen: number[]) => ({ params: { messageId }, body: { choices, seen } });
  await ben.client.call(pollRoutes.setPollVote, put([0], []));
  const fromLaptop = await ben.client.refused(pollRoutes.setPollVote, put([1], []));
  expect(fromLaptop.body.error.code).toBe("poll_vote_changed");
  await ben.client.call(pollRoutes.setPollVote, put([0], []));
  await ben.client.call(pollRoutes.setPollVote, put([1, 0], [0]));
  expect((await ben.client.call(pollRoutes.getPollVote, { params: { messageId } })).choices).toEqual([0, 1]);
});

test("a poll of another channel does not exist, and a deleted one leaves no votes", async () => {
  const message = await ask();
  expect(await refusedVote(cleo, message.id, [0])).toBe("message_not_found");
  await vote(ben, message, [1]);
  await ben.reply(message, "So?");
  const gone = await ada.remove(message.id);
  expect(gone).toMatchObject({ removed: true });
  expect("poll" in gone).toBe(false);
  const { rows } = await sql`SELECT FROM poll_votes WHERE message_id = ${message.id}`.execute(server.db);
  expect(rows).toEqual([]);
  expect(await refusedVote(ben, message.id, [0])).toBe("message_not_found");
});

test("the same request again sends one poll, and another one under its ID is refused", async () => {
  const id = uuidv7();
  expect(await ask({ id })).toEqual(await ask({ id }));
  const same = { id, question: "Lunch?", options: ["Pizza", "Salad", "None"] };
  for (const more of [{ isAnonymous: true }, { isMultiple: true }]) {
    const changed = { params: { channelId }, body: { ...same, ...more } };
    const refused = await ada.client.refused(pollRoutes.createPoll, changed);
    expect(refused.body.error.code).toBe("message_id_taken");
  }
  const other = { params: { channelId }, body: { id, question: "Dinner?", options: ["A", "B"] } };
  expect((await ada.client.refused(pollRoutes.createPoll, other)).body.error.code).toBe("message_id_taken");
  const twice = { params: { channelId }, body: { id: uuidv7(), question: "Which?", options: ["A", "A"] } };
  expect((await ada.client.refused(pollRoutes.createPoll, twice)).body.error.code).toBe("invalid_request");
});

test("lists so many voters of an answer and counts all, also after one of them changes their vote", async () => {
  const message = await ask();
  const people = await createPeople(server.db, maxListedReactors + 5);
  await sql`INSERT INTO poll_votes (message_id, user_id, choices)
    SELECT ${message.id}, id, '{0}' FROM unnest(${people.map(({ id }) => id)}::uuid[]) AS p (id)`.execute(
    server.db,
  );
  const listed = people.slice(0, maxListedReactors).map(({ id }) => id);
  const options = [
    { text: "Pizza", count: people.length, userIds: listed },
    ...(message.poll?.options.slice(1) ?? []),
  ];
  await sql`UPDATE messages SET poll = ${JSON.stringify({ ...message.poll, options, voterCount: people.length })}
    WHERE id = ${message.id}`.execute(server.db);
  await vote(ben, message, [0]);
  const left = await vote(ben, message, [1]);
  expect(left?.options[0]).toMatchObject({ count: people.length });
  expect(left?.options[0]?.userIds).toHaveLength(maxListedReactors);
  expect(left?.options[1]?.userIds).toEqual([ben.id]);
});
