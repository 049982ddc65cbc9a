import { sectionOptionsSchema } from "@atoll/contract/cards/section-schemas";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { AppError } from "../../../platform/app-error.ts";
import type { FieldChange } from "../../../platform/changes/field.ts";
import { storeChanges } from "../../../platform/changes/stored-changes.ts";
import type { Database } from "../../../tables.ts";
import { notify } from "../../notifications/public.ts";
import { findReaders } from "../data/assert-readers.ts";
import { judgeCards } from "./judge-cards.ts";
import { type LockedCard, lockCards } from "./lock-cards.ts";

/** A card that stays as it was. */
export interface RefusedCard {
  id: string;
  /** The text of the rule. */
  words: string;
}

interface Writing {
  /** The person whose act this is. */
  actorId: string;
  /** The cards, locked as they are before it. */
  cards: readonly LockedCard[];
  /** Writes some of the cards, and returns what is recorded of them. */
  write: (cards: readonly LockedCard[]) => Promise<FieldChange[]>;
}

/**
 * Writes many cards that nobody edits one by one, such as all of a colleague's. Each result is judged like that of any
 * other change: a card that would break a rule of its section stays as it was, and the others are written.
 * Needs the locks of their sections.
 */
export async function writeJudged(
  tx: Database,
  { actorId, cards, write }: Writing,
): Promise<{ written: LockedCard[]; refused: RefusedCard[] }> {
  const free = cards.filter((card) => !hasRules(card));
  const written = [...free];
  const refused: RefusedCard[] = [];
  const changes = free.length > 0 ? await write(free) : [];
  for (const card of cards.filter(hasRules)) {
    await sql`SAVEPOINT card`.execute(tx);
    try {
      changes.push(...(await write([card])));
      const after = await lockCards(tx, [card.id]);
      changes.push(...(await judgeCards(tx, actorId, { before: [card], after })));
      written.push(card);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await sql`ROLLBACK TO SAVEPOINT card`.execute(tx);
      refused.push({ id: card.id, words: error.fields?.[0]?.message ?? error.message });
    }
    await sql`RELEASE SAVEPOINT card`.execute(tx);
  }
  await storeChanges(tx, { kind: "card", changeId: uuidv7(), actorId }, changes);
  return { written, refused };
}

function hasRules({ options }: LockedCard): boolean {
  const { needs, moves, approvals } = sectionOptionsSchema.parse(options);
  return needs.length > 0 || moves.length > 0 || approvals !== undefined;
}

/** An entry names so many cards; the others are counted. */
const namedCards = 5;

/**
 * Tells the person who did it which cards of a section the rules left as they were. Only readers of the section are told:
 * the right to administer lets nobody read cards.
 */
export async function notifyRefused(
  tx: Database,
  actorId: string,
  typeId: string,
  refused: readonly RefusedCard[],
): Promise<void> {
  const cards = await namesFor(tx, actorId, typeId, refused);
  if (cards === undefined) return;
  const facts = { cards, words: refused[0]?.words ?? "" };
  await notify(tx, { kind: "card.kept", subjectId: typeId, people: [actorId], facts });
}

/** Returns the names of cards for a reader of their section; undefined for everyone else, and without cards. */
export async function namesFor(
  tx: Database,
  personId: string,
  typeId: string,
  cards: readonly { id: string }[],
): Promise<string | undefined> {
  if (cards.length === 0 || !(await findReaders(tx, typeId, [personId])).has(personId)) return undefined;
  const shown = cards.slice(0, namedCards);
  const rows = await tx
    .selectFrom("cards")
    .select(["id", "title"])
    .where(sql<boolean>`id = ANY(${shown.map(({ id }) => id)}::uuid[])`)
    .execute();
  const titles = shown.flatMap(({ id }) => rows.find((row) => row.id === id)?.title ?? []);
  const names = titles.map((title) => `“${title}”`).join(", ");
  const more = cards.length - titles.length;
  return more > 0 ? `${names} and ${more.toLocaleString("en-US")} more` : names;
}
