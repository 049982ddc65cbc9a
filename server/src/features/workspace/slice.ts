import { ofCompany } from "../../platform/kinds/personal-data.ts";
import type { Slice } from "../../slice.ts";
import { broadcastCompany } from "./broadcast-company.ts";
import { companyLogo } from "./company-logo.ts";
import { registerWorkspace } from "./routes.ts";

/** The company: what every page shows of it, and how it moves in. And whether this process is well. */
export const workspace: Slice = {
  name: "workspace",
  routes: [registerWorkspace],
  fileKinds: [companyLogo],
  live: [broadcastCompany],
  personalData: {
    company: ofCompany,
  },
};
