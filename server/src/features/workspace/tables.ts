import type { Generated } from "kysely";

/** The table of the company, as its one row. */
export interface WorkspaceTables {
  company: {
    id: Generated<string>;
    name: string | null;
    colour: string | null;
    logo_url: string | null;
    /** 1 for Monday to 7 for Sunday. */
    working_days: Generated<number[]>;
    skipped_steps: Generated<string[]>;
    version: Generated<number>;
    updated_at: Generated<Date>;
  };
}
