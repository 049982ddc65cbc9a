import { chatRoutes } from "@atoll/contract/chat/routes";
import type { Message, NewMessage } from "@atoll/contract/chat/schemas";
import { uuidv7 } from "uuidv7";
import { beforeAll, expect, test } from "vitest";
import { fullTest, isFullCheck } from "../../../../../contract/test/full-check.ts";
import { type Chatter, createChatters } from "../../../../test/chatter.ts";
import { createChannel } from "../../../../test/factories.ts";
import { sharedServer } from "../../../../test/for-file.ts";

// A browser that does not know whether a request arrived sends it again, perhaps from two tabs at once.

const [peopleCount, trialsPerPerson] = [10, isFullCheck ? 20 : 4];
const server = sharedServer();
let people: Chatter[];
let channelId: string;
let root: Message;

beforeAll(async () => {
  people = await createChatters(
    server,
    Array.from({ length: peopleCount }, (_, index) => `Sender ${index}`),
  );
  ({ id: channelId } = await createChannel(server.db, { members: people }));
  root = await people[0]!.post(channelId, "The root of many replies");
});

fullTest(
  `stores one message for an ID sent three times at once and once more, in ${peopleCount * trialsPerPerson} trials of every kind`,
  async () => {
    const socket = await server.connect(people[0]!);
    const trials = await Promise.all(
      people.map(async (person, index) => {
        const sent: { message: Message; wanted: NewMessage }[] = [];
        for (let trial = 0; trial < trialsPerPerson; trial += 1) {
          const wanted = await newMessage(person, people[(index + 1) % people.length]!, trial);
          const send = () => person.post(channelId, wanted.content ?? "", wanted);
          const together = await Promise.all([send(), send(), send()]);
          const answers = [...together, await send()];

          expect(new Set(answers.map((message) => JSON.stringify(message))).size).toBe(1);
          sent.push({ message: answers[0]!, wanted });
        }
        return sent;
      }),
    );

    const all = trials.flat();
    const { head } = await people[0]!.page(channelId);
    const replies = all.filter(({ wanted }) => wanted.parentId).length;
    // One number for each, and one for each change by a reply, without gaps or duplicates.
    expect(head).toBe(1 + all.length + replies);
    const rows = await server.db
      .selectFrom("messages")
      .select(["id", "seq"])
      .where("channel_id", "=", channelId)
      .execute();
    expect(rows).toHaveLength(1 + all.length);
    expect(new Set(rows.map(({ seq }) => seq)).size).toBe(rows.length);
    const { message } = await people[0]!.client.call(chatRoutes.getMessage, {
      params: { messageId: root.id },
    });
    expect(message.thread?.replyCount).toBe(replies);
    const attachments = await server.db.selectFrom("files").select(["id", "subject_id"]).execute();
    for (const { message: sent, wanted } of all) {
      expect(sent.attachments.map(({ id }) => id)).toEqual(wanted.attachmentIds ?? []);
      expect(sent.mentions.map(({ id }) => id)).toEqual(wanted.mentionIds ?? []);
      for (const id of wanted.attachmentIds ?? [])
        expect(attachments.find((row) => row.id === id)?.subject_id).toBe(sent.id);
    }
    // Everyone received each of them once.
    await expect.poll(() => socket.received.length).toBeGreaterThanOrEqual(all.length + replies);
    const told = socket.received.flatMap((event) =>
      event.name === "message.posted" ? [event.payload.message.id] : [],
    );
    expect(told.toSorted()).toEqual(all.map(({ message: sent }) => sent.id).toSorted());
  },
);

test("the same ID with any other content is refused", async () => {
  const [ana, ben] = people;
  const attachmentIds = [await upload(ana!)];
  const first = await ana!.post(channelId, "@Sender 1, look", { mentionIds: [ben!.id], attachmentIds });
  const same = { id: first.id, mentionIds: [ben!.id], attachmentIds };
  expect(await ana!.post(channelId, "@Sender 1, look", same)).toEqual(first);
  const others: Partial<NewMessage>[] = [
    { content: "@Sender 1, look!" },
    { mentionIds: [] },
    { attachmentIds: [] },
    { parentId: root.id },
  ];
  for (const other of others)
    expect(await ana!.refusedPost(channelId, "@Sender 1, look", { ...same, ...other })).toBe(
      "message_id_taken",
    );
  const { id: elsewhere } = await createChannel(server.db, { members: [ana!] });
  expect(await ana!.refusedPost(elsewhere, "@Sender 1, look", same)).toBe("message_id_taken");
  expect(await ben!.refusedPost(channelId, "@Sender 1, look", same)).toBe("message_id_taken");
});

test("a file can be sent once, and only by its uploader", async () => {
  const [ana, ben] = people;
  const attachmentId = await upload(ana!);
  const head = (await ana!.page(channelId)).head;
  expect(await ben!.refusedPost(channelId, "Not mine", { attachmentIds: [attachmentId] })).toBe(
    "attachment_not_found",
  );
  expect(await ana!.refusedPost(channelId, "Missing", { attachmentIds: [uuidv7()] })).toBe(
    "attachment_not_found",
  );
  expect(await ana!.refusedPost(channelId, "Twice", { attachmentIds: [attachmentId, attachmentId] })).toBe(
    "attachment_not_found",
  );
  expect((await ana!.page(channelId)).head).toBe(head);
  const both = await Promise.all(
    ["One", "Two"].map((content) =>
      ana!.client.send("POST", `/api/channels/${channelId}/messages`, {
        body: { id: uuidv7(), content, attachmentIds: [attachmentId] },
      }),
    ),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 404]);
  expect((await ana!.page(channelId)).head).toBe(head + 1);
  const message = await ana!.post(channelId, "", { attachmentIds: [await upload(ana!), await upload(ana!)] });
  expect(message.attachments.map(({ originalName }) => originalName)).toHaveLength(2);
  expect((await ben!.page(channelId)).messages.at(-1)).toEqual(message);
});

async function newMessage(person: Chatter, other: Chatter, trial: number): Promise<NewMessage> {
  const id = uuidv7();
  const content = `Trial ${trial}, @${other.name}, in a while @channel`;
  return {
    id,
    content,
    ...(trial % 2 ? { parentId: root.id } : {}),
    ...(trial % 3 ? { mentionIds: [other.id] } : {}),
    ...(trial % 5 ? {} : { attachmentIds: [await upload(person)] }),
  };
}

/** Creates a file as if uploaded, without its bytes. */
async function upload(owner: Chatter): Promise<string> {
  const id = uuidv7();
  await server.db
    .insertInto("files")
    .values({
      id,
      owner_id: owner.id,
      subject_kind: "message",
      subject_id: null,
      bucket: "chat-attachments",
      key: `public/${owner.id}/${id}`,
      filename: `${id}-plan.pdf`,
      original_name: "plan.pdf",
      mime_type: "application/pdf",
      size_bytes: 12,
      width: null,
      height: null,
      preview: "pdf",
    })
    .execute();
  return id;
}
