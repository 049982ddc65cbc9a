import type { ErrorCode } from "@atoll/contract/errors/errors";
import { recordAct } from "../../platform/audit.ts";
import type { Database } from "../../tables.ts";

/**
 * Writes into the audit log that a signed-in person did not show to be the owner of the account that they wanted to
 * change: somebody may sit at an open session. How often that can happen in a while is bounded; see lockout.ts.
 */
export async function recordRefusedProof(
  db: Database,
  person: { id: string; name: string; address: string },
  reason: ErrorCode,
): Promise<void> {
  const { id, name, address } = person;
  await db.transaction().execute((tx) =>
    recordAct(tx, {
      action: "proof.refused",
      actor: { id, name },
      address,
      subject: { type: "user", id, name },
      after: { reason },
    }),
  );
}
