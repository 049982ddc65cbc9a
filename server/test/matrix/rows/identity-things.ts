import { createHash } from "node:crypto";
import { sql } from "kysely";
import { TOTP } from "otpauth";
import { uuidv7 } from "uuidv7";
import { newSecret } from "../../../src/features/identity/second-factor/totp.ts";
import { type Actor, admittedNames } from "../actors.ts";
import type { World } from "../world.ts";

/** Nobody but the authenticator app and the server knows its secret. */
export async function furnish(world: World): Promise<unknown> {
  const colleague = await world.newPerson({ name: "Careful colleague" });
  const secret = world.secrets.hide("the secret of an authenticator app", []);
  await sql`INSERT INTO second_factors (user_id, secret, confirmed_at) VALUES (${colleague.id}, ${secret}, now())`.execute(
    world.db,
  );
  await world.newSession(colleague, world.secrets.hideAddress("the address of a colleague", []));
  return {};
}

/** Creates a notice for the actor, if the actor has an account. */
export async function newNotice(world: World, actor?: Actor): Promise<string> {
  const hasAccount = actor && admittedNames.some((name) => name === actor.name);
  const { id } = hasAccount ? actor : await world.newPerson();
  const row = await world.db
    .insertInto("notifications")
    .values({
      user_id: id,
      kind: "password.set",
      tab: "account",
      subject_id: uuidv7(),
      reason: "concerned",
      facts: JSON.stringify({ actor: "An administrator" }),
      is_on_top: true,
      at: new Date(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Creates a session for the actor, if the actor has an account. */
export async function anotherSession(world: World, actor?: Actor): Promise<string> {
  const hasAccount = actor && admittedNames.some((name) => name === actor.name);
  return (await world.newSession(hasAccount ? actor : await world.newPerson())).sessionId;
}

export async function overAgeRefreshToken(world: World): Promise<string> {
  const { refreshToken, sessionId } = await world.newSession(await world.newPerson());
  await sql`UPDATE sessions SET created_at = now() - interval '91 days' WHERE id = ${sessionId}`.execute(
    world.db,
  );
  return refreshToken;
}

export async function usedRefreshToken(world: World): Promise<string> {
  const { refreshToken } = await world.newSession(await world.newPerson());
  const hash = createHash("sha256").update(refreshToken).digest();
  await sql`UPDATE refresh_tokens SET used_at = now() - interval '1 minute' WHERE token_hash = ${hash}`.execute(
    world.db,
  );
  return refreshToken;
}

/** Begins to set up an authenticator app, and answers the code that it shows. Those at the door begin nothing. */
export async function begin(
  world: World,
  actor: Actor,
  confirmedAt: "NULL" | "now()" = "NULL",
): Promise<string> {
  const secret = newSecret();
  const isDouble = world.actors[actor.name].id !== actor.id;
  if (isDouble) {
    await sql`INSERT INTO second_factors (user_id, secret, confirmed_at)
      VALUES (${actor.id}, ${secret}, ${sql.raw(confirmedAt)})`.execute(world.db);
  }
  return new TOTP({ secret }).generate();
}
