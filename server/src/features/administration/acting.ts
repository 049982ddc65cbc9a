import type { PermissionHolder } from "@atoll/contract/permissions";
import type { Actor } from "../../platform/audit.ts";
import type { Database } from "../../tables.ts";
import { changeAlone, type RequestViewer } from "../identity/access.ts";
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
 * A transaction of the administration, one at a time in the whole company. They are rare and short, and wait
 * for each other at the audit log in any case; waiting at the start means that what an act has checked (who
 * somebody is, that another super admin is left, what a role may do) stays true until it commits, and that
 * two acts cannot hold what the other wants.
 * @param may whether the viewer may do this at all: asked of who they are once it is their turn.
 * @param act gets the viewer as they are then, for every further question.
 * @throws {AppError} `forbidden`, and what `holdViewer` throws.
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
