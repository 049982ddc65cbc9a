import type { NotificationKind } from "@atoll/contract/notification-kinds";
import type { Actor } from "../../platform/audit.ts";
import type { Database } from "../../tables.ts";
import { notify } from "../notifications/public.ts";

/** Notifies everyone in a department that a super admin has added themselves. */
export function notifyMembers(
  tx: Database,
  actor: Actor,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const facts = { actor: actor.name, place: name };
  return notify(tx, { kind: "department.entered", subjectId: id, actorId: actor.id, rule: "members", facts });
}

/** Notifies everyone with a role that a super admin has given it to themselves. */
export function notifyHolders(
  tx: Database,
  actor: Actor,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const facts = { actor: actor.name, place: name };
  return notify(tx, { kind: "role.taken", subjectId: id, actorId: actor.id, rule: "holders", facts });
}

/** An administrator, or the operator of the server, who has no account. */
type Notifier = Pick<Actor, "name"> & Partial<Pick<Actor, "id">>;

type PersonalKind = NotificationKind & `${"role" | "department" | "account"}.${string}`;

/** Notifies a person of what an administrator has given or removed. Changes of oneself are not notified. */
export async function notifyPerson(
  tx: Database,
  actor: Notifier,
  userId: string,
  kind: PersonalKind,
  things: readonly { id: string; name: string }[],
): Promise<void> {
  for (const thing of things) await notifyPeople(tx, actor, [userId], kind, thing);
}

/** Notifies several people of the same change. */
export function notifyPeople(
  tx: Database,
  actor: Notifier,
  people: readonly string[],
  kind: PersonalKind,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const facts = { actor: actor.name, place: name };
  return notify(tx, { kind, subjectId: id, actorId: actor.id, people, facts });
}
