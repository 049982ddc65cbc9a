import { uuidv7 } from "uuidv7";
import type { Database } from "../../../tables.ts";

/**
 * Makes an account without a password for somebody whom the provider knows: pending, until an administrator (or
 * the provider's claim) gives a role. The provider has verified the email.
 */
export async function createPendingAccount(
  tx: Database,
  { email, name }: { email: string; name: string },
): Promise<{ id: string; name: string }> {
  const id = uuidv7();
  await tx.insertInto("profiles").values({ id, name, avatar_url: null }).execute();
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
  return { id, name };
}
