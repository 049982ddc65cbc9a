import type { CardData } from "@atoll/contract/cards/field-schemas";
import { importProblems, maxCardBody, maxCardTitle, maxImportedCards } from "@atoll/contract/cards/limits";
import { newCardSchema } from "@atoll/contract/cards/schemas";
import type { CardImport } from "@atoll/contract/cards/section-routes";
import { sectionOptionsSchema } from "@atoll/contract/cards/section-schemas";
import { type DecimalMark, digitsOf, isAmbiguousNumber, readNumber } from "@atoll/contract/text/numbers";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { claimChange, storeChanges } from "../../../platform/changes/stored-changes.ts";
import { withoutApostrophe } from "../../../platform/csv.ts";
import { transact } from "../../../platform/database/transact.ts";
import { convertValue } from "../../../platform/fields/convert-value.ts";
import { type FileRecord, readRecords, unreadable } from "../../../platform/read-records.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { findNamed } from "../../people/public.ts";
import { type ImportedCard, insertCards } from "../changes/insert-cards.ts";
import { reasonFor } from "../changes/stage-rules.ts";
import { withoutTicks } from "../data/approvals.ts";
import { findReaders } from "../data/assert-readers.ts";
import { assertReady } from "../data/assert-ready.ts";
import { assertWhole } from "../data/check-data.ts";
import { accessType, lockType, type TypeRow } from "../public.ts";
import { broadcastSections } from "../rooms.ts";

interface Given {
  changeId: string;
  csv: string;
  isDryRun: boolean;
  decimalMark: DecimalMark;
  /** Whether rows with the name of a card that is in the section already are added as well. */
  repeats: "add" | "leave-out";
}

/**
 * Adds a card for each row of a CSV file, apart from rows with a problem. The same import sent again is done once, and
 * it is undone like any other change. It notifies nobody: it brings in records, and owners find them as theirs.
 * @throws {AppError} `section_not_found`, `csv_unreadable`, `change_id_taken`.
 */
export async function importCards(
  context: Pick<SliceContext, "db" | "realtime">,
  viewer: RequestViewer,
  typeId: string,
  { changeId, csv, isDryRun, decimalMark, repeats }: Given,
): Promise<CardImport> {
  const before = await accessType(context.db, viewer, typeId);
  const { records } = await readRecords(csv);
  const [head, ...rows] = records;
  if (!head || rows.length === 0)
    throw unreadable("The file needs a row of names, and one row for each card.");
  if (rows.length > maxImportedCards) throw unreadable(`Import at most ${maxImportedCards} rows at once.`);
  const file = { head, rows, mark: decimalMark, changeId, repeats };
  if (isDryRun) return (await readCards(context.db, before, file)).result;
  const result = await transact(context.db, async (tx) => {
    const type = await lockType(tx, viewer, typeId);
    const { cards, result } = await readCards(tx, type, file);
    const claim = { kind: "card", changeId, actorId: viewer.id, sent: { typeId, csv, decimalMark, repeats } };
    if (cards.length === 0 || !(await claimChange(tx, claim))) return result;
    const ids = await insertCards(tx, type, cards, viewer.id);
    await storeChanges(
      tx,
      claim,
      ids.map((subjectId) => ({ subjectId, field: "created", before: null, after: true })),
    );
    return result;
  });
  await broadcastSections(context, before.department_id, true);
  return result;
}

interface CardFile {
  head: FileRecord;
  rows: readonly FileRecord[];
  mark: DecimalMark;
}

/** Returns the cards to add, and why the other rows are left out. */
async function readCards(
  tx: Database,
  type: TypeRow,
  { head, rows, mark, changeId, repeats }: CardFile & Pick<Given, "changeId" | "repeats">,
) {
  const columns = head.cells.map((name) => columnOf(type, name));
  assertOnce(head.cells, columns);
  if (!columns.includes("title"))
    throw unreadable("The file needs a column “Name” with the names of the cards.");
  const unknown = head.cells.filter(
    (name, at) => columns[at] === undefined && name.trim() !== "" && name.trim() !== "updated",
  );
  const names = namesIn(type, columns, rows);
  const called = await findNamed(tx, names);
  const readers = await findReaders(tx, type.id, [...called.values()]);
  const people = new Map([...called].filter(([, id]) => readers.has(id)));
  const read: ImportedCard[] = [];
  const problems: CardImport["problems"] = [];
  for (const { place, cells } of rows) {
    const values = new Map(
      columns.map((column, at) => [column, withoutApostrophe((cells[at] ?? "").trim())]),
    );
    try {
      const card = readCard(type, values, people, mark);
      await assertReady(tx, type, card.stage, { ...card, data: withoutTicks(type.options, card.data) });
      read.push(card);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      problems.push({ row: place, message: error.fields?.[0]?.message ?? "This stage needs a reason" });
    }
  }
  const known = await namesInUse(
    tx,
    { typeId: type.id, changeId },
    read.map(({ title }) => title),
  );
  const repeated = read.filter(({ title }) => known.has(title));
  const cards = repeats === "add" ? read : read.filter(({ title }) => !known.has(title));
  const result: CardImport = {
    created: cards.length,
    leftOut: problems.length,
    repeated: repeated.length,
    repeatedNames: [...known].slice(0, importProblems),
    problems: problems.slice(0, importProblems),
    unknown: unknown.slice(0, importProblems),
    unknownPeople: names.filter((name) => !people.has(name)).slice(0, importProblems),
    ambiguous: ambiguousIn(type, columns, { head, rows, mark }),
  };
  return { cards, result };
}

/** Returns the names that cards of the section have already, in any case. Cards of the same import, sent before, do not count. */
async function namesInUse(
  tx: Database,
  { typeId, changeId }: { typeId: string; changeId: string },
  names: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{
    name: string;
  }>`SELECT DISTINCT n.name FROM unnest(${names}::text[]) AS n (name)
    WHERE lower(n.name) IN (SELECT lower(c.title) FROM cards c
      WHERE c.type_id = ${typeId} AND c.deleted_at IS NULL AND NOT EXISTS (SELECT FROM object_changes h
        WHERE h.change_id = ${changeId} AND h.subject_kind = 'card' AND h.subject_id = c.id))
    ORDER BY n.name`.execute(tx);
  return new Set(rows.map(({ name }) => name));
}

/** Two columns for one field would leave the cells of one out without a word. */
function assertOnce(names: readonly string[], columns: readonly (string | undefined)[]): void {
  for (const [at, column] of columns.entries()) {
    const first = columns.indexOf(column);
    if (column === undefined || first === at) continue;
    const [one, other] = [names[first]?.trim(), names[at]?.trim()];
    throw unreadable(
      one === other
        ? `Two columns are called “${one}”. Rename or remove one of them.`
        : `The columns “${one}” and “${other}” are for the same field. Rename or remove one of them.`,
    );
  }
}

/** The first numbers that people who write decimals with the other mark would read differently. */
function ambiguousIn(
  type: TypeRow,
  columns: readonly (string | undefined)[],
  { head, rows, mark }: CardFile,
): CardImport["ambiguous"] {
  const found: CardImport["ambiguous"] = [];
  for (const [at, column] of columns.entries()) {
    const field = type.fields.find(({ name }) => column === `data.${name}`);
    if (field?.kind !== "number" && field?.kind !== "money") continue;
    for (const { place, cells } of rows) {
      const text = digitsOf((cells[at] ?? "").trim().slice(0, maxName));
      const value = isAmbiguousNumber(text) ? readNumber(text, mark) : undefined;
      if (value === undefined) continue;
      found.push({ row: place, column: head.cells[at]?.trim() ?? field.label, text, value });
      if (found.length === maxAmbiguous) return found;
    }
  }
  return found;
}

const maxAmbiguous = 5;

/** The people that the columns for them name, each once. */
function namesIn(type: TypeRow, columns: readonly (string | undefined)[], rows: readonly FileRecord[]) {
  const ofPeople = columns.map(
    (column) =>
      column === "owner" ||
      type.fields.some(({ name, kind }) => kind === "person" && column === `data.${name}`),
  );
  const names = rows.flatMap(({ cells }) =>
    ofPeople.flatMap((isOne, at) => (isOne ? (cells[at] ?? "").trim().slice(0, maxName) : [])),
  );
  return [...new Set(names)].filter((name) => name !== "");
}

const maxName = 320;

/** The part of a card that a column holds, by its name as an export writes it, or as the form calls it. */
function columnOf(type: TypeRow, name: string): string | undefined {
  const wanted = name.trim().replaceAll(/\s+/g, " ").toLowerCase();
  const field = type.fields.find(({ label, isRetired }) => !isRetired && label.toLowerCase() === wanted);
  if (field) return `data.${field.name}`;
  const own = ownColumnOf(type, wanted);
  // An export calls them so where a field has their name.
  return own ?? (wanted.startsWith("card ") ? ownColumnOf(type, wanted.slice("card ".length)) : undefined);
}

/** A column that every card has. */
function ownColumnOf(type: TypeRow, wanted: string): string | undefined {
  const due = sectionOptionsSchema.parse(type.options).dueLabel.toLowerCase();
  if (wanted === "name" || wanted === "title") return "title";
  if (wanted === "due" || wanted === due) return "dueOn";
  if (wanted === "notes") return "body";
  if (wanted === "owner") return "owner";
  return wanted === "stage" || wanted === "reason" ? wanted : undefined;
}

function readCard(
  type: TypeRow,
  values: ReadonlyMap<string | undefined, string>,
  people: ReadonlyMap<string, string>,
  mark: DecimalMark,
): ImportedCard {
  const text = (column: string) => values.get(column) ?? "";
  const title = newCardSchema.shape.title.safeParse(text("title"));
  if (!title.success) throw problem(`Name: use 1 to ${maxCardTitle} characters`);
  if (text("body").length > maxCardBody) throw problem(`Notes: use at most ${maxCardBody} characters`);
  const name = text("stage").toLowerCase();
  const stage = name === "" ? type.stages[0] : type.stages.find((one) => one.name.toLowerCase() === name);
  if (!stage) throw problem(`There is no stage “${text("stage")}”`);
  const due = text("dueOn");
  const dueOn = due === "" ? null : convertValue("text", { kind: "date" }, due, new Map());
  if (dueOn === undefined) throw problem(`“${due}” is not a date such as 2026-11-27`);
  const data: CardData = {};
  for (const field of type.fields) {
    const cell = text(`data.${field.name}`);
    if (cell === "") continue;
    if (field.kind === "person") {
      const personId = people.get(cell);
      if (personId !== undefined) data[field.name] = personId;
      continue;
    }
    const value = convertValue("text", { ...field, mark }, withLines(field.kind, cell), new Map());
    if (value === undefined) throw problem(`${field.label}: “${cell.slice(0, 60)}” does not fit`);
    data[field.name] = value;
  }
  assertWhole(type.fields, data);
  const reason = reasonFor(type, stage.id, text("reason").slice(0, maxReason));
  return {
    title: title.data,
    body: text("body"),
    stage: stage.id,
    reason,
    ownerId: people.get(text("owner")) ?? null,
    dueOn: dayOf(dueOn),
    data,
  };
}

const maxReason = 500;

/** An export writes the items of a checklist into one line. */
function withLines(kind: string, cell: string): string {
  return kind === "checklist" ? cell.replaceAll(/; ?(?=\[)/g, "\n").replaceAll(/^\[ \] /gm, "") : cell;
}

const dayOf = (value: unknown) => (typeof value === "string" ? value : null);

function problem(message: string): AppError {
  return new AppError("card_field_wrong", { fields: [{ path: "csv", message }] });
}
