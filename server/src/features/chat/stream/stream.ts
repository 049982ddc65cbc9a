import type { Change, Message } from "@atoll/contract/chat/schemas";
import type { Selectable, Updateable } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { Database, Tables } from "../../../tables.ts";
import { findMessage } from "../message-queries.ts";
import { type MessageSources, peopleIn, presentMessage } from "../present.ts";
import { channelRoom, chatterRoom } from "../rooms.ts";
import { type Place, type Taking, takeNumber } from "./take-number.ts";

/** Dependencies of a change of a message. */
export interface StreamDependencies extends MessageSources {
  realtime: Realtime;
}

/** The message to change. */
export interface Target {
  id: string;
  channel_id: string;
}

/**
 * Makes a change in a message's channel under the next number of its stream. Taking the number locks the channel's row,
 * so numbers are in the order of commits. A change that throws, or returns undefined because nothing is to be changed,
 * gives its number back.
 * @throws {AppError} as `takeNumber`, with `message_not_found` for a viewer who is not a member.
 */
export async function changeStream<T>(
  db: Database,
  userId: string,
  target: Target,
  taking: Taking,
  change: (tx: Database, place: Place) => Promise<T | undefined>,
): Promise<T | undefined> {
  try {
    return await transact(db, async (tx) => {
      const changed = await change(tx, await takeNumber(tx, userId, target.channel_id, taking));
      if (changed === undefined) throw new NothingChanged();
      return changed;
    });
  } catch (error) {
    if (error instanceof NothingChanged) return undefined;
    if (error instanceof AppError && error.code === "channel_not_found")
      throw new AppError("message_not_found");
    throw error;
  }
}

class NothingChanged extends Error {}

/**
 * Changes a message and broadcasts its new state. `change` gets the row under the channel's lock, writes to other
 * tables, and returns new values of the row, or undefined to leave it.
 * @throws {AppError} as `changeStream`; `message_not_found` if it was deleted, also at this moment.
 */
export async function changeMessage(
  { db, people, realtime }: StreamDependencies,
  userId: string,
  target: Target,
  { doing, event }: { doing: Taking["doing"]; event: "message.edited" | "message.changed" },
  change: (
    tx: Database,
    current: Selectable<Tables["messages"]>,
    place: Place,
  ) => Promise<Updateable<Tables["messages"]> | undefined>,
): Promise<Message> {
  const changed = await changeStream(db, userId, target, { doing }, async (tx, place) => {
    const current = await tx
      .selectFrom("messages")
      .selectAll()
      .where("id", "=", target.id)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    if (!current) throw new AppError("message_not_found");
    const values = await change(tx, current, place);
    if (!values) return undefined;
    await tx
      .updateTable("messages")
      .set({ ...values, changed_seq: place.seq })
      .where("id", "=", target.id)
      .execute();
    return findMessage(tx, target.id);
  });
  const row = changed ?? (await findMessage(db, target.id));
  if (!row || row.deleted_at) throw new AppError("message_not_found");
  const message = presentMessage(row, await peopleIn(people, [row]), userId);
  if (changed) sendMessage(realtime, event, message, row.here_ids);
  return message;
}

/**
 * Broadcasts a message's new state to the channel's members, and tells those that its @here called.
 * @param hereIds null: it is no @here, or one that called everyone.
 */
export function sendMessage(
  realtime: Realtime,
  event: "message.posted" | "message.edited" | "message.changed",
  message: Message,
  hereIds: readonly string[] | null,
): void {
  const { channelId, changedSeq: seq, mentionsAll } = message;
  const payload = (calledHere: boolean) => ({ channelId, seq, message: { ...message, calledHere } });
  const room = channelRoom(channelId);
  if (hereIds === null || mentionsAll !== "here") realtime.send(room, event, payload(mentionsAll === "here"));
  else {
    const called = hereIds.map(chatterRoom);
    realtime.sendToOthers(room, called, event, payload(false));
    if (called.length > 0) realtime.sendToOthers(called, [], event, payload(true));
  }
}

/** Broadcasts a change of a message, or its removal. */
export function sendChange(realtime: Realtime, change: Change, hereIds: readonly string[] | null): void {
  const { channelId, changedSeq: seq } = change;
  if (change.deleted)
    realtime.send(channelRoom(channelId), "message.deleted", { channelId, seq, message: change });
  else sendMessage(realtime, "message.changed", change, hereIds);
}
