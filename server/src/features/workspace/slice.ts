import type { Slice } from "../../slice.ts";
import { companyLogo } from "./company-logo.ts";
import { registerWorkspace } from "./routes.ts";
import { tellOfCompany } from "./tell-of-company.ts";

/** The company: what every page shows of it, and how it moves in. And whether this process is well. */
export const workspace: Slice = {
  name: "workspace",
  routes: [registerWorkspace],
  fileKinds: [companyLogo],
  live: [tellOfCompany],
};
