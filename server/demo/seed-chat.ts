import { sql } from "kysely";
import type { Database } from "../src/tables.ts";
import { fail, followerRows, idOf, mentionsOf, messageRow, type People } from "./message-rows.ts";
import { type NumberedChannel, numberChannels } from "./number-channels.ts";
import type { DemoChannel, DemoCompany } from "./types.ts";

/**
 * Writes the conversations as they would lie there if everything in them had happened: channels with their members,
 * messages, threads, reactions, mentions and pins. People and departments have to be there.
 */
export async function seedChat(tx: Database, company: DemoCompany): Promise<void> {
  const people = new Map(company.people.map((person) => [person.key, person]));
  const numbered = numberChannels(company);
  const streamOf = (channel: DemoChannel) => numbered.get(channel.key) ?? fail(channel.key);
  await insertChannels(tx, company, people, streamOf);
  const all = company.channels.flatMap((channel) =>
    streamOf(channel).messages.map((message) => ({ channel, ...message })),
  );
  await insert(
    tx,
    "messages",
    all.map(({ channel, ...one }) => messageRow(one, channel, people)),
  );
  await insert(
    tx,
    "message_reactions",
    all.flatMap(({ message }) =>
      message.reactions.map(({ emoji, personKey, at }) => ({
        message_id: message.id,
        emoji,
        user_id: idOf(people, personKey),
        created_at: at,
      })),
    ),
  );
  await insert(
    tx,
    "message_mentions",
    all.flatMap(({ channel, message, seq }) =>
      mentionsOf(message, people)
        .filter(({ id }) => id !== idOf(people, message.authorKey))
        .map(({ id }) => ({
          message_id: message.id,
          user_id: id,
          channel_id: channel.id,
          seq,
          is_reply: message.parentId !== null,
          waits: false,
          created_at: message.sentAt,
        })),
    ),
  );
  await insert(
    tx,
    "thread_followers",
    all.flatMap(({ channel, ...root }) => followerRows(root, streamOf(channel), people)),
  );
  await sql`UPDATE message_mentions n SET waits = true
    FROM messages r JOIN thread_followers f ON f.message_id = r.parent_id
    WHERE n.is_reply AND r.id = n.message_id AND f.user_id = n.user_id AND n.seq > f.last_read_seq`.execute(
    tx,
  );
  await insertPersonal(tx, company, people);
}

async function insertChannels(
  tx: Database,
  company: DemoCompany,
  people: People,
  streamOf: (channel: DemoChannel) => NumberedChannel,
): Promise<void> {
  const departmentName = new Map(company.departments.map(({ key, name }) => [key, name]));
  const departmentId = new Map(
    (await tx.selectFrom("departments").select(["id", "name"]).execute()).map(({ id, name }) => [name, id]),
  );
  await tx
    .insertInto("channels")
    .values(
      company.channels.map((channel) => ({
        id: channel.id,
        name: channel.name,
        type: channel.type,
        description: channel.description,
        department_id: departmentId.get(departmentName.get(channel.departmentKey ?? "") ?? "") ?? null,
        is_owners_only: channel.isOwnersOnly,
        created_by: idOf(people, channel.createdBy),
        head: streamOf(channel).head,
        last_post_seq: streamOf(channel).lastPostSeq,
        last_activity: streamOf(channel).lastActivity ?? channel.createdAt,
        created_at: channel.createdAt,
      })),
    )
    .execute();
  await tx
    .insertInto("channel_members")
    .values(
      company.channels.flatMap((channel) =>
        channel.members.map((key) => ({
          channel_id: channel.id,
          user_id: idOf(people, key),
          joined_at: channel.createdAt,
          last_read_seq: streamOf(channel).readThrough.get(key) ?? 0,
          is_owner: channel.owners.includes(key),
        })),
      ),
    )
    .execute();
  const following = company.channels.filter((channel) => channel.followsDepartment).map(({ id }) => id);
  await tx.updateTable("channels").set({ follows_department: true }).where("id", "in", following).execute();
}

async function insertPersonal(tx: Database, company: DemoCompany, people: People): Promise<void> {
  const channelId = new Map(company.channels.map(({ key, id }) => [key, id]));
  await tx
    .insertInto("user_channel_stars")
    .values(
      company.stars.map(({ channelKey, personKey }) => ({
        user_id: idOf(people, personKey),
        channel_id: channelId.get(channelKey) ?? fail(channelKey),
      })),
    )
    .execute();
  await tx
    .insertInto("saved_messages")
    .values(
      company.saved.map(({ messageId, personKey }) => ({
        user_id: idOf(people, personKey),
        message_id: messageId,
      })),
    )
    .execute();
}

/** Thousands of rows in one statement; every column that may not be null has to be given. */
async function insert(
  tx: Database,
  table: "messages" | "message_reactions" | "message_mentions" | "thread_followers",
  rows: readonly object[],
): Promise<void> {
  await sql`INSERT INTO ${sql.table(table)}
    SELECT * FROM jsonb_populate_recordset(NULL::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
    tx,
  );
}
