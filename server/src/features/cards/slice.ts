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
};
