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
import { sectionExport } from "./export-section.ts";
import { applyDeliveryJob } from "./hooks/apply-delivery.ts";
import { keepHooksJob } from "./hooks/keep-hooks.ts";
import { registerHooks } from "./hooks/routes.ts";
import { registerImports } from "./imports/import-api.ts";
import { followUpNameEraser, isTitleOf, titleEraser } from "./incidents/erasers.ts";
import { incidentNotes, incidentNotifications } from "./incidents/kinds.ts";
import { registerIncidents } from "./incidents/routes.ts";
import { cardSource } from "./kinds/card-source.ts";
import { cardComments } from "./kinds/comment-kind.ts";
import { ownCardsCard } from "./kinds/dashboard-card.ts";
import { cardNotificationDefinitions } from "./kinds/notification-kinds.ts";
import { ownedCards, placedSections } from "./kinds/owned-cards.ts";
import { recentCards } from "./lists/recent-changes.ts";
import { escalateJob } from "./monitoring/escalation.ts";
import { handOverJob, turnEraser } from "./monitoring/hand-over.ts";
import { endSilencesJob } from "./monitoring/on-call-alerts.ts";
import { registerOnCall } from "./monitoring/on-call-routes.ts";
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
    registerOnCall,
    registerIncidents,
    registerSequences,
    registerSettings,
  ],
  jobs: [
    applyDeliveryJob,
    applyDayRulesJob,
    convertCardsJob,
    endSilencesJob,
    escalateJob,
    followSequencesJob,
    handOverJob,
    keepHooksJob,
  ],
  live: [followSequences, hearSections],
  rooms:
    ({ db }) =>
    (viewer) =>
      cardRooms(db, viewer),
  owned: [ownedCards],
  placed: [placedSections],
  exportKinds: [sectionExport],
  commentKinds: [cardComments, incidentNotes],
  notificationKinds: [...cardNotificationDefinitions, ...incidentNotifications],
  dashboardCards: [ownCardsCard],
  recentActivity: recentCards,
  searchSources: [cardSource],
  viewPlaces: [cardViews],
  erasers: [turnEraser, titleEraser, followUpNameEraser],
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
    card_columns: {
      title: "Columns of tables",
      erase: "always",
      of: "person_id",
      columns: ["type_id", "columns"],
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
    incidents: {
      title: "Incidents that they opened or have a role in",
      erase: { clears: { title: erasedText }, when: "written", where: isTitleOf },
      of: ["opened_by", "commander_id", "operations_id", "communications_id"],
      columns: ["opened_at", "id", "type_id", "number", "state", "resolved_at"],
      more: (personId) => ({ title: sql`CASE WHEN ${isTitleOf(personId)} THEN t.title END` }),
    },
    incident_entries: {
      title: "Timelines of incidents",
      erase: { clears: { text: erasedText }, when: "written", where: isUpdateOf },
      of: "person_id",
      columns: ["at", "incident_id", "kind", "text"],
      more: () => ({ title: sql`CASE WHEN t.kind = 'title' THEN t.after END` }),
    },
    incident_alerts: ofThings,
    incident_reports: ofThings,
    incident_follow_ups: ofThings,
    on_call_members: {
      title: "Turns on call",
      erase: "always",
      of: "person_id",
      columns: ["department_id", "place"],
    },
    on_call_overrides: {
      title: "Times on call",
      erase: "always",
      of: "person_id",
      columns: ["starts_at", "ends_at", "department_id"],
    },
    on_call_duty: madeFrom("the turns and times on call"),
    on_call_escalations: ofCompany,
    on_call_pages: ofServers,
    on_call_rotas: ofCompany,
    on_call_steps: ofCompany,
    card_hooks: ofCompany,
    status_services: ofCompany,
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

/** SQL: an update for everyone that the person posted. */
function isUpdateOf(personId: string): RawBuilder<boolean> {
  return sql<boolean>`(t.person_id = ${personId} AND t.kind = 'update')`;
}

/** SQL: a text of a card that the person was the last to change. */
const ownWords = (column: "title" | "body", personId: string): RawBuilder<string | null> =>
  sql<string | null>`CASE WHEN t.content_by = ${personId} THEN ${sql.ref(`t.${column}`)} END`;
