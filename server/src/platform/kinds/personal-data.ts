import { type RawBuilder, sql } from "kysely";
import type { ErasedTable, ErasureRule } from "./erasure.ts";

/**
 * The rows of a table that are a person's: what they wrote, and what is about them. Every slice says so of each of its
 * tables; a test finds a table that none does. In SQL, the table is `t`.
 */
export interface PersonalRows<Column extends string = string> {
  /** The name of the rows for people: "Messages". */
  title: string;
  /** The columns with the person's ID: each row with one of them is theirs. */
  of?: Column | readonly Column[];
  /** SQL: a row is the person's, where no column says so, or only together with more. */
  where?(personId: string, isForOwner: boolean): RawBuilder<boolean>;
  /**
   * The columns of each row in the export, ordered by the first. No hashes, keys and tokens, and nothing that others
   * wrote, unless the person may read it for as long as the row is theirs.
   */
  columns: readonly Column[];
  /** SQL for more values, by their names. Nobody but the person gets what others wrote or called something. */
  more?(personId: string, isForOwner: boolean): Readonly<Record<string, RawBuilder<unknown>>>;
  /**
   * The rows that an administrator gets, too, when they export the data of a colleague who can do so themselves. None,
   * if left out: no permission opens what is private.
   */
  isOpen?: true | RawBuilder<boolean>;
  /** Nobody but the person gets the rows: they tell who wrote something anonymously. */
  isOwn?: true;
  /** How an erasure of the person changes the rows. */
  erase: ErasureRule<Column>;
}

/** A table of which no export has anything, and why. */
export interface WithheldTable {
  withheld: string;
  /** Which rows an erasure changes. Without it, they only lose the names of people. */
  erase?: { of: string | readonly string[]; rule: Exclude<ErasureRule, "account" | "special"> } | "special";
}

/** The tables of a slice. */
export type PersonalData<Tables> = {
  readonly [Name in keyof Tables & string]?: PersonalRows<keyof Tables[Name] & string> | WithheldTable;
};

const withhold = (withheld: string): WithheldTable => ({ withheld });

/** Settings and texts of the company, and what things are made of. */
export const ofCompany = withhold("It belongs to the company.");
/** Parts of things that several people change, without an author of their own. */
export const ofThings = withhold("It is a part of things that several people work on.");
/** Notes of servers for their work, kept for a short time. */
export const ofServers = withhold("Servers need it for their work, and delete it soon.");
/** Hashes, keys and codes. */
export const secretOnly = withhold("It only has secrets, such as hashes and keys.");

/** A table that is computed from another one, which the export has. */
export const madeFrom = (source: string): WithheldTable => withhold(`It is made from ${source}.`);

/** SQL: a value that only the person gets. */
export const onlyForOwner = (isForOwner: boolean, value: RawBuilder<unknown>): RawBuilder<unknown> =>
  isForOwner ? value : sql`NULL`;

/**
 * SQL: the history has no change of these fields of the thing `t` by anybody but the person. Only then its texts are theirs
 * alone.
 */
export const nobodyElseChanged = (
  kind: string,
  fields: readonly string[],
  personId: string,
): RawBuilder<boolean> =>
  sql<boolean>`NOT EXISTS (SELECT FROM object_changes other WHERE other.subject_id = t.id AND other.subject_kind = ${kind}
    AND other.field = ANY (${[...fields]}::text[]) AND other.actor_id IS DISTINCT FROM ${personId}::uuid)`;

/** The kind of file that an export is. It is no part of the next export, and counts towards no quota. */
export const personExportKind = "person-export";
export const personExportBucket = "person-exports";

/** A table as an export reads it. */
export interface ExportedTable extends Omit<PersonalRows, "of"> {
  table: string;
  of: readonly string[];
}

/** The tables of a slice, whatever their rows are. */
type AnyPersonalData = Readonly<Record<string, PersonalRows | WithheldTable | undefined>>;

/** Lists the tables of all slices that exports have rows of, in their order. */
export function exportedTables(all: readonly AnyPersonalData[]): ExportedTable[] {
  return all.flatMap((data) =>
    Object.entries(data).flatMap(([table, entry]) =>
      entry && "title" in entry ? [{ ...entry, table, of: entry.of ? [entry.of].flat() : [] }] : [],
    ),
  );
}

/** Lists the rows of people in the tables of all slices as erasures change them, in their order. */
export function erasedTables(all: readonly AnyPersonalData[]): ErasedTable[] {
  return all.flatMap((data) =>
    Object.entries(data).flatMap(([table, entry]): ErasedTable[] => {
      if (!entry) return [];
      if ("title" in entry) {
        const { title, of = [], where, erase: rule } = entry;
        const isOfOwn = typeof rule === "object" && (rule.of !== undefined || rule.where !== undefined);
        const own = typeof rule === "object" ? rule : { of: undefined, where: undefined };
        return [
          isOfOwn
            ? { table, title, rule, of: own.of ? [own.of] : [], where: own.where }
            : { table, title, rule, of: [of].flat(), where: where && ((personId) => where(personId, true)) },
        ];
      }
      if (entry.erase === undefined) return [];
      if (entry.erase === "special")
        return [{ table, title: undefined, rule: entry.erase, of: [], where: undefined }];
      return [
        { table, title: undefined, rule: entry.erase.rule, of: [entry.erase.of].flat(), where: undefined },
      ];
    }),
  );
}
