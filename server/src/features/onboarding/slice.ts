import { sql } from "kysely";
import type { Slice } from "../../slice.ts";
import { advanceJob, followWanted } from "./advance.ts";
import { onboardingCard } from "./dashboard-card.ts";
import { onboardingNotificationDefinitions } from "./notification-kinds.ts";
import { ownedOnboardings, placedPaths } from "./owned-onboardings.ts";
import { broadcastOnboardings, onboardingRooms } from "./rooms.ts";
import { registerOnboarding, registerPaths } from "./routes.ts";

/** The slice of onboarding: paths for departments and roles, and each person's progress on theirs. */
export const onboarding: Slice = {
  name: "onboarding",
  routes: [registerOnboarding, registerPaths],
  rooms: () => onboardingRooms,
  live: [followWanted, broadcastOnboardings],
  jobs: [advanceJob],
  owned: [ownedOnboardings],
  placed: [placedPaths],
  notificationKinds: onboardingNotificationDefinitions,
  dashboardCards: [onboardingCard],
  personalData: {
    onboardings: {
      title: "Onboardings",
      erase: "account",
      of: "person_id",
      columns: ["created_at", "id", "start_on", "stages", "stopped_at", "stop_reason"],
    },
    onboarding_items: {
      title: "Steps of onboardings",
      erase: "account",
      where: (personId) =>
        sql<boolean>`t.onboarding_id IN (SELECT o.id FROM onboardings o WHERE o.person_id = ${personId})`,
      columns: ["onboarding_id", "title", "note", "day", "due_on", "done_at"],
    },
    onboarding_paths: {
      title: "Onboarding paths that they own",
      erase: "stays",
      of: "owner_id",
      columns: ["created_at", "name", "summary", "state"],
    },
    onboarding_wanted: {
      title: "Things asked for in an onboarding",
      erase: "always",
      of: "person_id",
      columns: ["at", "thing_id"],
    },
  },
};
