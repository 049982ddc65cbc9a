import { maxCardLinks } from "@atoll/contract/cards/limits";
import type { CardLink, LinkedThing, NamedCard } from "@atoll/contract/cards/link-schemas";
import { type RawBuilder, sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { presentSubjects } from "../../../platform/search/search-sources.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { nothingAsked } from "../../search/public.ts";
import { presentNamed, selectNamed } from "../lists/named-cards.ts";
import { accessTypeOfCard } from "../public.ts";

/** Characters of a message that a link shows. */
const shownText = 200;

/** Pure: the links that are not among the others. */
export function withoutLinks(links: readonly CardLink[], others: readonly CardLink[]): CardLink[] {
  return links.filter(({ kind, id }) => !others.some((other) => other.kind === kind && other.id === id));
}

/**
 * Returns the links to cards that were merged as links to the cards that show them now, each once and with the links that
 * are stored for it.
 */
async function resolveLinks(
  db: Database,
  links: readonly CardLink[],
): Promise<{ link: CardLink; stored: CardLink[] }[]> {
  const ids = links.flatMap(({ kind, id }) => (kind === "card" ? id : []));
  const { rows } = await sql<{ id: string; shown_id: string }>`WITH RECURSIVE up AS (
      SELECT id, id AS shown_id, merged_into_id FROM cards WHERE id = ANY(${ids}::uuid[]) AND deleted_at IS NULL
      UNION SELECT up.id, c.id, c.merged_into_id FROM cards c JOIN up ON c.id = up.merged_into_id
    ) SELECT id, shown_id FROM up WHERE merged_into_id IS NULL`.execute(db);
  const shownIds = new Map(rows.map(({ id, shown_id }) => [id, shown_id]));
  const shownOf = ({ kind, id }: CardLink) => (kind === "card" && shownIds.get(id)) || id;
  const resolved = Map.groupBy(links, (link) => `${link.kind} ${shownOf(link)}`);
  return [...resolved.values()].flatMap((stored) => {
    const [first] = stored;
    return first ? [{ link: { kind: first.kind, id: shownOf(first) }, stored }] : [];
  });
}

/** Adds the links to merged cards that are shown as the ones that a viewer removes. */
async function withMergedLinks(
  tx: Database,
  links: readonly CardLink[],
  removed: readonly CardLink[],
): Promise<CardLink[]> {
  const shown = await resolveLinks(tx, links);
  const merged = shown.filter(({ link }) => withoutLinks([link], removed).length === 0);
  return [...removed, ...merged.flatMap(({ stored }) => stored)];
}

/**
 * Checks that the viewer may read everything that they link to. What they may not read looks as if it did not exist.
 * @throws {AppError} `card_link_not_found`
 */
export async function assertLinkable(
  context: SliceContext,
  tx: Database,
  viewer: RequestViewer,
  links: readonly CardLink[],
): Promise<void> {
  const found = await presentSubjects(context, tx, viewer, links, nothingAsked);
  if (links.some((link) => !found(link))) throw new AppError("card_link_not_found");
}

/** SQL: the things of each kind that somebody may read. */
const living = {
  card: sql`SELECT id FROM cards WHERE deleted_at IS NULL`,
  task: sql`SELECT id FROM tasks WHERE deleted_at IS NULL`,
  event: sql`SELECT id FROM events WHERE deleted_at IS NULL`,
  message: sql`SELECT id FROM messages WHERE deleted_at IS NULL`,
  article: sql`SELECT id FROM articles WHERE deleted_at IS NULL`,
} as const satisfies Record<CardLink["kind"], RawBuilder<unknown>>;

/**
 * Returns the links of a card that take up room: those to things that were deleted, and all but one to the same card after
 * a merge, are left out.
 */
async function withoutDeleted(tx: Database, links: readonly CardLink[]): Promise<CardLink[]> {
  const shown = (await resolveLinks(tx, links)).map(({ link }) => link);
  const isThere = new Set<string>();
  for (const [kind, ofKind] of Map.groupBy(shown, (link) => link.kind)) {
    const { rows } = await sql<{ id: string }>`SELECT id FROM (${living[kind]}) thing
      WHERE id = ANY(${ofKind.map(({ id }) => id)}::uuid[])`.execute(tx);
    for (const { id } of rows) isThere.add(`${kind} ${id}`);
  }
  return shown.filter(({ kind, id }) => isThere.has(`${kind} ${id}`));
}

/**
 * Returns the links, without those to deleted things where there is no room for all.
 * @throws {AppError} `too_many_card_links`
 */
export async function fitLinks(tx: Database, links: readonly CardLink[]): Promise<CardLink[]> {
  const fitting = links.length > maxCardLinks ? await withoutDeleted(tx, links) : [...links];
  if (fitting.length > maxCardLinks) throw new AppError("too_many_card_links");
  return fitting;
}

/**
 * The links of a card after a change, without one to itself. New ones are behind the others.
 * @throws {AppError} `too_many_card_links`
 */
export async function linksOf(
  tx: Database,
  { id, links }: { id: string; links: readonly CardLink[] },
  { linked = [], unlinked = [] }: { linked?: readonly CardLink[]; unlinked?: readonly CardLink[] },
): Promise<CardLink[]> {
  const left = withoutLinks(links, await withMergedLinks(tx, links, unlinked));
  const added = new Map(withoutLinks(linked, [...left, { kind: "card", id }]).map((link) => [link.id, link]));
  return fitLinks(tx, [...left, ...added.values()]);
}

/**
 * Reads the links of a card, and the cards that link to it. Each end is resolved for its reader: what they may not read,
 * and what is gone, is left out. A card is full with links that others may read, too.
 * @throws {AppError} `card_not_found`
 */
export async function readCardLinks(
  context: SliceContext,
  viewer: RequestViewer,
  cardId: string,
): Promise<{ links: LinkedThing[]; cards: NamedCard[]; isFull: boolean }> {
  const { db } = context;
  await accessTypeOfCard(db, viewer, cardId);
  const card = await db
    .selectFrom("cards")
    .select("links")
    .where("id", "=", cardId)
    .executeTakeFirstOrThrow();
  const own: CardLink = { kind: "card", id: cardId };
  const resolved = await resolveLinks(db, card.links);
  const links = withoutLinks(
    resolved.map(({ link }) => link),
    [own],
  );
  const [found, cards] = await Promise.all([
    presentSubjects(context, db, viewer, links, nothingAsked),
    selectLinking(db, viewer, own),
  ]);
  const shown = links.flatMap((link): LinkedThing[] => {
    const thing = found(link);
    if (!thing) return [];
    const { title, at, detail } = thing;
    const note = detail.kind === "card" ? `${detail.section} · ${detail.stage}` : "";
    const text = title === "" ? thing.text.slice(0, shownText).toWellFormed() : "";
    return [{ ...link, title, text, link: thing.link, at, note }];
  });
  // Two cards that link to each other are shown once.
  const shownIds = new Set(shown.map(({ id }) => id));
  const isFull = (await withoutDeleted(db, card.links)).length >= maxCardLinks;
  return { links: shown, cards: cards.filter(({ id }) => !shownIds.has(id)), isFull };
}

/**
 * The cards that link to a thing that the viewer may read.
 * @throws {AppError} `card_link_not_found` when there is none, or it is not theirs to see.
 */
export async function readLinkingCards(
  context: SliceContext,
  viewer: RequestViewer,
  thing: CardLink,
): Promise<NamedCard[]> {
  await assertLinkable(context, context.db, viewer, [thing]);
  return selectLinking(context.db, viewer, thing);
}

/** The cards that link to a thing, or to a card that was merged into it. */
async function selectLinking(db: Database, viewer: RequestViewer, thing: CardLink): Promise<NamedCard[]> {
  const merged = thing.kind === "card" ? await readMerged(db, thing.id) : [];
  const ends = [thing, ...merged.map(({ id }) => ({ kind: thing.kind, id }))];
  const wanted = ends.map((end) => JSON.stringify([end]));
  const rows = await selectNamed(db, viewer)
    .where(sql<boolean>`c.links <> '[]' AND c.links @> ANY(${wanted}::jsonb[]) AND c.id <> ${thing.id}`)
    .orderBy("c.updated_at", "desc")
    .orderBy("c.id")
    .limit(maxCardLinks)
    .execute();
  return rows.map(presentNamed);
}

/** The cards that were merged into one, directly or through another. */
export async function readMerged(db: Database, cardId: string): Promise<{ id: string; title: string }[]> {
  const { rows } = await sql<{ id: string; title: string }>`WITH RECURSIVE merged AS (
      SELECT id, title, created_at FROM cards WHERE merged_into_id = ${cardId} AND deleted_at IS NULL
      UNION SELECT c.id, c.title, c.created_at FROM cards c JOIN merged m ON c.merged_into_id = m.id
        WHERE c.deleted_at IS NULL
    ) SELECT id, title FROM merged ORDER BY created_at LIMIT 100`.execute(db);
  return rows;
}
