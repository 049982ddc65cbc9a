import type { Outbox } from "../../../capabilities/offline/outbox/outbox.ts";
import { fits, parseJson, type Shape } from "../../../lib/shape.ts";
import type { TextStorage } from "../../../lib/text-storage.ts";
import {
  type MessageEntry,
  messageKind,
  messageShape,
  subjectOf,
  type UnsentMessage,
} from "./message-kind.ts";

type OldEntry = UnsentMessage & Pick<MessageEntry, "id" | "order" | "createdAt" | "failure">;

const oldShape: Shape<OldEntry> = {
  ...messageShape,
  id: "string",
  order: "number?",
  createdAt: "string",
  failure: "string|null",
};
/** The defaults for fields that older versions did not store. */
const absent = { parentId: null, mentionIds: [], attachmentIds: [] };

/** Gives messages that an older version stored their present form, under the same key, and sends them. */
export function sendOldMessages(userId: string, storage: TextStorage, outbox: Outbox): void {
  for (const key of storage.keys()) {
    if (!key.startsWith(`atoll.outbox.${userId}.`)) continue;
    const stored = parseJson(storage.getItem(key));
    const old: unknown = typeof stored === "object" ? { ...absent, ...stored } : stored;
    if (!fits(old, oldShape) || "kind" in old) continue;
    const { id, order, createdAt, failure, ...body } = old;
    outbox.restore({ id, order, kind: messageKind.name, subject: subjectOf(body), body, createdAt, failure });
  }
  outbox.flush();
}
