import type { BoardParts, BoardViewer } from "@atoll/contract/brainstorm/policy";
import { type RawBuilder, sql } from "kysely";
import type { GrantKind } from "../../column-types.ts";

/**
 * SQL: whether the viewer may read the board `b` now. Lists, links, files, comments, search and events all go by this
 * set; `roleOnBoard` of the contract says the same of one person.
 */
export function isReadable(viewer: BoardViewer): RawBuilder<boolean> {
  const departmentIds = viewer.departments.map(({ id }) => id);
  return sql<boolean>`(b.owner_id = ${viewer.id} OR EXISTS (SELECT FROM board_grants g WHERE g.board_id = b.id AND (
    g.kind = 'everyone' OR (g.kind = 'person' AND g.grantee_id = ${viewer.id})
    OR (g.kind = 'department' AND g.grantee_id = ANY(${departmentIds}::uuid[])))))`;
}

/** SQL: the same of one of many people, whose departments are looked up by keys. */
export function isReadableBy(person: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`(b.owner_id = ${person} OR EXISTS (SELECT FROM board_grants g WHERE g.board_id = b.id AND (
    g.kind = 'everyone' OR (g.kind = 'person' AND g.grantee_id = ${person})
    OR (g.kind = 'department' AND EXISTS (SELECT FROM user_departments ud
      WHERE ud.user_id = ${person} AND ud.department_id = g.grantee_id LIMIT 1))) LIMIT 1))`;
}

/** SQL: the viewer may read the board of the element of this id, which is still on it. */
export function isNoteReadable(viewer: BoardViewer, noteId: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM board_elements e JOIN boards b ON b.id = e.board_id
    WHERE e.id = ${noteId} AND e.gone_at IS NULL AND ${isReadable(viewer)})`;
}

/** A grant as a row says it. */
export interface GrantRow {
  kind: GrantKind;
  granteeId: string | null;
  role: BoardParts["grants"][number]["role"];
}

/** SQL: the grants of the board `b`. */
export const grantsOf: RawBuilder<GrantRow[]> = sql<GrantRow[]>`coalesce((
  SELECT json_agg(json_build_object('kind', g.kind, 'granteeId', g.grantee_id, 'role', g.role)
    ORDER BY g.granted_at, g.grantee_id)
  FROM board_grants g WHERE g.board_id = b.id), '[]')`;

/** The fields of a row that the contract's policies read. */
export function partsOf(row: {
  owner_id: string;
  grants: readonly GrantRow[];
  archived_at: Date | null;
  is_locked: boolean;
  phase: BoardParts["phase"];
}): BoardParts {
  return {
    ownerId: row.owner_id,
    grants: row.grants.map((grant) => ({ to: targetOf(grant), role: grant.role })),
    isArchived: row.archived_at !== null,
    isLocked: row.is_locked,
    phase: row.phase,
  };
}

/** The recipient of a grant. */
export function targetOf({ kind, granteeId }: GrantRow): BoardParts["grants"][number]["to"] {
  return kind === "everyone" || granteeId === null ? { kind: "everyone" } : { kind, id: granteeId };
}
