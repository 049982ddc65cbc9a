import { personNameMaxLength } from "@atoll/contract/identity/account";
import { nameSchema } from "@atoll/contract/text/names";
import { uuidv7 } from "uuidv7";
import { findLookalikes } from "../../../platform/lookalikes.ts";
import type { Database } from "../../../tables.ts";
import { namesOfColleagues } from "../access.ts";

/**
 * Creates an account without a password for a person of the provider. It is pending until an administrator (or the
 * provider's claim) gives a role. The provider has verified the email.
 */
export async function createPendingAccount(
  tx: Database,
  { email, name }: { email: string; name: string },
): Promise<{ id: string; name: string }> {
  const id = uuidv7();
  // Use the provider's name, unless it would not be allowed here because of its characters or a lookalike. Nobody is
  // refused for that.
  const shown = (await acceptableName(tx, name)) ?? email;
  await tx.insertInto("profiles").values({ id, name: shown, avatar_url: null }).execute();
  await tx
    .insertInto("accounts")
    .values({
      id,
      email,
      password_hash: null,
      email_confirmed_at: new Date(),
      disabled_at: null,
      last_active_at: null,
    })
    .execute();
  await tx
    .insertInto("user_roles")
    .columns(["user_id", "role_id"])
    .expression((eb) =>
      eb
        .selectFrom("roles")
        .select((role) => [role.val(id).as("user_id"), "id"])
        .where("name", "=", "pending"),
    )
    .execute();
  return { id, name: shown };
}

async function acceptableName(tx: Database, name: string): Promise<string | undefined> {
  const { data } = nameSchema(personNameMaxLength).safeParse(name);
  if (data === undefined) return undefined;
  const [look] = await findLookalikes(tx, [data], namesOfColleagues());
  return look?.lookalike === undefined ? data : undefined;
}
