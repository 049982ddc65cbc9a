import { type RawBuilder, sql } from "kysely";
import { erasedText } from "../../platform/kinds/erasure.ts";
import {
  madeFrom,
  nobodyElseChanged,
  ofCompany,
  ofServers,
  ofThings,
} from "../../platform/kinds/personal-data.ts";
import type { Slice } from "../../slice.ts";
import { registerApis } from "./api/routes.ts";
import { applyDayRulesJob } from "./changes/apply-day-rules.ts";
import { applyDeliveryJob } from "./hooks/apply-delivery.ts";
import { keepHooksJob } from "./hooks/keep-hooks.ts";
import { registerHooks } from "./hooks/routes.ts";
import { registerImports } from "./imports/import-api.ts";
import { cardSource } from "./kinds/card-source.ts";
import { cardComments } from "./kinds/comment-kind.ts";
import { ownCardsCard } from "./kinds/dashboard-card.ts";
import { cardNotificationDefinitions } from "./kinds/notification-kinds.ts";
import { ownedCards, placedSections } from "./kinds/owned-cards.ts";
import { recentCards } from "./lists/recent-changes.ts";
import { endSilencesJob } from "./monitoring/on-call-alerts.ts";
import { registerMonitoring } from "./monitoring/routes.ts";
import { cardRooms } from "./rooms.ts";
import { registerCards } from "./routes.ts";
import { followSequences, followSequencesJob } from "./sequences/follow-sequences.ts";
import { registerSequences } from "./sequences/routes.ts";
import { convertCardsJob } from "./settings/convert-cards.ts";
import { hearSections } from "./settings/hear-sections.ts";
import { registerSettings } from "./settings/routes.ts";
import { cardViews } from "./view-place.ts";

/** Sections of departments, and the cards in them. Specification, sections 2 and 6. */
export const cards: Slice = {
  name: "cards",
  routes: [
    registerCards,
    registerHooks,
    registerImports,
    registerApis,
    registerMonitoring,
    registerSequences,
    registerSettings,
  ],
  jobs: [
    applyDeliveryJob,
    applyDayRulesJob,
    convertCardsJob,
    endSilencesJob,
    followSequencesJob,
    keepHooksJob,
  ],
  live: [followSequences, hearSections],
  rooms:
    ({ db }) =>
    (viewer) =>
      cardRooms(db, viewer),
  owned: [ownedCards],
  placed: [placedSections],
  commentKinds: [cardComments],
  notificationKinds: cardNotificationDefinitions,
  dashboardCards: [ownCardsCard],
  recentActivity: recentCards,
  searchSources: [cardSource],
  viewPlaces: [cardViews],
  personalData: {
    // The words of a card that others have changed since are not theirs alone.
    cards: {
      title: "Cards of sections",
      erase: {
        clears: { title: erasedText, body: "" },
        when: "written",
        where: (personId) => sql<boolean>`(t.created_by = ${personId} AND t.content_by = ${personId}
          AND ${nobodyElseChanged("card", ["title", "body", "hook"], personId)})`,
      },
      of: ["created_by", "owner_id"],
      columns: ["created_at", "id", "type_id", "stage", "due_on", "deleted_at"],
      more: (personId) => ({
        is_owner: sql`t.owner_id IS NOT DISTINCT FROM ${personId}`,
        title: ownWords("title", personId),
        body: ownWords("body", personId),
      }),
    },
    card_steps: { title: "Steps of cards", erase: "always", of: "person_id", columns: ["card_id", "done"] },
    card_enrolments: {
      title: "Sequences that they started",
      erase: "stays",
      of: "started_by",
      columns: ["started_at", "card_id", "name", "finished_at"],
    },
    card_silences: {
      title: "Silenced alerts",
      erase: { clears: { reason: erasedText }, when: "written" },
      of: "created_by",
      columns: ["created_at", "type_id", "reason", "ended_at"],
    },
    card_versions: {
      title: "Imported versions of APIs",
      erase: "stays",
      of: "imported_by",
      columns: ["at", "source", "version"],
    },
    on_call: { title: "On call", erase: "always", of: "person_id", columns: ["until", "department_id"] },
    card_hooks: ofCompany,
    card_sequences: ofCompany,
    card_servers: ofCompany,
    card_types: ofCompany,
    card_conversions: ofServers,
    card_hook_deliveries: ofServers,
    card_commits: ofThings,
    card_hook_things: ofThings,
    card_observations: ofThings,
    card_points: ofThings,
    card_sequence_tasks: ofThings,
    card_shapes: ofThings,
    card_values: madeFrom("the cards"),
  },
};

/** SQL: a text of a card that the person was the last to change. */
const ownWords = (column: "title" | "body", personId: string): RawBuilder<string | null> =>
  sql<string | null>`CASE WHEN t.content_by = ${personId} THEN ${sql.ref(`t.${column}`)} END`;
