import type { PermissionHolder } from "@atoll/contract/permissions";
import type { Actor } from "../../platform/audit.ts";
import type { Database } from "../../tables.ts";
import { changeAlone, type RequestViewer } from "../identity/public.ts";
import { assertAllowed } from "./policy.ts";

/** The person who performs an administrative action, and their network address. */
export interface Acting {
  viewer: RequestViewer;
  address: string;
}

/** The actor and the address of an audit entry. */
export function actorOf({ viewer, address }: Acting): { actor: Actor; address: string } {
  return { actor: { id: viewer.id, name: viewer.name }, address };
}

/**
 * Runs an administrative change in a transaction, one at a time in the whole company. They are rare and short, and wait
 * for each other at the audit log in any case. Waiting at the start keeps everything that a change has checked (a
 * person's roles, that another super admin is left, what a role may do) true until it commits, and prevents deadlocks.
 * @param may whether the viewer may do this at all, checked with their permissions under the lock.
 * @param act gets the viewer with these permissions.
 * @throws {AppError} `forbidden`, and the errors of `holdViewer`.
 */
export function administer<T>(
  db: Database,
  { viewer, address }: Acting,
  may: (viewer: PermissionHolder) => boolean,
  act: (tx: Database, acting: Acting) => Promise<T>,
): Promise<T> {
  return changeAlone(db, viewer, (tx, current) => {
    assertAllowed(may(current), "the permission has since been revoked");
    return act(tx, { viewer: current, address });
  });
}
