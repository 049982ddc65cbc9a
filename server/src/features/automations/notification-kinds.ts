import { canManageAutomations } from "@atoll/contract/permissions";
import { sql } from "kysely";
import type { EntryColumns, NotificationDefinition } from "../../platform/kinds/notification-kinds.ts";
import { namedPeople } from "../../platform/kinds/notification-words.ts";
import type { Changer } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { findAbsent } from "../identity/public.ts";
import { notify } from "../notifications/public.ts";
import type { AutomationRow } from "./access.ts";

const automationsPage = "/admin/automations";

type Act = { act: "switched off" | "taken over" | "deleted" } & ({ reason: string } | { by: Changer });

/**
 * Notifies the owner of an automation that the server or another person has ended it. The link leads to the page of
 * automations only if they can open it.
 */
export async function notifyOwner(
  tx: Database,
  { id, name, owner_id }: Pick<AutomationRow, "id" | "name" | "owner_id">,
  { act, ...why }: Act,
): Promise<void> {
  const actor = "by" in why ? why.by : undefined;
  if (actor?.id === owner_id) return;
  const owner = await findAbsent(tx, owner_id);
  const link = owner && canManageAutomations(owner) ? automationsPage : "/dashboard";
  const reason = "by" in why ? `By ${why.by.name}` : why.reason;
  await notify(tx, {
    ...{ kind: "automation.stopped", subjectId: id, people: [owner_id], actorId: actor?.id },
    facts: { name, act, reason, link },
  });
}

/** Everyone who is notified was named, and the facts have all words. */
const ofAutomations: Omit<NotificationDefinition, "kind" | "inWords"> = {
  audience: namedPeople("concerned"),
  isReadable: () => sql<boolean>`true`,
};

/** SQL: the recipient of an entry has not answered, and nothing is decided. */
const isAsked = ({ userId, subjectId }: EntryColumns) => sql<boolean>`EXISTS (SELECT FROM approval_answers o
  JOIN approvals p ON p.id = o.approval_id WHERE o.approval_id = ${subjectId} AND o.person_id = ${userId}
    AND o.is_approved IS NULL AND p.state = 'open' LIMIT 1)`;

/** Messages of automations, requests for approval, and the notice that one was switched off, taken over or deleted. */
export const automationNotificationDefinitions: readonly NotificationDefinition[] = [
  {
    kind: "automation.told",
    ...ofAutomations,
    inWords: async (_sources, entries) =>
      new Map(
        entries.map(({ id, facts: { text = "", name = "", owner = "", link = "/dashboard" } }) => [
          id,
          { title: text, excerpt: `By the automation “${name}” of ${owner}`, link },
        ]),
      ),
  },
  {
    kind: "approval.asked",
    audience: namedPeople("concerned"),
    // The entry goes away with what it asks for, also when somebody else has decided.
    isReadable: isAsked,
    asks: { isOwed: isAsked, isAnswered: (entry) => sql<boolean>`NOT ${isAsked(entry)}` },
    // Without words of what it is about: the person may lose the right to see it.
    inWords: async (_sources, entries) =>
      new Map(
        entries.map(({ id, subjectId, facts: { name = "", owner = "" } }) => [
          id,
          {
            title: `The automation “${name}” asks for your approval`,
            excerpt: `In the name of ${owner}`,
            link: `/approvals?request=${subjectId}`,
          },
        ]),
      ),
  },
  {
    kind: "automation.stopped",
    ...ofAutomations,
    inWords: async (_sources, entries) =>
      new Map(
        entries.map(
          ({ id, facts: { name = "", reason = "", act = "switched off", link = automationsPage } }) => [
            id,
            { title: `Your automation “${name}” was ${act}`, excerpt: `${reason}.`, link },
          ],
        ),
      ),
  },
];
