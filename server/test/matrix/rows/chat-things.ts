import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { createChannel } from "../../factories.ts";
import type { Actor, ActorName } from "../actors.ts";
import type { CaseInput } from "../slice.ts";
import type { World } from "../world.ts";

/** In the private channels, and allowed to chat. Being an administrator makes nobody a member. */
export const inside = ["member", "author", "departmentRole"] as const;
/** Members of the private channels who are stopped at the door, or without team chat. */
const membersInVain: ActorName[] = [
  "voiceless",
  "mustSetUp",
  "mustChoose",
  "ended",
  "expired",
  "disabled",
  "unconfirmed",
  "pending",
];
export const direct = ["author", "member"] as const;
export const admins = ["admin", "adminAccess", "superAdmin"] as const;
/** A word in every message, to be searched for. */
export const commonWord = "lighthouse";

export interface Things {
  /** Private: `inside` and `membersInVain` are in it, and nobody owns it. */
  sharedId: string;
  /** Private: none of the actors is in it. */
  hiddenId: string;
  /** Between author and member. */
  directId: string;
  /** Private, archived, with the people of the shared one. */
  archivedId: string;
  /** Private, with the people of the shared one; only its owner, the author, may write. */
  newsId: string;
  /** Public, of people who play no part. */
  publicId: string;
  publicName: string;
  /** Public and archived, of the same. */
  oldId: string;
  /** A channel of the department Backend, whose members are `inside`. */
  teamId: string;
  /** Each by the author, in the channel of its name; `root` and `reply` in the shared one. */
  messages: Record<"root" | "reply" | "hidden" | "direct" | "archived" | "news" | "deleted", string>;
  colleagueId: string;
  otherId: string;
  disabledId: string;
}

export type Input = CaseInput<Things>;

const furnished = new WeakMap<World, Promise<Things>>();

/** The slices of chat share their furniture. */
export function furnishChat(world: World): Promise<Things> {
  const things = furnished.get(world) ?? furnish(world);
  furnished.set(world, things);
  return things;
}

export async function letInToChat(
  { db }: World,
  { sharedId, directId, archivedId, newsId }: Things,
  { id }: { id: string },
): Promise<void> {
  for (const channelId of [sharedId, directId, archivedId, newsId]) {
    await db
      .insertInto("channel_members")
      .values({ channel_id: channelId, user_id: id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

async function furnish(world: World): Promise<Things> {
  const { db, actors, secrets, departmentIds } = world;
  const colleague = await world.newPerson({ name: "Correspondent" });
  const other = await world.newPerson({ name: "Other correspondent" });
  const disabled = await world.newPerson({ name: "Away for good" });
  await db.updateTable("accounts").set({ disabled_at: new Date() }).where("id", "=", disabled.id).execute();

  const channel = async (
    what: string,
    readers: readonly ActorName[],
    members: { id: string }[],
    state: { owners_only?: boolean; type?: "PUBLIC" } = {},
  ) => {
    const name = state.type ? `${what} ${uuidv7()}` : secrets.hide(`the name of ${what}`, readers);
    const { id } = await createChannel(db, { name, members, type: state.type ?? "PRIVATE" });
    if (!state.type) {
      const description = secrets.hide(`the description of ${what}`, readers);
      await db.updateTable("channels").set({ description }).where("id", "=", id).execute();
    }
    return id;
  };
  const crowd = [...inside, ...membersInVain].map((name) => actors[name]);
  const sharedId = await channel("the private channel", inside, crowd);
  const archivedId = await channel("the archived channel", inside, crowd);
  const newsId = await channel("the news", inside, crowd);
  const hiddenId = await channel("the hidden channel", [], [colleague]);
  const directId = await channel(
    "the direct chat",
    direct,
    direct.map((name) => actors[name]),
  );
  await db.updateTable("channels").set({ type: "DIRECT" }).where("id", "=", directId).execute();
  const publicId = await channel("The open channel", [], [colleague], { type: "PUBLIC" });
  const oldId = await channel("The old channel", [], [colleague], { type: "PUBLIC" });
  const teamId = await channel("The team", [], [], { type: "PUBLIC" });
  await db
    .updateTable("channels")
    .set({ follows_department: true, department_id: departmentIds.Backend ?? null })
    .where("id", "=", teamId)
    .execute();
  await db.updateTable("channels").set({ is_owners_only: true }).where("id", "=", newsId).execute();
  await db
    .updateTable("channel_members")
    .set({ is_owner: true })
    .where("channel_id", "=", newsId)
    .where("user_id", "=", actors.author.id)
    .execute();
  // Somebody outside has a channel of their own, which those inside do not see.
  const strangersId = await channel("the stranger's channel", ["stranger"], [actors.stranger]);
  await write(world, strangersId, actors.stranger.id, "the stranger's message", ["stranger"]);

  const root = await write(world, sharedId, actors.author.id, "a message of the private channel", inside);
  const messages = {
    root,
    reply: await reply(world, sharedId, root),
    hidden: await write(world, hiddenId, colleague.id, "a hidden message", []),
    direct: await write(world, directId, actors.author.id, "a direct message", direct),
    archived: await write(world, archivedId, actors.author.id, "an archived message", inside),
    news: await write(world, newsId, actors.author.id, "the news", inside),
    deleted: await write(world, sharedId, actors.author.id, "a deleted message", []),
  };
  await must(world, actors.author, "DELETE", `/api/messages/${messages.deleted}`);
  await db
    .updateTable("channels")
    .set({ archived_at: new Date() })
    .where("id", "in", [archivedId, oldId])
    .execute();
  const { name: publicName } = await db
    .selectFrom("channels")
    .select("name")
    .where("id", "=", publicId)
    .executeTakeFirstOrThrow();
  return {
    sharedId,
    hiddenId,
    directId,
    archivedId,
    newsId,
    publicId,
    publicName,
    oldId,
    teamId,
    messages,
    colleagueId: colleague.id,
    otherId: other.id,
    disabledId: disabled.id,
  };
}

/** A private channel of these, which the author owns. */
export async function ownedChannel(world: World, names: readonly ActorName[]): Promise<string> {
  const { id } = await createChannel(world.db, { members: names.map((name) => world.actors[name]) });
  await world.db
    .updateTable("channel_members")
    .set({ is_owner: true })
    .where("channel_id", "=", id)
    .where("user_id", "=", world.actors.author.id)
    .execute();
  return id;
}

/** A message as `postMessage` leaves it, by someone who has no session. */
export async function write(
  { db, secrets }: World,
  channelId: string,
  authorId: string,
  what: string,
  readers: readonly ActorName[],
): Promise<string> {
  const id = uuidv7();
  const content = `${secrets.hide(what, readers)} ${commonWord}`;
  await sql`WITH numbered AS (
      UPDATE channels SET head = head + 1, last_post_seq = head + 1 WHERE id = ${channelId} RETURNING id, head)
    INSERT INTO messages (id, channel_id, seq, changed_seq, author_id, content, sent_hash)
    SELECT ${id}, id, head, head, ${authorId}, ${content}, sha256(convert_to(${content}, 'UTF8')) FROM numbered`.execute(
    db,
  );
  return id;
}

async function reply(world: World, channelId: string, parentId: string): Promise<string> {
  const id = uuidv7();
  const content = secretLine(world);
  const path = `/api/channels/${channelId}/messages`;
  await must(world, world.actors.author, "POST", path, { id, content, parentId });
  return id;
}

export function secretLine(world: World): string {
  return world.secrets.hide("a message of the private channel", inside);
}

/** Posts a line that only `inside` may read. */
export async function post(world: World, channelId: string, author: Actor): Promise<string> {
  const id = uuidv7();
  await must(world, author, "POST", `/api/channels/${channelId}/messages`, {
    id,
    content: secretLine(world),
  });
  return id;
}

export async function must(
  world: World,
  actor: Actor,
  method: string,
  path: string,
  body?: unknown,
): Promise<void> {
  const answer = await world.send(actor, method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
}
