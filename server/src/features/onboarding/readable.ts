import { canManageOnboarding } from "@atoll/contract/onboarding/policy";
import type { PermissionHolder } from "@atoll/contract/permissions";
import { type RawBuilder, sql } from "kysely";

type Viewer = PermissionHolder & { id: string };

/** SQL: the viewer sees the onboarding `o`. `canSeeOnboarding` of the contract expresses the same rule for one. */
export function isReadable(viewer: Viewer): RawBuilder<boolean> {
  return canManageOnboarding(viewer)
    ? sql<boolean>`true`
    : sql<boolean>`(o.person_id = ${viewer.id} OR ${isHelping(viewer)})`;
}

/** SQL: the viewer is manager or buddy on the onboarding `o`. */
export const isHelping = ({ id }: { id: string }): RawBuilder<boolean> =>
  sql<boolean>`(o.manager_id = ${id} OR o.buddy_id = ${id})`;

/** SQL: the newcomer of `o` has something left to do. */
export const hasOpenItems: RawBuilder<boolean> = sql<boolean>`EXISTS (SELECT FROM onboarding_items i
  WHERE i.onboarding_id = o.id AND i.doer = 'newcomer' AND i.done_at IS NULL)`;

/** SQL: the day by which items are due or overdue. */
export const today = sql`(now() AT TIME ZONE 'UTC')::date`;

/** SQL: the account `p` can sign in and is approved. */
export const isActivePerson: RawBuilder<boolean> = sql<boolean>`(p.disabled_at IS NULL AND EXISTS (
  SELECT FROM user_roles ur JOIN roles r ON r.id = ur.role_id
  WHERE ur.user_id = p.id AND lower(r.name) <> 'pending' LIMIT 1))`;
