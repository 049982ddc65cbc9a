import type { AuditAction } from "@atoll/contract/audit/schemas";
import { type RawBuilder, sql } from "kysely";

/** The actor as the log stores it. The name outlives the account. */
export interface Actor {
  id: string;
  name: string;
}

export interface Act {
  action: AuditAction;
  /** Undefined if nobody was signed in, or the server itself acted. */
  actor: Actor | undefined;
  /** The actor's network address. Empty for the server itself. */
  address: string;
  subject?: { type: string; id: string; name: string };
  /** Only changed fields. Never secrets: no password, token or code. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** The actor and address in acts of the operator of the server, who has no account. */
export const operator = { actor: undefined, address: "" } satisfies Pick<Act, "actor" | "address">;

/**
 * Adds an entry to the audit log. Call it in the transaction of the action, so that both are stored or neither. The
 * database numbers and chains entries, one writer at a time until commit, so call it last.
 */
export async function recordAct(tx: Parameters<RawBuilder<unknown>["execute"]>[0], act: Act): Promise<void> {
  const { actor, subject } = act;
  // A trigger sets the number and the hashes.
  await sql`INSERT INTO audit_log
    (actor_id, actor_name, action, subject_type, subject_id, subject_name, before, after, address)
    VALUES (${actor?.id ?? null}, ${actor?.name ?? null}, ${act.action},
      ${subject?.type ?? null}, ${subject?.id ?? null}, ${subject?.name ?? null},
      ${json(act.before)}, ${json(act.after)}, ${act.address})`.execute(tx);
}

function json(value: Record<string, unknown> | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
