import type { SensitiveKey } from "./limits.ts";

/** The departments that keys are named after, by slug: slugs stay when a department is renamed. */
export const sensitiveKeyDepartments = {
  business: "business-development",
  frontend: "frontend",
  backend: "backend",
  devops: "devops",
  marketing: "marketing",
  knowledge: null,
} as const satisfies Record<SensitiveKey, string | null>;
