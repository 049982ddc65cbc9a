import { canManageAutomations } from "@atoll/contract/permissions";
import { sql } from "kysely";
import type { NotificationDefinition } from "../../platform/kinds/notification-kinds.ts";
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

/** Messages of automations, and the notice that one was switched off, taken over or deleted. */
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
