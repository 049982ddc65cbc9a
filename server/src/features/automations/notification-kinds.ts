import { sql } from "kysely";
import type { NotificationDefinition } from "../../platform/kinds/notification-kinds.ts";
import { namedPeople } from "../../platform/kinds/notification-words.ts";

/** Everyone who is notified was named, and the facts have all words. */
const ofAutomations: Omit<NotificationDefinition, "kind" | "inWords"> = {
  audience: namedPeople("concerned"),
  isReadable: () => sql<boolean>`true`,
};

/** Messages of automations, and the notice that one was switched off. */
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
        entries.map(({ id, facts: { name = "", reason = "" } }) => [
          id,
          {
            title: `Your automation “${name}” was switched off`,
            excerpt: `${reason}.`,
            link: "/admin/automations",
          },
        ]),
      ),
  },
];
