import type { Area } from "../area.ts";

export const sensitiveData = {
  routes: [],
  places: [{ path: "/sensitive-data", label: "Sensitive data" }],
} satisfies Area;
