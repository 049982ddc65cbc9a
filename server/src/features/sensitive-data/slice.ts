import { sql } from "kysely";
import { erasedText } from "../../platform/kinds/erasure.ts";
import { onlyForOwner } from "../../platform/kinds/personal-data.ts";
import type { Slice } from "../../slice.ts";
import { sensitiveDataNotificationDefinitions } from "./notification-kinds.ts";
import { ownedSensitiveCards } from "./owned-cards.ts";
import { sensitiveRooms } from "./rooms.ts";
import { registerSensitiveData } from "./routes.ts";
import { sealedValue } from "./sealed-value.ts";

/**
 * The slice of sensitive cards, which are stored encrypted and recorded before they are shown. They are not searchable,
 * not exported, and have no files or comments. Specification, sections 2 and 6.
 */
export const sensitiveData: Slice = {
  name: "sensitive-data",
  routes: [registerSensitiveData],
  rooms: () => async (viewer) => sensitiveRooms(viewer),
  jobs: [
    () => ({ name: "sensitive-data.reseal", cron: "41 3 * * *", run: ({ tx }) => sealedValue.reseal(tx) }),
  ],
  owned: [ownedSensitiveCards],
  notificationKinds: sensitiveDataNotificationDefinitions,
  personalData: {
    sensitive_cards: {
      title: "Sensitive cards that they own",
      erase: "stays",
      of: "owner_id",
      columns: ["created_at", "rotated_at"],
      more: (_personId, isForOwner) => ({ title: onlyForOwner(isForOwner, sql`t.title`) }),
    },
    sensitive_looks: {
      title: "Looks at sensitive cards",
      erase: { clears: { reason: erasedText }, when: "written" },
      of: "person_id",
      columns: ["at", "kind", "reason"],
    },
    sensitive_requests: {
      title: "Requests to look at sensitive cards",
      erase: { clears: { reason: erasedText }, when: "written" },
      of: "person_id",
      columns: ["created_at", "reason", "expires_at", "used_at"],
    },
  },
};
