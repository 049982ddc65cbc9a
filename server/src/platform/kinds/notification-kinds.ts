import type { NotificationKindInfo } from "@atoll/contract/notification-kind";
import { type NotificationKind, notificationKinds } from "@atoll/contract/notification-kinds";
import type { NotificationReason } from "@atoll/contract/notifications/reasons";
import type { Person } from "@atoll/contract/people/schemas";
import type { PermissionHolder } from "@atoll/contract/permissions";
import type { TaskPriority } from "@atoll/contract/tasks/limits";
import { type QueryExecutorProvider, type RawBuilder, sql } from "kysely";

/** A notification as the slice sent it. */
export interface SentNotification {
  subjectId: string;
  /** Those who were named. */
  people: readonly string[];
  /** How the kind finds others; each kind has its own. */
  rule: string | null;
  placeId: string | null;
  seq: number | null;
}

/** An entry's stored subject and data. */
export interface StoredNotification {
  id: string;
  userId: string;
  subjectId: string;
  reason: NotificationReason;
  placeId: string | null;
  /** The first change since the person last read the place. */
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
  /** A count that replaces the entry's own, if the subject knows better. */
  count?: number;
  actorIds?: readonly string[];
  /** Replaces what the kind says, if the subject knows better. */
  isUrgent?: boolean;
  priority?: TaskPriority;
}

/** SQL for columns of an entry, or of one that is about to be. */
export interface EntryColumns {
  userId: RawBuilder<string>;
  subjectId: RawBuilder<string>;
  placeId: RawBuilder<string>;
  firstSeq: RawBuilder<number>;
  lastSeq: RawBuilder<number>;
}

/** A kind of notifications. The slice that owns its subjects determines recipients and texts. */
export interface NotificationDefinition {
  /** Its name in the contract, which has everything that does not depend on a subject. */
  kind: NotificationKind;
  /**
   * SQL for the recipients: `SELECT … AS id, … AS reason`, each once. Only people who may read it and have not turned
   * it off, including settings of the place itself.
   */
  audience(telling: SentNotification): RawBuilder<unknown>;
  /** Guests are notified as well. Of other kinds they get no entries and read none. */
  isForGuests?: true;
  /** Returns whether the viewer may read such things at all. Everyone may, if left out. */
  isOpenTo?(viewer: PermissionHolder): boolean;
  /**
   * SQL: the entry's recipient may read its subject now. Otherwise the entry is hidden and not counted. Every part must
   * use a key, and subqueries end in `LIMIT 1`, or PostgreSQL reads whole tables for many entries.
   */
  isReadable(entry: EntryColumns): RawBuilder<boolean>;
  /** SQL: the entry's recipient has seen it in its place before the notification. */
  hasSeen?(entry: EntryColumns): RawBuilder<boolean>;
  /**
   * The action an entry requires of its person, as SQL. While it is pending, the entry stays unread and cannot be
   * marked as done. Once it is completed, the entry is done. Neither applies to an entry that requires no action.
   */
  asks?: {
    isOwed(entry: EntryColumns): RawBuilder<boolean>;
    isAnswered(entry: EntryColumns): RawBuilder<boolean>;
  };
  /** Kinds whose entries about the same subject this kind's entries replace. */
  replaces?: readonly NotificationKind[];
  /** A person who has already seen it in its place gets no entry. Otherwise they would get an entry that is read. */
  isOnlyOfUnseen?: true;
  /** Only people who are not at a keyboard are notified. */
  isOnlyForAway?: true;
  /** The actor may undo it for this long. It is not pushed before then. */
  canBeTakenBackMs?: number;
  /**
   * Queues mails to people who are notified, in the transaction that writes their entries. Called only while mail is set
   * up.
   */
  queueMails?(tx: QueryExecutorProvider, subjectId: string, personIds: readonly string[]): Promise<void>;
  /** Also above everything until it was read. */
  isOnTop?: true;
  /**
   * Returns the texts for entries of several people, who all may read them. Entries that are left out have since been
   * deleted. All lookups are batched.
   */
  inWords(sources: WordSources, entries: readonly StoredNotification[]): Promise<Map<string, EntryWords>>;
}

export interface WordSources {
  db: QueryExecutorProvider;
  people: { of(ids: Iterable<string>): Promise<ReadonlyMap<string, Person>> };
}

export interface NotificationKinds {
  find(kind: string): (NotificationDefinition & { info: NotificationKindInfo }) | undefined;
  /** The names of those that are open to a viewer. */
  openTo(viewer: PermissionHolder): NotificationKind[];
  /** SQL: an entry of one of these kinds may be read by its person; of no other. */
  isReadable(
    kinds: readonly NotificationKind[],
    kindColumn: RawBuilder<string>,
    entry: EntryColumns,
  ): RawBuilder<boolean>;
  /** SQL: an entry of one of these kinds asks its person for something that they have not done yet. */
  isOwed(
    kinds: readonly NotificationKind[],
    kindColumn: RawBuilder<string>,
    entry: EntryColumns,
  ): RawBuilder<boolean>;
}

/** Knows these kinds. */
export function createNotificationKinds(all: readonly NotificationDefinition[]): NotificationKinds {
  const byName = new Map(
    all.map((kind) => [kind.kind as string, { ...kind, info: notificationKinds[kind.kind] }]),
  );
  return {
    find: (name) => byName.get(name),
    openTo: (viewer) =>
      all
        .filter(
          ({ isForGuests, isOpenTo }) => (isForGuests || !viewer.isGuest) && (isOpenTo?.(viewer) ?? true),
        )
        .map(({ kind }) => kind),
    isReadable: (kinds, kindColumn, entry) =>
      byKind(
        kindColumn,
        kinds.map((name) => [name, byName.get(name)?.isReadable(entry)]),
      ),
    isOwed: (kinds, kindColumn, entry) =>
      byKind(
        kindColumn,
        kinds.map((name) => [name, byName.get(name)?.asks?.isOwed(entry)]),
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
  const last = names.at(-1) ?? "Someone";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}
