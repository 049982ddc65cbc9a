import type { NotificationKindInfo } from "@atoll/contract/notifications/kind";
import { type NotificationKind, notificationKinds } from "@atoll/contract/notifications/kinds";
import type { NotificationReason } from "@atoll/contract/notifications/reasons";
import type { Person } from "@atoll/contract/people/schemas";
import type { PermissionHolder } from "@atoll/contract/permissions";
import { type QueryExecutorProvider, type RawBuilder, sql } from "kysely";

/** What happened, as it was told. */
export interface Telling {
  subjectId: string;
  /** Those who were named. */
  people: readonly string[];
  /** How the kind finds others; each kind has its own. */
  rule: string | null;
  placeId: string | null;
  seq: number | null;
}

/** What an entry is about, as it lies in its table. */
export interface ToldEntry {
  id: string;
  userId: string;
  subjectId: string;
  reason: NotificationReason;
  placeId: string | null;
  /** What is new in its place since it was read last. */
  firstSeq: number | null;
  lastSeq: number | null;
  count: number;
  actorIds: readonly string[];
  facts: Readonly<Record<string, string>>;
}

/** An entry in words. */
export interface EntryWords {
  title: string;
  excerpt?: string;
  link: string;
  /** Where the subject knows it better than what was counted. */
  count?: number;
  actorIds?: readonly string[];
}

/** SQL for columns of an entry, or of one that is about to be. */
export interface EntryColumns {
  userId: RawBuilder<string>;
  subjectId: RawBuilder<string>;
  placeId: RawBuilder<string>;
  firstSeq: RawBuilder<number>;
  lastSeq: RawBuilder<number>;
}

/** A kind of notifications. The slice whose things it is about says who hears of them, and what is said. */
export interface ToldKind {
  /** In the contract, with all that can be said without a case at hand. */
  kind: NotificationKind;
  /**
   * SQL for those who are to hear of it: `SELECT … AS id, … AS reason`, nobody twice. Only those who may read it and
   * want to hear of such: what they chose for a place of their own is looked at here.
   */
  audience(telling: Telling): RawBuilder<unknown>;
  /** Who may read of such things at all. Left out: everybody. */
  isOpenTo?(viewer: PermissionHolder): boolean;
  /**
   * SQL: the entry's person may read its subject now. What they may not is not there for them, and not counted. Every
   * part is to be found by a key, and a subquery to end in `LIMIT 1`, or PostgreSQL reads whole tables to know it of many.
   */
  isReadable(entry: EntryColumns): RawBuilder<boolean>;
  /** SQL: the entry's person has seen it where it is, before they could be told. */
  hasSeen?(entry: EntryColumns): RawBuilder<boolean>;
  /**
   * What an entry asks of its person, as SQL. While it is owed, the entry stays unread and cannot be marked as done; once
   * it is answered, the entry is done. Neither holds for an entry that asks for nothing.
   */
  asks?: {
    isOwed(entry: EntryColumns): RawBuilder<boolean>;
    isAnswered(entry: EntryColumns): RawBuilder<boolean>;
  };
  /** The kinds whose entries about the same subject an entry of this kind takes the place of. */
  replaces?: readonly NotificationKind[];
  /** What was seen in its place leaves no entry; else it leaves one that is read. */
  isOnlyOfUnseen?: true;
  /** Only those are told who are not at a keyboard. */
  isOnlyForAway?: true;
  /** Whoever did it may take it back for so long: it is pushed to nobody before. */
  canBeTakenBackMs?: number;
  /** Also above everything until it was read. */
  isOnTop?: true;
  /**
   * The words for entries of several people, which all may read them; what is left out is gone meanwhile. Everything is
   * looked up for all of them together.
   */
  inWords(sources: WordSources, entries: readonly ToldEntry[]): Promise<Map<string, EntryWords>>;
}

export interface WordSources {
  db: QueryExecutorProvider;
  people: { of(ids: Iterable<string>): Promise<ReadonlyMap<string, Person>> };
}

export interface ToldKinds {
  find(kind: string): (ToldKind & { info: NotificationKindInfo }) | undefined;
  /** The names of those that are open to a viewer. */
  openTo(viewer: PermissionHolder): NotificationKind[];
  /** SQL: an entry of one of these kinds may be read by its person; of no other. */
  isReadable(
    kinds: readonly NotificationKind[],
    kindColumn: RawBuilder<string>,
    entry: EntryColumns,
  ): RawBuilder<boolean>;
  /** SQL: the entry asks its person for something that they have not done yet. */
  isOwed(kindColumn: RawBuilder<string>, entry: EntryColumns): RawBuilder<boolean>;
}

/** Knows these kinds. */
export function createToldKinds(all: readonly ToldKind[]): ToldKinds {
  const byName = new Map(
    all.map((kind) => [kind.kind as string, { ...kind, info: notificationKinds[kind.kind] }]),
  );
  return {
    find: (name) => byName.get(name),
    openTo: (viewer) => all.filter(({ isOpenTo }) => isOpenTo?.(viewer) ?? true).map(({ kind }) => kind),
    isReadable: (kinds, kindColumn, entry) =>
      byKind(
        kindColumn,
        kinds.map((name) => [name, byName.get(name)?.isReadable(entry)]),
      ),
    isOwed: (kindColumn, entry) =>
      byKind(
        kindColumn,
        all.map((kind) => [kind.kind, kind.asks?.isOwed(entry)]),
      ),
  };
}

/** SQL: the condition of the kind that a column names; false for a kind without one. */
function byKind(
  kindColumn: RawBuilder<string>,
  conditions: readonly (readonly [name: string, condition: RawBuilder<boolean> | undefined])[],
): RawBuilder<boolean> {
  const cases = conditions.flatMap(([name, condition]) =>
    condition ? [sql`WHEN ${sql.lit(name)} THEN ${condition}`] : [],
  );
  if (cases.length === 0) return sql<boolean>`false`;
  return sql<boolean>`CASE ${kindColumn} ${sql.join(cases, sql` `)} ELSE false END`;
}

/** Names in a sentence: "Ada", "Ada and Ben", "Ada, Ben and 3 others". */
export function namesInWords(names: readonly string[], howMany: number): string {
  const others = howMany - names.length;
  if (others > 0) return `${names.join(", ")} and ${others} ${others === 1 ? "other" : "others"}`;
  const last = names.at(-1) ?? "Somebody";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}
