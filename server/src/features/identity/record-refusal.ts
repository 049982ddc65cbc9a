import type { ErrorCode } from "@atoll/contract/errors/errors";
import { recordAct } from "../../platform/audit.ts";
import type { Database } from "../../tables.ts";
import type { Device } from "./sessions/device.ts";

/**
 * Writes into the audit log that somebody was not let in: the email they tried and the reason, nothing secret.
 * @param detail what exactly was wrong, for administrators.
 * @param accountId undefined when no account has this email.
 */
export async function recordRefusal(
  db: Database,
  tried: { email: string; accountId: string | undefined },
  reason: ErrorCode,
  device: Device,
  detail?: string,
): Promise<void> {
  await db.transaction().execute((tx) =>
    recordAct(tx, {
      action: "session.refused",
      actor: undefined,
      address: device.address,
      subject: { type: "user", id: tried.accountId ?? "", name: tried.email },
      after: { reason, ...(detail !== undefined && { detail }) },
    }),
  );
}
