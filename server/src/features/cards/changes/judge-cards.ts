import { isNeedMet } from "@atoll/contract/cards/needs";
import { type CardNeed, sectionOptionsSchema } from "@atoll/contract/cards/section-schemas";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import type { FieldChange } from "../../../platform/changes/field.ts";
import { writeRow } from "../../../platform/changes/write-row.ts";
import { todayAtServer } from "../../../platform/server-zone.ts";
import type { Database } from "../../../tables.ts";
import { notify } from "../../notifications/public.ts";
import { contentOf, pendingApprovers, validApprovals, withApprovals } from "../data/approvals.ts";
import { isFrozen, notReady } from "../data/assert-ready.ts";
import { ranksBeside } from "../ranks.ts";
import { isReadableBy } from "../readable.ts";
import type { LockedCard } from "./lock-cards.ts";

/**
 * Judges what a change made of its cards, whatever kind of change it was: approvals of another content are dropped, and
 * a card that no longer meets the rules of its stage goes where they say.
 * @param isReport a webhook tells what has happened: a broken rule is recorded, since it cannot be refused.
 * @returns what followed, for the history.
 * @throws {AppError} `card_not_ready`; `card_field_wrong` for an approver who cannot read the card.
 */
export async function judgeCards(
  tx: Database,
  actorId: string,
  rows: { before: readonly LockedCard[]; after: readonly LockedCard[] },
  { isReport = false } = {},
): Promise<FieldChange[]> {
  const changes: FieldChange[] = [];
  for (const after of rows.after) {
    const before = rows.before.find(({ id }) => id === after.id);
    if (!before || after.deleted_at !== null) continue;
    changes.push(...(await judgeOne(tx, actorId, { before, after }, isReport)));
  }
  return changes;
}

interface Both {
  before: LockedCard;
  after: LockedCard;
}

async function judgeOne(
  tx: Database,
  actorId: string,
  both: Both,
  isReport: boolean,
): Promise<FieldChange[]> {
  const changes = await dropApprovals(tx, isReport ? null : actorId, both);
  const after = { ...both.after, approvals: validApprovals(both.after) };
  await askApprovers(tx, actorId, both.before, after);
  const goes = ruledMove(both.before, after) ?? (await brokenNeed(tx, both.before, after));
  if (!goes) return changes;
  const { need, stage } = goes;
  const subjectId = after.id;
  if (stage === undefined || stage === after.stage || !after.stages.some(({ id }) => id === stage)) {
    if (!isReport) throw notReady(need);
    return [...changes, { subjectId, field: "breach", before: null, after: need.words }];
  }
  const kind = after.stages.find(({ id }) => id === stage)?.kind;
  const reason = kind === "lost" ? need.words : "";
  const [rank = ""] = await ranksBeside(tx, { typeId: after.type_id, stage }, undefined, 1);
  await writeRow(tx, { table: "cards" }, after.id, { stage, stage_since: sql`now()`, rank, reason });
  if (after.owner_id !== null)
    await notify(tx, { kind: "card.rule", subjectId, actorId, people: [after.owner_id] });
  return [
    ...changes,
    { subjectId, field: "rule", before: null, after: need.words },
    { subjectId, field: "stage", before: after.stage, after: stage },
    { subjectId, field: "position", before: after.rank, after: rank },
    ...(reason === after.reason ? [] : [{ subjectId, field: "reason", before: after.reason, after: reason }]),
  ];
}

async function dropApprovals(
  tx: Database,
  actorId: string | null,
  { before, after }: Both,
): Promise<FieldChange[]> {
  const content = contentOf(after);
  if (content === "") return [];
  const isOther = contentOf(before) !== content;
  if (isOther)
    await tx.updateTable("cards").set({ content_by: actorId }).where("id", "=", after.id).execute();
  const kept = validApprovals(after, content).filter((one) => !isOther || one.content !== null);
  if (kept.length === after.approvals.length) return [];
  const approvals = after.approvals;
  after.approvals = kept;
  await writeRow(tx, { table: "cards" }, after.id, { approvals: JSON.stringify(kept) });
  return [{ subjectId: after.id, field: "approvals", before: approvals, after: kept }];
}

/** Notifies people whose approval a card newly asks for. Everybody it asks can read it. */
async function askApprovers(
  tx: Database,
  actorId: string,
  before: LockedCard | undefined,
  after: LockedCard,
): Promise<void> {
  const pending = pendingApprovers(after);
  if (pending.length === 0 || after.stage === sectionOptionsSchema.parse(after.options).templateStage) return;
  const known = before ? pendingApprovers(before) : [];
  const asked = pending.filter(({ personId }) => !known.some((one) => one.personId === personId));
  if (asked.length === 0) return;
  const ids = [...new Set(asked.map(({ personId }) => personId))];
  const { rows } = await sql<{ id: string }>`SELECT p.id FROM unnest(${ids}::uuid[]) AS p (id)
    JOIN cards c ON c.id = ${after.id} JOIN card_types ct ON ct.id = c.type_id
    WHERE ${isReadableBy(sql.ref("p.id"))}`.execute(tx);
  const readers = new Set(rows.map(({ id }) => id));
  const outsider = asked.find(({ personId }) => !readers.has(personId));
  if (outsider)
    throw new AppError("card_field_wrong", {
      fields: [{ path: `data.${outsider.field}`, message: "Choose a colleague who can read this" }],
    });
  await notify(tx, { kind: "card.approval", subjectId: after.id, actorId, people: ids });
}

/** Asks the approvers of a card that was just added. */
export async function askNewApprovers(tx: Database, actorId: string, card: LockedCard): Promise<void> {
  await askApprovers(tx, actorId, undefined, card);
}

/** Where the section moves a card whose field has just become a value, such as a consent that is withdrawn. */
function ruledMove(before: LockedCard, after: LockedCard) {
  const move = sectionOptionsSchema
    .parse(after.options)
    .moves.find(({ field, value }) => after.data[field] === value && before.data[field] !== value);
  if (!move || move.stage === after.stage) return undefined;
  const label = after.fields.find(({ name }) => name === move.field)?.label ?? move.field;
  const need: CardNeed = {
    ...{ stage: move.stage, field: move.field, is: "equal", value: move.value },
    words: `${label}: ${move.value}`,
  };
  return { need, stage: move.stage };
}

/** The rule of a card's stage that the change broke. One that was broken before only stops changes of what it is about. */
async function brokenNeed(tx: Database, before: LockedCard, after: LockedCard) {
  const today = todayAtServer();
  const { needs } = sectionOptionsSchema.parse(after.options);
  const isMet = async (row: LockedCard, need: CardNeed) =>
    need.is === "no_freeze"
      ? !(await isFrozen(tx, after.type_id, need, row.data[need.field]))
      : isNeedMet(need, needyOf(row), today);
  const hasEntered = before.stage !== after.stage || before.deleted_at !== null;
  for (const need of needs.filter(({ stage }) => stage === after.stage)) {
    if (await isMet(after, need)) continue;
    const isAbout = JSON.stringify(before.data[need.field]) !== JSON.stringify(after.data[need.field]);
    if (hasEntered) return { need, stage: undefined };
    if (isAbout || (await isMet(before, need))) return { need, stage: need.otherwise };
  }
  return undefined;
}

/** The words of the first rule of its stage that a reported card breaks. */
export async function breachOf(tx: Database, row: LockedCard): Promise<string | undefined> {
  const before = { ...row, stage: "" };
  return (await brokenNeed(tx, before, row))?.need.words;
}

function needyOf(row: LockedCard) {
  const approvals = validApprovals(row);
  return { data: withApprovals(row, approvals), ownerId: row.owner_id, approvals };
}
