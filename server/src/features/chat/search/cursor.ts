import { instantSchema } from "@atoll/contract/identifiers";
import { z } from "zod";

/** Behind which hit a page begins: when that was written, to the microsecond as the database has it, and its id. */
export interface SearchCursor {
  at: string;
  messageId: string;
}

const separator = "_";

/** Reads what `writeCursor` wrote; anything else is no valid request. */
export const cursorSchema = z.string().transform((text, context): SearchCursor => {
  const [at, messageId, ...rest] = text.split(separator);
  const parsed = z.tuple([instantSchema.regex(/\.\d{6}Z$/), z.uuid()]).safeParse([at, messageId]);
  if (!parsed.success || rest.length > 0) {
    context.addIssue({ code: "custom", message: "This is not a cursor of a search" });
    return z.NEVER;
  }
  return { at: parsed.data[0], messageId: parsed.data[1] };
});

export function writeCursor({ at, messageId }: SearchCursor): string {
  return at + separator + messageId;
}
