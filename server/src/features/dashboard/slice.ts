import { ofCompany } from "../../platform/kinds/personal-data.ts";
import type { Slice } from "../../slice.ts";
import { activityCard } from "./activity-card.ts";
import { defaultsRoom } from "./defaults.ts";
import { placedCards } from "./placed-cards.ts";
import { registerDashboard } from "./routes.ts";

/** The slice of the dashboard, the start page. Specification, sections 2, 3 and 9 (dashboard). */
export const dashboard: Slice = {
  name: "dashboard",
  routes: [registerDashboard],
  rooms: () => async () => [defaultsRoom],
  dashboardCards: [activityCard],
  placed: [placedCards],
  personalData: {
    dashboard_layouts: {
      title: "Own dashboard",
      erase: "account",
      of: "person_id",
      columns: ["updated_at", "cards", "phone_order"],
    },
    dashboard_defaults: ofCompany,
  },
};
