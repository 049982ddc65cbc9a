import { type QueryExecutorProvider, sql } from "kysely";

/**
 * A node that lives and is held up, for all that the others can see: whenever it says that it lives, that was a moment
 * ago. Answers with the way to let go.
 */
export async function holdLease(db: QueryExecutorProvider, nodeId: string): Promise<() => Promise<void>> {
  await sql`CREATE FUNCTION hold_lease() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN NEW.alive_until := now() - interval '1 second'; RETURN NEW; END $$`.execute(db);
  await sql`CREATE TRIGGER hold_lease BEFORE INSERT OR UPDATE ON nodes
    FOR EACH ROW WHEN (NEW.id = ${sql.lit(nodeId)}) EXECUTE FUNCTION hold_lease()`.execute(db);
  await sql`UPDATE nodes SET alive_until = now() WHERE id = ${nodeId}`.execute(db);
  return async () => {
    await sql`DROP FUNCTION hold_lease CASCADE`.execute(db);
  };
}
