import type { ColumnType, Generated } from "kysely";

/** JSON that was validated when written. Readers validate it again, because another version may have written it. */
type Stored = ColumnType<unknown, string, string>;

/** The rows of the tables of dashboards. */
export interface DashboardTables {
  dashboard_layouts: {
    person_id: string;
    cards: Stored;
    phone_order: Stored;
    version: number;
    updated_at: Generated<Date>;
  };
  dashboard_defaults: {
    id: Generated<string>;
    role_id: string | null;
    cards: Stored;
    phone_order: Stored;
    pinned_ids: Stored;
    updated_by: string | null;
    updated_at: Generated<Date>;
  };
}
