import type { Slice } from "../../slice.ts";
import { advanceJob, followWanted } from "./advance.ts";
import { onboardingCard } from "./dashboard-card.ts";
import { onboardingToldKinds } from "./notification-kinds.ts";
import { ownedOnboardings, placedPaths } from "./owned-onboardings.ts";
import { onboardingRooms, tellOfOnboardings } from "./rooms.ts";
import { registerOnboarding, registerPaths } from "./routes.ts";

/** The slice of onboarding: paths for departments and roles, and each person's progress on theirs. */
export const onboarding: Slice = {
  name: "onboarding",
  routes: [registerOnboarding, registerPaths],
  rooms: () => onboardingRooms,
  live: [followWanted, tellOfOnboardings],
  jobs: [advanceJob],
  owned: [ownedOnboardings],
  placed: [placedPaths],
  notificationKinds: onboardingToldKinds,
  dashboardCards: [onboardingCard],
};
