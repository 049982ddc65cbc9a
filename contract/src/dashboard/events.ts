import { z } from "zod";
import { layoutSchema } from "./layout-schemas.ts";

/** Events about dashboards. */
export const dashboardEvents = {
  /** The person arranged their dashboard, on this device or another one. */
  "dashboard.arranged": z.object({ layout: layoutSchema }),
  /** An administrator changed what dashboards begin with or keep: fetch it again, not all at once. */
  "dashboards.changed": z.object({}),
};
