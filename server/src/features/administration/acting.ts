import type { Viewer } from "@atoll/contract/identity/schemas";
import { sql } from "kysely";
import type { Actor } from "../../platform/audit.ts";
import type { Database } from "../../tables.ts";

/** Who does an administrative act, and from which network address. */
export interface Acting {
  viewer: Viewer;
  address: string;
}

/** The actor and the address of an audit entry. */
export function actorOf({ viewer, address }: Acting): { actor: Actor; address: string } {
  return { actor: { id: viewer.id, name: viewer.name }, address };
}

/**
 * A transaction of the administration, one at a time in the whole company. They are rare and short, and wait
 * for each other at the audit log in any case; waiting at the start means that what an act has checked (who
 * somebody is, that another super admin is left, what a role may do) stays true until it commits, and that
 * two acts cannot hold what the other wants.
 */
export function administer<T>(db: Database, act: (tx: Database) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('atoll administration'))`.execute(tx);
    return act(tx);
  });
}
