import type { Channel } from "@atoll/contract/chat/schemas";
import { uuidv7 } from "uuidv7";
import { AppError } from "../../platform/app-error.ts";
import type { Realtime } from "../../platform/realtime/realtime.ts";
import type { Database } from "../../tables.ts";
import { presentChannel } from "./present.ts";
import { selectChannels } from "./queries.ts";
import { channelRoom, chatterRoom } from "./rooms.ts";

/**
 * The direct chat of two people, made when there is none. Its name holds both ids in order, and is unique, so
 * that two people who write to each other at the same moment meet in one. Specification, sections 3 and 9.
 */
export async function openDirectChannel(
  deps: { db: Database; realtime: Realtime },
  viewerId: string,
  personId: string,
): Promise<Channel> {
  const pair = [viewerId, personId].sort();
  const name = `DM-${pair.join("-")}`;
  const created = await deps.db.transaction().execute(async (tx) => {
    const channel = await tx
      .insertInto("channels")
      .values({ id: uuidv7(), name, type: "DIRECT", created_by: viewerId, department_id: null })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!channel) return undefined;
    await tx
      .insertInto("channel_members")
      .values(pair.map((userId) => ({ channel_id: channel.id, user_id: userId })))
      .execute();
    return channel.id;
  });
  const row = await findDirectChannel(deps.db, viewerId, name);
  if (created) {
    for (const userId of pair) deps.realtime.join(chatterRoom(userId), channelRoom(created));
    deps.realtime.send(chatterRoom(viewerId), "channel.added", { channel: row });
  }
  return row;
}

async function findDirectChannel(db: Database, viewerId: string, name: string): Promise<Channel> {
  const row = await selectChannels(db, viewerId)
    .clearWhere()
    .where("m.user_id", "=", viewerId)
    .where("c.name", "=", name)
    .where("c.type", "=", "DIRECT")
    .executeTakeFirst();
  if (!row) throw new AppError("channel_not_found");
  return presentChannel(row);
}
