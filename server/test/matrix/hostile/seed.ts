import { messageMaxLength } from "@atoll/contract/chat/limits";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { growingTexts, repeated } from "../../../../contract/test/attack/hostile-values.ts";
import { createChannel } from "../../factories.ts";
import type { World } from "../world.ts";

export interface Seeded {
  /** A private channel full of texts that grow, and one of its messages, by the keys under which routes name such. */
  ids: Readonly<Record<string, string>>;
  /** Gives a person access. */
  letIn(person: { id: string }): Promise<void>;
}

/** Enough of the text that grows most for a page of it to show what grows by its square; some of each other. */
const mostCount = 16;
const otherCount = 2;

/** Writes a channel of the texts that an attacker would have written before. */
export async function seedHostile({ db, actors }: Pick<World, "db" | "actors">): Promise<Seeded> {
  const { author, member, superAdmin } = actors;
  const channel = await createChannel(db, { name: "hostile", members: [author, member, superAdmin] });
  const contents = Object.values(growingTexts).flatMap((part, index) =>
    Array.from({ length: index === 0 ? mostCount : otherCount }, () => repeated(part, messageMaxLength)),
  );
  const ids = contents.map(() => uuidv7());
  await sql`INSERT INTO messages (id, channel_id, seq, changed_seq, author_id, content, sent_hash, created_at)
    SELECT id, ${channel.id}, n, n, ${author.id}, content, '', now() + n * interval '1 millisecond'
    FROM unnest(${ids}::uuid[], ${contents}::text[]) WITH ORDINALITY AS u (id, content, n)`.execute(db);
  await sql`UPDATE channels SET head = ${ids.length}, last_post_seq = ${ids.length} WHERE id = ${channel.id}`.execute(
    db,
  );
  return {
    ids: { channelId: channel.id, messageId: ids[0] ?? "" },
    async letIn({ id }) {
      await sql`INSERT INTO channel_members (channel_id, user_id) VALUES (${channel.id}, ${id})`.execute(db);
    },
  };
}
