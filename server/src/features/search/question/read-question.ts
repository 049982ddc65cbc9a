import { type SearchKind, searchKinds } from "@atoll/contract/search/limits";
import type { SearchQuestion } from "@atoll/contract/search/question-schemas";
import { sql } from "kysely";
import { fold } from "../../../platform/search/fold.ts";
import { type FoldedTerm, foldQuestion } from "../../../platform/search/indexed-terms.ts";
import { type ParsedQuery, parseQuery, type Term } from "../../../platform/search/parse-query.ts";
import type { Asked } from "../../../platform/search/search-sources.ts";
import { startOfDay } from "../../../platform/search/start-of-day.ts";
import type { RequestViewer } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { findChannelsCalled } from "../../chat/public.ts";
import { findPeopleCalled } from "../../people/public.ts";
import { findSynonyms } from "../synonyms/find-synonyms.ts";

/** Maximum words that are searched for, because each has a cost. */
const maxTerms = 24;

export interface ReadQuestion {
  asked: Asked;
  parsed: ParsedQuery;
  /** The wanted kinds. Undefined for all. */
  kinds: readonly SearchKind[] | undefined;
}

type Filters = Omit<SearchQuestion, "cursor" | "limit">;

/** Parses a query. Returns undefined if it asks for nothing. */
export async function readQuestion(
  tx: Database,
  viewer: RequestViewer,
  question: Filters,
): Promise<ReadQuestion | undefined> {
  const parsed = parseQuery(question.query, searchKinds);
  parsed.terms = await withoutFiller(tx, question.query, parsed.terms.slice(0, maxTerms));
  parsed.excluded = parsed.excluded.slice(0, maxTerms);
  const texts = parsed.terms.map(({ text }) => text);
  const folded = await foldQuestion(tx, texts, parsed.excluded);
  const terms = await withSynonyms(tx, question.query, parsed.terms, folded.terms);
  const { excluded } = folded;
  const asked: Asked = {
    terms,
    excluded,
    phrase: terms.map(({ folded }) => folded).join(" "),
    personIds: await personsOf(tx, viewer, question, parsed),
    places: parsed.in.length > 0 ? await placesCalled(tx, viewer, parsed.in) : undefined,
    channelId: question.channelId,
    departmentId: question.departmentId,
    ...daysOf(question, parsed),
    hasFile: parsed.hasFile || question.hasFile === true,
    hasLink: parsed.hasLink,
    isStarred: parsed.isStarred,
  };
  // Words that fold to nothing are searched for, and found nowhere.
  if (isEmpty(asked) && parsed.kinds.length === 0) return undefined;
  return { asked, parsed, kinds: kindsOf(question, parsed) };
}

/** In a query of this many words, very common words are ignored. */
const fillerFrom = 3;

/** Returns the terms without "is", "the", "für" and the like, unless nothing else is left or they are quoted. */
async function withoutFiller(tx: Database, query: string, terms: Term[]): Promise<Term[]> {
  if (terms.length < fillerFrom) return terms;
  const { rows } = await sql<{ fillers: string[] }>`
    SELECT array_agg(word) AS fillers FROM unnest(${terms.map(({ text }) => text)}::text[]) AS word
    WHERE '{}' IN (ts_lexize('english_stem', lower(word)), ts_lexize('german_stem', lower(word)),
      ts_lexize('french_stem', lower(word)), ts_lexize('spanish_stem', lower(word)),
      ts_lexize('portuguese_stem', lower(word)))`.execute(tx);
  const fillers = new Set(rows[0]?.fillers ?? []);
  const rest = terms.filter(({ text, start, end }) => !fillers.has(text) || query.slice(start, end) !== text);
  return rest.length > 0 ? rest : terms;
}

/** Adds the other words for each word that is not quoted. */
async function withSynonyms(
  tx: Database,
  query: string,
  typed: readonly Term[],
  terms: readonly FoldedTerm[],
): Promise<FoldedTerm[]> {
  const quoted = new Set(
    typed.flatMap(({ text, start, end }) => (query.slice(start, end) === text ? [] : [fold(text)])),
  );
  const open = terms.filter(
    ({ folded, words }) => words.length === 1 && words[0] === folded && !quoted.has(folded),
  );
  const synonyms = await findSynonyms(
    tx,
    open.map(({ folded, forms = [] }) => ({ word: folded, forms })),
  );
  return terms.map((term) => {
    const others = open.includes(term) ? synonyms.get(term.folded) : undefined;
    if (!others) return term;
    return {
      ...term,
      forms: [...(term.forms ?? []), ...others.words],
      spellings: [
        ...(term.spellings ?? []),
        ...others.phrases.map((words) => ({ folded: words.join(" "), words })),
      ],
    };
  });
}

function isEmpty({ terms, excluded, phrase: _phrase, ...rest }: Asked): boolean {
  const hasFlag = rest.hasFile || rest.hasLink || rest.isStarred;
  return (
    terms.length + excluded.length === 0 &&
    !hasFlag &&
    [rest.personIds, rest.places, rest.channelId, rest.departmentId, rest.since, rest.until].every(
      (part) => part === undefined,
    )
  );
}

function kindsOf({ kind }: Filters, { kinds }: ParsedQuery): readonly SearchKind[] | undefined {
  const named = searchKinds.filter((one) => kinds.includes(one));
  if (kind === undefined) return named.length > 0 ? named : undefined;
  return named.length === 0 || named.includes(kind) ? [kind] : [];
}

async function personsOf(
  tx: Database,
  viewer: RequestViewer,
  { personId }: Filters,
  { from }: ParsedQuery,
): Promise<string[] | undefined> {
  if (from.length === 0) return personId === undefined ? undefined : [personId];
  const others = from.filter((name) => name.toLowerCase() !== "me");
  const called = new Set(others.length > 0 ? await findPeopleCalled(tx, others) : []);
  if (others.length < from.length) called.add(viewer.id);
  return personId === undefined ? [...called] : [...called].filter((id) => id === personId);
}

/** Returns the viewer's channels and departments with these names. */
async function placesCalled(
  tx: Database,
  viewer: RequestViewer,
  names: readonly string[],
): Promise<{ channelIds: string[]; departmentIds: string[] }> {
  const own = await tx
    .selectFrom("channel_members")
    .select("channel_id")
    .where("user_id", "=", viewer.id)
    .execute();
  const channels = await findChannelsCalled(
    tx,
    viewer.id,
    names,
    own.map(({ channel_id }) => channel_id),
  );
  const departments = await sql<{ id: string }>`
    SELECT d.id FROM departments d JOIN unnest(${names}::text[]) AS n (name)
      ON strpos(' ' || translate(search_fold(d.name), '-_', '  '), ' ' || translate(search_fold(n.name), '-_', '  ')) > 0`.execute(
    tx,
  );
  return { channelIds: [...channels], departmentIds: departments.rows.map(({ id }) => id) };
}

/** Returns the time range of the filters and the query combined. */
function daysOf(
  { since, until, timeZone }: Filters,
  { after, before }: ParsedQuery,
): { since?: Date; until?: Date } {
  const begins = [
    ...(since === undefined ? [] : [startOfDay(since, timeZone)]),
    ...(after === undefined ? [] : [startOfDay(after, timeZone, 1)]),
  ];
  const ends = [
    ...(until === undefined ? [] : [startOfDay(until, timeZone, 1)]),
    ...(before === undefined ? [] : [startOfDay(before, timeZone)]),
  ];
  return {
    ...(begins.length > 0 && { since: new Date(Math.max(...begins.map(Number))) }),
    ...(ends.length > 0 && { until: new Date(Math.min(...ends.map(Number))) }),
  };
}
