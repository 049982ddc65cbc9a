import { createHash, randomBytes } from "node:crypto";
import type { Database } from "../../../tables.ts";

/** From the provider's way back to the request for a token: as long as the login page takes to load. */
export const handOverSeconds = 60;

/** Makes the code that the browser exchanges for a session, once. */
export async function makeHandOverCode(db: Database, userId: string): Promise<string> {
  const code = randomBytes(32).toString("base64url");
  await db.deleteFrom("single_sign_on_codes").where("expires_at", "<", new Date()).execute();
  await db
    .insertInto("single_sign_on_codes")
    .values({
      code_hash: hashOf(code),
      user_id: userId,
      expires_at: new Date(Date.now() + handOverSeconds * 1000),
    })
    .execute();
  return code;
}

/** Uses a code up. Undefined: there is no such code, any more. */
export async function takeHandOverCode(db: Database, code: string): Promise<string | undefined> {
  const taken = await db
    .deleteFrom("single_sign_on_codes")
    .where("code_hash", "=", hashOf(code))
    .returning(["user_id", "expires_at"])
    .executeTakeFirst();
  return taken && taken.expires_at.getTime() > Date.now() ? taken.user_id : undefined;
}

function hashOf(code: string): Buffer {
  return createHash("sha256").update(code).digest();
}
