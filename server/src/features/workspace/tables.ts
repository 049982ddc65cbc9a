import type { Generated } from "kysely";

/** The table of the company, as its one row. */
export interface WorkspaceTables {
  company: {
    id: Generated<string>;
    name: string | null;
    colour: string | null;
    logo_url: string | null;
    skipped_steps: Generated<string[]>;
    version: Generated<number>;
    updated_at: Generated<Date>;
  };
}
