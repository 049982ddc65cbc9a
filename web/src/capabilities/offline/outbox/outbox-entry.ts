import type { Shape } from "../../../lib/shape.ts";

/** Something that the person did, and that the server has not taken yet. */
export interface OutboxEntry<Body extends object = object> {
  /** Made here; the same one goes with every try. Its time is that of a clock which somebody may have set back. */
  id: string;
  /** Its place in the outbox, given when it is put there. */
  order?: number | undefined;
  /** The registered kind that sends it. */
  kind: string;
  /** The thing it changes. For kinds that keep order, entries of one subject are sent one after the other. */
  subject: string;
  body: Body;
  createdAt: string;
  /** Why the server will not take it; null while it waits for its turn. */
  failure: string | null;
  /** The address of the page it was made on, and that page's name: what it belongs to may be gone by now. */
  madeAt?: string | undefined;
  madeOn?: string | undefined;
}

/** Without its body. */
export const entryShape: Shape<OutboxEntry> = {
  id: "string",
  order: "number?",
  kind: "string",
  subject: "string",
  body: "object",
  createdAt: "string",
  failure: "string|null",
  madeAt: "string?",
  madeOn: "string?",
};
