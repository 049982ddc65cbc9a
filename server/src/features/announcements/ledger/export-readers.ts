import { type Actor, recordAct } from "../../../platform/audit.ts";
import { csvBeginning, toCsv } from "../../../platform/csv.ts";
import type { Database } from "../../../tables.ts";
import type { People } from "../../people/public.ts";
import { type Ledgered, listReaders, type ReaderFilter } from "./readers.ts";

/** Spreadsheets open this many rows quickly, and one response can contain them. */
const maxReaders = 50_000;
/** Small enough that other requests are served between two batches. */
const batchSize = 500;

const columns = ["name", "email", "departments", "state", "opened", "confirmed", "nudges", "last nudge"];

/**
 * Returns the readers that a filter matches as CSV, ordered by name, at most 50,000. The export is recorded in the
 * audit log, because it contains what people have done.
 * @param assertAllowed throws when the viewer has lost access. It is called before each batch.
 * @returns `isWhole` is false if there were more.
 */
export async function exportReaders(
  sources: { db: Database; people: People },
  acting: { actor: Actor; address: string },
  row: Ledgered & { title: string },
  filter: ReaderFilter,
  assertAllowed: () => Promise<void>,
): Promise<{ csv: string; isWhole: boolean }> {
  const parts = [csvBeginning + toCsv([columns])];
  let count = 0;
  let cursor: string | undefined;
  do {
    await assertAllowed();
    const page = await listReaders(sources, row, { ...filter, cursor, limit: batchSize });
    parts.push(
      toCsv(
        page.items.map((reader) => [
          reader.person.name,
          reader.person.email,
          reader.departments.map(({ name }) => name).join("; "),
          reader.state,
          reader.readAt ?? "",
          reader.confirmedAt ?? "",
          reader.nudges,
          reader.nudgedAt ?? "",
        ]),
      ),
    );
    count += page.items.length;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && count < maxReaders);
  const subject = { type: "announcement", id: row.id, name: row.title };
  await recordAct(sources.db, {
    ...acting,
    action: "announcement.readers-exported",
    subject,
    after: { ...filter, count },
  });
  return { csv: parts.join(""), isWhole: cursor === undefined };
}
