import type { Updateable } from "kysely";
import type { Tables } from "../../../tables.ts";

/** The columns of a deleted message that are emptied. Its place, its author and its times remain. */
export const clearedMessage = {
  content: "",
  // The hash of a short text would reveal it.
  sent_hash: Buffer.alloc(0),
  mentions: "[]",
  mentions_all: null,
  here_ids: null,
  reactions: "[]",
  pinned_at: null,
  poll: null,
  buttons: null,
  pinned_by: null,
  has_link: false,
  has_attachment: false,
} satisfies Updateable<Tables["messages"]>;
