import { createHash } from "node:crypto";
import type { ApiVersion, ThingChange } from "@atoll/contract/cards/api-schemas";
import { maxThingChanges, maxVersions } from "@atoll/contract/cards/limits";
import { maxFieldOptions } from "@atoll/contract/fields/limits";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { lockSection } from "../ranks.ts";
import { compareThings } from "./compare-shapes.ts";
import type { ParsedFile } from "./parsed-file.ts";

/**
 * Keeps an imported file for comparisons, unless it is the same as the last one of its service, and the servers that it
 * names. The oldest ones beyond the limit are deleted. Call it in a transaction.
 */
export async function storeVersion(
  tx: Database,
  { typeId, source, viewerId }: { typeId: string; source: string; viewerId: string | null },
  file: ParsedFile,
  at?: Date,
): Promise<void> {
  const things = JSON.stringify(file.things.map(({ key, title, shape }) => ({ key, title, shape })));
  const hash = createHash("sha256").update(file.version).update(things).digest();
  await lockSection(tx, typeId);
  const last = await tx
    .selectFrom("card_versions")
    .select("hash")
    .where("type_id", "=", typeId)
    .where("source", "=", source)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .executeTakeFirst();
  if (!last?.hash.equals(hash))
    await tx
      .insertInto("card_versions")
      .values({
        type_id: typeId,
        source,
        version: file.version,
        imported_by: viewerId,
        things,
        thing_count: file.things.length,
        hash,
        ...(at && { at }),
      })
      .execute();
  await sql`DELETE FROM card_versions WHERE id IN (SELECT id FROM card_versions
    WHERE type_id = ${typeId} AND source = ${source} ORDER BY at DESC, id DESC OFFSET ${maxVersions})`.execute(
    tx,
  );
  await storeServers(tx, typeId, source, file.servers);
}

/** A server that is in the file still is as allowed as it was. One that is new is allowed by nobody. */
async function storeServers(
  tx: Database,
  typeId: string,
  source: string,
  servers: ParsedFile["servers"],
): Promise<void> {
  await sql`DELETE FROM card_servers WHERE type_id = ${typeId} AND source = ${source}
    AND url <> ALL(${servers.map(({ url }) => url)}::text[])`.execute(tx);
  if (servers.length === 0) return;
  await tx
    .insertInto("card_servers")
    .values(
      servers.map(({ url, name, isProduction }) => ({
        type_id: typeId,
        source,
        url,
        name,
        is_production: isProduction,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["type_id", "source", "url"]).doUpdateSet((eb) => ({ name: eb.ref("excluded.name") })),
    )
    .execute();
}

/** The imported files of a section, the newest first. */
export async function listVersions(
  { db, people }: Pick<SliceContext, "db" | "people">,
  typeId: string,
): Promise<ApiVersion[]> {
  const rows = await db
    .selectFrom("card_versions")
    .select(["id", "source", "version", "at", "imported_by", "thing_count"])
    .where("type_id", "=", typeId)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(maxVersions * maxFieldOptions)
    .execute();
  const known = await people.of(rows.flatMap(({ imported_by }) => imported_by ?? []));
  return rows.map(({ id, source, version, at, imported_by, thing_count }) => ({
    id,
    source,
    version,
    at: at.toISOString(),
    person: (imported_by !== null && known.get(imported_by)) || null,
    count: thing_count,
  }));
}

/** @throws {AppError} `card_version_not_found`, also for versions of two services. */
export async function compareVersions(
  db: Database,
  typeId: string,
  { from, to }: { from: string; to: string },
): Promise<{ changes: ThingChange[]; isWhole: boolean }> {
  const rows = await db
    .selectFrom("card_versions")
    .select(["id", "source", "things"])
    .where("type_id", "=", typeId)
    .where("id", "in", [from, to])
    .execute();
  const [before, after] = [from, to].map((wanted) => rows.find(({ id }) => id === wanted));
  if (!before || !after || before.source !== after.source) throw new AppError("card_version_not_found");
  const changes = await compareThings(before.things, after.things);
  return { changes: changes.slice(0, maxThingChanges), isWhole: changes.length <= maxThingChanges };
}
