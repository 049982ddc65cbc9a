import type { MessageHit } from "@atoll/contract/chat/message-lists";
import type { Page } from "@atoll/contract/page";
import type { RawBuilder } from "kysely";
import { cutPage, type PlaceInTime, placeInTime, readCursor } from "../../../platform/page.ts";
import { isCorrectable, wordsBesides, wordsFurther } from "../../../platform/search/alike-words.ts";
import { type FoldedTerm, foldTerms } from "../../../platform/search/indexed-terms.ts";
import { createWordMarker } from "../../../platform/search/mark-words.ts";
import { type ParsedQuery, parseQuery, replaceTerms } from "../../../platform/search/parse-query.ts";
import { shareLoop } from "../../../platform/turns/share-loop.ts";
import type { Database } from "../../../tables.ts";
import { findInOwnChannels } from "../personal/personal-queries.ts";
import { type MessageSources, presentMessageInChannel, withPeople } from "../present.ts";
import { countWith, findNewest, hasWord, type SearchPlace } from "./search-queries.ts";
import { findScope, type SearchScope } from "./search-scope.ts";

/** Applied after unreadable words are removed: otherwise a word of others would show by what it displaces. */
const maxCandidates = 8;
/** Enough to distinguish a common word from a misspelling. */
const countedHits = 30;

/**
 * Returns a correction for each term that no message in the scope contains: the most common of the words in the scope
 * that look most like it. Returns undefined if a term has none. Words only in messages that the searcher may not read
 * are not named, and do not affect which others are.
 */
async function correctTerms(
  tx: Database,
  scope: SearchScope,
  terms: readonly FoldedTerm[],
  isFound: (term: FoldedTerm) => Promise<boolean>,
): Promise<Map<number, string> | undefined> {
  const corrections = new Map<number, string>();
  for (const [place, term] of terms.entries()) {
    if (await isFound(term)) continue;
    const correction = await correct(tx, scope, term);
    if (correction === undefined) return undefined;
    corrections.set(place, correction);
  }
  return corrections.size > 0 ? corrections : undefined;
}

async function correct(
  tx: Database,
  scope: SearchScope,
  { folded }: FoldedTerm,
): Promise<string | undefined> {
  if (!isCorrectable(folded)) return undefined;
  const isThere = (word: RawBuilder<string>) => hasWord(scope, word);
  const near = await wordsBesides(tx, folded, isThere, maxCandidates);
  return (
    (await mostCommon(tx, scope, near)) ??
    mostCommon(tx, scope, await wordsFurther(tx, folded, isThere, maxCandidates))
  );
}

async function mostCommon(
  tx: Database,
  scope: SearchScope,
  words: readonly string[],
): Promise<string | undefined> {
  let best: { word: string; count: number } | undefined;
  for (const word of words) {
    const count = await countWith(tx, scope, word, countedHits);
    if (count > (best?.count ?? 0)) best = { word, count };
  }
  return best?.word;
}

export interface MessageSearch {
  query: string;
  /** Limits the search to this channel. The caller has checked that the searcher is in it. */
  channelId: string | undefined;
  /** The time zone for the days of `before:` and `after:`. */
  timeZone: string;
  cursor?: string | undefined;
  limit: number;
}

interface Answer extends Page<MessageHit> {
  corrected: string | null;
}

const nothing: Answer = { items: [], nextCursor: null, corrected: null };

/**
 * Returns the messages that match a query and that the person may read, newest first. Terms are found anywhere in a
 * text, also inside of words. If nothing matches, similar words are tried, and `corrected` says which. Specification,
 * sections 5 (chat search) and 9.
 */
export async function searchMessages(
  { db, people }: MessageSources,
  viewerId: string,
  search: MessageSearch,
): Promise<Answer> {
  const parsed = parseQuery(search.query);
  const behind = readCursor(placeInTime, search.cursor);
  if (isEmpty(parsed)) return nothing;
  // One snapshot for all steps, so that a word and its message are found together.
  const found = await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute((tx) => find(tx, viewerId, { ...search, behind }, parsed));
  return found ? present({ db, people }, viewerId, found, search.limit) : nothing;
}

interface Found {
  /** One more than a page if there are more. */
  places: SearchPlace[];
  terms: FoldedTerm[];
  corrected: string | null;
}

async function find(
  tx: Database,
  viewerId: string,
  search: MessageSearch & { behind: PlaceInTime | undefined },
  parsed: ParsedQuery,
): Promise<Found | undefined> {
  const asked = await findScope(tx, viewerId, parsed, search);
  if (!asked || (asked.terms.length === 0 && parsed.terms.length > 0)) return undefined;
  const { scope, terms, excluded } = asked;
  const newest = (wanted: readonly FoldedTerm[], limit: number) =>
    findNewest(tx, scope, wanted, excluded, limit);

  const places = await newest(terms, search.limit + 1);
  if (places.length > 0) return { places, terms, corrected: null };
  if (search.behind || terms.length !== parsed.terms.length) return undefined;
  // A single term was already searched for above, without a result.
  const isFound = async (term: FoldedTerm) => terms.length > 1 && (await newest([term], 1)).length > 0;
  const corrections = await correctTerms(tx, scope, terms, isFound);
  if (!corrections) return undefined;
  const corrected = await foldTerms(
    tx,
    terms.map(({ folded }, place) => corrections.get(place) ?? folded),
  );
  return {
    places: await newest(corrected, search.limit + 1),
    terms: corrected,
    corrected: replaceTerms(search.query, parsed.terms, corrections),
  };
}

/** Returns whether a query asks for nothing, such as empty quotes. */
function isEmpty({ terms, excluded, ...rest }: ParsedQuery): boolean {
  const isWhole =
    rest.before === undefined && rest.after === undefined && rest.from.length + rest.in.length === 0;
  const hasFlag = rest.hasFile || rest.hasLink || rest.isStarred;
  return terms.length + excluded.length === 0 && isWhole && !hasFlag;
}

async function present(
  { db, people }: MessageSources,
  viewerId: string,
  { places, terms, corrected }: Found,
  limit: number,
): Promise<Answer> {
  const page = cutPage(places, limit, ({ at, messageId }) => [at, messageId]);
  const ids = page.rows.map(({ messageId }) => messageId);
  const rows = new Map((await findInOwnChannels(db, viewerId, ids)).map((row) => [row.id, row]));
  const inOrder = ids.flatMap((id) => rows.get(id) ?? []);
  const wordsIn = createWordMarker(terms.map((term) => term.folded));
  const words = new Map<string, string[]>();
  const yieldToLoop = shareLoop();
  for (const { id, content } of inOrder) {
    words.set(id, wordsIn(content));
    await yieldToLoop();
  }
  const items = await withPeople(people, viewerId, inOrder, (row, shown) => ({
    ...presentMessageInChannel(row, shown, viewerId),
    words: words.get(row.id) ?? [],
  }));
  return { items, nextCursor: page.nextCursor, corrected };
}
