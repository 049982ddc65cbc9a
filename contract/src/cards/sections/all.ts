import type { SectionDescription } from "../section-schemas.ts";
import { backend } from "./backend.ts";
import { businessDevelopment } from "./business-development.ts";
import { devops } from "./devops.ts";
import { frontend } from "./frontend.ts";
import { marketing } from "./marketing.ts";

/**
 * The sections that every Atoll starts with, by the slug of their department. Specification, section 2. A migration
 * stores them; a section that changes here needs another one, and a test compares both.
 */
export const givenSections: Readonly<Record<string, readonly SectionDescription[]>> = {
  "business-development": businessDevelopment,
  frontend,
  backend,
  devops,
  marketing,
};
