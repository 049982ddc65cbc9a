import { idSchema } from "@atoll/contract/identifiers";
import { z } from "zod";
import type { Seals } from "../../../platform/seals/seals.ts";

const purpose = "push action";
/** Longer than push services store undelivered messages. */
const goodForMs = 2 * 24 * 3600_000;

const tokenSchema = z.object({
  /** Its own, and of the reply that is written with it. */
  id: idSchema,
  sessionId: idSchema,
  userId: idSchema,
  entryId: idSchema,
  /** The entry as it was shown: what came since was not seen. */
  at: z.string(),
  until: z.number(),
});
export type PushToken = z.infer<typeof tokenSchema>;

/**
 * Creates a token with which the buttons of one notification can act, once. It is part of the encrypted payload that
 * only the browser can open.
 */
export function sealPushToken(seals: Seals, token: Omit<PushToken, "until">): string {
  const text = Buffer.from(JSON.stringify({ ...token, until: Date.now() + goodForMs })).toString("base64url");
  return `${text}.${seals.seal(purpose, text)}`;
}

/** @returns undefined: it is none of ours, or too old. */
export async function openPushToken(seals: Seals, sealed: string): Promise<PushToken | undefined> {
  const at = sealed.indexOf(".");
  const text = sealed.slice(0, at);
  if (at < 0 || !(await seals.isSealed(purpose, text, sealed.slice(at + 1)))) return undefined;
  const token = tokenSchema.safeParse(JSON.parse(Buffer.from(text, "base64url").toString()));
  return token.success && token.data.until > Date.now() ? token.data : undefined;
}
