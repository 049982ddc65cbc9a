import { operationRoutes } from "@atoll/contract/operation/routes";
import { defineSlice } from "../slice.ts";
import { only, superAdmins } from "./administration-targets.ts";

export const operationSlice = defineSlice({
  name: "operation",
  routes: operationRoutes,
  eventNames: {},
  furnish: async () => ({}),
  rows: {
    getHealth: { "as it is": { request: () => ({}), expect: only(superAdmins) } },
  },
  events: {},
});
