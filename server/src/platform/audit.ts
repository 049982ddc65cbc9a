import type { AuditAction } from "@atoll/contract/audit/schemas";
import { type RawBuilder, sql } from "kysely";

/** The actor as the log stores it. The name outlives the account. */
export interface Actor {
  id: string;
  name: string;
}

export interface Act {
  action: AuditAction;
  /** Undefined: nobody was signed in, or the server itself did it. */
  actor: Actor | undefined;
  /** The network address it came from; empty for the server itself. */
  address: string;
  subject?: { type: string; id: string; name: string };
  /** Only the fields that changed. Never a secret: no password, token or code. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/**
 * Adds an entry to the audit log, to be called in the transaction of the act itself: both are there, or
 * neither. The database numbers and chains it, one writer at a time until commit, so call it last.
 */
export async function recordAct(tx: Parameters<RawBuilder<unknown>["execute"]>[0], act: Act): Promise<void> {
  const { actor, subject } = act;
  // The number and the hashes are the trigger's.
  await sql`INSERT INTO audit_log
    (actor_id, actor_name, action, subject_type, subject_id, subject_name, before, after, address)
    VALUES (${actor?.id ?? null}, ${actor?.name ?? null}, ${act.action},
      ${subject?.type ?? null}, ${subject?.id ?? null}, ${subject?.name ?? null},
      ${json(act.before)}, ${json(act.after)}, ${act.address})`.execute(tx);
}

function json(value: Record<string, unknown> | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
