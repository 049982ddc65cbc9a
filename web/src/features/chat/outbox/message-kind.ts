import type { OutboxOf } from "../../../capabilities/offline/outbox/outbox.ts";
import type { OutboxEntry } from "../../../capabilities/offline/outbox/outbox-entry.ts";
import type { OutboxKind } from "../../../capabilities/offline/outbox/outbox-kind.ts";
import { hasCode } from "../../../lib/request/judge-error.ts";
import type { Shape } from "../../../lib/shape.ts";
import { writingPlace } from "../stream/writing-place.ts";

/** A message that was written and that the server has not taken yet. */
export interface UnsentMessage {
  channelId: string;
  content: string;
  /** The message that this replies to. */
  parentId: string | null;
  mentionIds: string[];
  attachmentIds: string[];
  /** The files in this tab that it was written with: it waits until they all are attachments. */
  uploadIds?: string[] | undefined;
}

export type MessageEntry = OutboxEntry<UnsentMessage>;
export type MessageOutbox = OutboxOf<UnsentMessage>;

export const messageShape: Shape<UnsentMessage> = {
  channelId: "string",
  content: "string",
  parentId: "string|null",
  mentionIds: "strings",
  attachmentIds: "strings",
  uploadIds: "strings?",
};
/** Messages in the outbox: a channel's in the order of writing, those of its threads among them. */
export const messageKind: Omit<OutboxKind<UnsentMessage>, "send"> = {
  name: "message",
  shape: messageShape,
  isInOrder: true,
  isHeld: isHeldBody,
  // An earlier attempt arrived, and the message has since been deleted on another device. For a reply, the error may
  // also mean that its thread's message is deleted: then it has not arrived, and its text is kept.
  isDone: (error, { parentId }) => hasCode(error, "message_not_found") && parentId === null,
  failure: "Failed to send message",
  words: { one: "A message", many: "messages" },
};

export function subjectOf({ channelId }: Pick<UnsentMessage, "channelId">): string {
  return writingPlace(channelId, null);
}

/** A message that cannot go yet, because files of it are on their way. */
export function isHeld({ body }: MessageEntry): boolean {
  return isHeldBody(body);
}

function isHeldBody({ uploadIds = [], attachmentIds }: UnsentMessage): boolean {
  return uploadIds.length > attachmentIds.length;
}
