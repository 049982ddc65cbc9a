import type { HitCount, HitDetail } from "@atoll/contract/search/hit-schemas";
import type { SearchKind, SearchOrder } from "@atoll/contract/search/limits";
import type { RawBuilder, SqlBool } from "kysely";
import type { FoldedTerm } from "./indexed-terms.ts";
import type { MostWordsHit } from "./most-words.ts";
import type { NearHit, QuestionVector } from "./near-vectors.ts";

/** A parsed search, as the index compares it. Absent fields do not filter. */
export interface Asked {
  terms: readonly FoldedTerm[];
  excluded: readonly FoldedTerm[];
  /** The words together, as typed: texts that contain the phrase match best. */
  phrase: string;
  /** One of them has to fit. */
  personIds?: readonly string[] | undefined;
  /** One of these channels or departments has to fit. */
  places?: { channelIds: readonly string[]; departmentIds: readonly string[] } | undefined;
  /** Besides. */
  departmentId?: string | undefined;
  channelId?: string | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
  hasFile: boolean;
  hasLink: boolean;
  isStarred: boolean;
  /**
   * The text is quoted as the answer to a question. It is then what answers: an accepted answer, an official reply, a
   * message with what was said after it.
   */
  isQuoted?: true;
}

/** Something that is known of a thing, under its name: "Assigned to", "Ruth Adeyemi". */
export interface Fact {
  name: string;
  value: string;
}

/** Where in a ranked list hits are wanted. */
export interface RankedPart {
  order: SearchOrder;
  /** The moment that freshness counts from, the same for all pages of a list. */
  asOf: string;
  /** Only hits after this position. */
  after: { score: number; id: string } | undefined;
  count: number;
}

/** A thing of the index, named and nothing more. */
export interface HitReference {
  kind: SearchKind;
  id: string;
}

export interface RankedHit extends HitReference {
  score: number;
}

/** The columns of an index entry, as SQL. */
export interface EntryColumns {
  id: RawBuilder<string>;
  subjectKind: RawBuilder<string>;
  subjectId: RawBuilder<string>;
}

/** Entries that have one of these marks of the index, or one of these ids. */
export interface Narrowed {
  /** As "/d" and the id of a department. */
  marks: readonly string[];
  /** SQL: a query for ids. */
  ids: RawBuilder<unknown>;
}

/** A found thing, before its matches are highlighted. */
export interface FoundThing {
  title: string;
  /** Markdown is taken out of it. */
  text: string;
  tags?: readonly string[];
  /** ISO 8601. */
  at: string;
  personId: string | null;
  departmentIds: readonly string[];
  link: string;
  detail: HitDetail;
  /** Facts that its text and `detail` do not have, for the answers of Ask AI. */
  facts?: readonly Fact[];
}

interface CommonSource<Viewer, Tx, Context> {
  kind: SearchKind;
  /** The hit depends on the search words, such as the section of a page. Defaults to no. */
  showsByWords?: true;
  /** Returns whether the viewer may find such things at all. Everyone may, if left out. */
  isOpenTo?(viewer: Viewer): boolean;
  /**
   * Returns the content of these things. Callers also pass ids from texts and addresses, so each source leaves out what
   * the viewer may not read, by the same rule as `isReadable`, and what was deleted.
   */
  present(
    context: Context,
    tx: Tx,
    viewer: Viewer,
    ids: readonly string[],
    asked: Asked,
  ): Promise<ReadonlyMap<string, FoundThing>>;
}

/** A source in the common index, `search_entries`. */
export interface IndexedSource<Viewer, Tx, Context> extends CommonSource<Viewer, Tx, Context> {
  /** SQL: the viewer may currently read the thing of an entry, by the same rule as where it is shown. */
  isReadable(context: Context, viewer: Viewer, entry: EntryColumns): RawBuilder<boolean>;
  /**
   * Narrows the index to entries that include everything the viewer may read. It may include more, because
   * `isReadable` decides. Undefined for all entries.
   */
  narrow?(viewer: Viewer): Narrowed | undefined;
}

/** A source with an index of its own. */
interface FindingSource<Viewer, Tx, Context> extends CommonSource<Viewer, Tx, Context> {
  find(
    tx: Tx,
    viewer: Viewer,
    asked: Asked,
    part: RankedPart,
  ): Promise<{ hits: RankedHit[]; count: HitCount }>;
  /** The things of a channel or department, or all, that have most of the words. Left out: none. */
  findByMostWords?(
    tx: Tx,
    viewer: Viewer,
    place: { channelId: string | undefined; departmentId: string | undefined },
    part: { queries: readonly string[]; asOf: string; count: number },
  ): Promise<MostWordsHit[]>;
  /** Those that are nearest to a question in their meaning. Left out: none. */
  findNear?(
    tx: Tx,
    viewer: Viewer,
    place: { channelId: string | undefined; departmentId: string | undefined },
    question: QuestionVector,
  ): Promise<NearHit[]>;
  /** SQL: a word is in something readable that matches everything but the words. */
  hasWord(tx: Tx, viewer: Viewer, asked: Asked): Promise<(word: RawBuilder<string>) => RawBuilder<SqlBool>>;
}

/**
 * A kind of searchable things. Most are in `search_entries`: a migration adds the view `search_<kind>` and triggers on
 * the table, and `isReadable` is the permission. A source with an index of its own implements `find`.
 */
export type SearchSource<Viewer, Tx, Context> =
  | IndexedSource<Viewer, Tx, Context>
  | FindingSource<Viewer, Tx, Context>;

/**
 * Returns the titles and links of things of several kinds, from their own sources, as far as the viewer may read them.
 */
export async function presentSubjects<
  Viewer,
  Tx,
  Context extends { searchSources: Sources<Viewer, Tx, Context> },
>(
  context: Context,
  tx: Tx,
  viewer: Viewer,
  subjects: readonly { kind: string; id: string }[],
  asked: Asked,
): Promise<(subject: { kind: string; id: string }) => FoundThing | undefined> {
  const found = new Map<string, FoundThing>();
  for (const [kind, ofKind] of Map.groupBy(subjects, (subject) => subject.kind)) {
    const source = context.searchSources.find((one) => one.kind === kind && (one.isOpenTo?.(viewer) ?? true));
    const ids = [...new Set(ofKind.map(({ id }) => id))];
    for (const [id, thing] of (await source?.present(context, tx, viewer, ids, asked)) ?? [])
      found.set(`${kind}/${id}`, thing);
  }
  return ({ kind, id }) => found.get(`${kind}/${id}`);
}

type Sources<Viewer, Tx, Context> = readonly SearchSource<Viewer, Tx, Context>[];
