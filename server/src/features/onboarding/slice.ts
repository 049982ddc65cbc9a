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
};
