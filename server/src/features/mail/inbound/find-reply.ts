import { sql } from "kysely";
import type { MailReply } from "../../../platform/mail/render-mail.ts";
import type { Colleague, SliceContext } from "../../../slice.ts";
import { type ReplyPlace, replyAddress } from "./addresses.ts";

/**
 * Returns where a person's answer about something goes, and who reads it there. Undefined if mail is not taken in, or the
 * person may not write there now.
 */
export async function findReply(
  context: Pick<SliceContext, "db" | "mailIn" | "commentKinds">,
  viewer: Colleague,
  place: ReplyPlace,
): Promise<MailReply | undefined> {
  const address = await replyAddress(context, viewer.id, place);
  if (address === undefined) return undefined;
  const { kind, id } = place;
  if (kind === "message" || kind === "channel") {
    const found = await findChannel(context, place);
    return found && { address, ...found };
  }
  const rights = await context.commentKinds.find(kind)?.judge(context.db, id, [viewer]);
  if (!rights?.get(viewer.id)?.mayComment) return undefined;
  const readers = "It becomes a comment, which everybody who can open it reads.";
  return { address, name: "Comments in Atoll", readers };
}

async function findChannel(
  { db }: Pick<SliceContext, "db">,
  { kind, id }: ReplyPlace,
): Promise<Omit<MailReply, "address"> | undefined> {
  const channelId = kind === "channel" ? sql`${id}` : sql`(SELECT channel_id FROM messages WHERE id = ${id})`;
  const { rows } = await sql<{ name: string; type: string; member_count: number }>`
    SELECT name, type, member_count FROM channels WHERE id = ${channelId} AND archived_at IS NULL`.execute(
    db,
  );
  const [found] = rows;
  if (!found) return undefined;
  const { name, type, member_count: count } = found;
  const people = count === 1 ? "one person reads" : `${count} people read`;
  if (type === "DIRECT")
    return { name: "Direct chat in Atoll", readers: `It is posted in the chat, where ${people} it.` };
  const others = type === "PUBLIC" ? ", and everybody can" : "";
  return { name: `#${name} in Atoll`, readers: `It is posted in #${name}, where ${people} it${others}.` };
}
