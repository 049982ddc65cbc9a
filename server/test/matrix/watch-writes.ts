import { sql } from "kysely";
import type { Database } from "../../src/tables.ts";

/** How the matrix's own connections call themselves: what they write is furniture. */
export const fixturesName = "fixtures";

/**
 * The tables and columns that determine permissions. `channels` and `accounts` also have columns that change all the
 * time.
 */
const watched: Record<string, string> = {
  profiles: "INSERT OR DELETE OR UPDATE OF name, avatar_url, former_since",
  accounts: "INSERT OR DELETE OR UPDATE OF email, password_hash, email_confirmed_at, disabled_at",
  second_factors: "INSERT OR DELETE OR UPDATE OF secret, confirmed_at",
  user_roles: "INSERT OR UPDATE OR DELETE",
  roles: "INSERT OR UPDATE OR DELETE",
  role_permissions: "INSERT OR UPDATE OR DELETE",
  departments: "INSERT OR UPDATE OR DELETE",
  user_departments: "INSERT OR UPDATE OR DELETE",
  channels:
    "INSERT OR DELETE OR UPDATE OF name, type, topic, description, is_owners_only, archived_at, department_id, follows_department",
  channel_members: "INSERT OR DELETE OR UPDATE OF is_owner",
};

/** Notes every write to these tables in whose transaction nobody was held (`holdViewer`). */
export async function watchWrites(db: Database): Promise<void> {
  await sql`CREATE SCHEMA watch`.execute(db);
  await sql`CREATE TABLE watch.unheld (what text)`.execute(db);
  await sql`CREATE FUNCTION watch.note() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF current_setting('application_name') <> ${sql.lit(fixturesName)}
        AND coalesce(current_setting('atoll.viewer', true), '') = '' THEN
        INSERT INTO watch.unheld VALUES (concat_ws(' ', TG_OP, TG_TABLE_NAME, current_query()));
      END IF;
      RETURN NULL;
    END $$`.execute(db);
  for (const [table, events] of Object.entries(watched)) {
    await sql`CREATE TRIGGER watched AFTER ${sql.raw(events)} ON ${sql.table(table)}
      FOR EACH STATEMENT EXECUTE FUNCTION watch.note()`.execute(db);
  }
}

/** The writes that did not ask who writes. */
export async function unheldWrites(db: Database): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`SELECT DISTINCT what FROM watch.unheld`.execute(db);
  return rows.map(({ what }) => what);
}
