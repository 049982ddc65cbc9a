import type { RawBuilder } from "kysely";

/** The name that stays where a person was erased. */
export const erasedName = "Former colleague";
/** Replaces a text that was deleted with its author, where a text is required. */
export const erasedText = "Deleted";

/**
 * How the rows of a person are erased. Rows that stay have the ID of a profile without a name.
 *
 * - `account`: a foreign key deletes them with the account.
 * - `always`: they are deleted.
 * - `written`: they are what the person wrote. They are deleted if the company does not keep that.
 * - `stays`: they say nothing more than what somebody did or is called for.
 * - `special`: an eraser of the slice does it.
 */
export type ErasureRule<Column extends string = string> =
  | "account"
  | "always"
  | "written"
  | "stays"
  | "special"
  | (OwnRows<Column> & { deletes: "always" | "written" })
  | (OwnRows<Column> & {
      /** Columns that get another value, always or if the company does not keep what the person wrote. */
      clears: Partial<Record<Column, string | RawBuilder<unknown>>>;
      when: "always" | "written";
    });

/** Which rows it is, where these are not those of an export. */
interface OwnRows<Column extends string> {
  of?: Column;
  /** SQL: a row is one of them. The table is `t`. */
  where?(personId: string): RawBuilder<boolean>;
}

/** A table as an erasure changes it. */
export interface ErasedTable {
  table: string;
  /** For people. Undefined for tables without rows of people. */
  title: string | undefined;
  rule: ErasureRule;
  /** Columns with the ID of a person: each row with one of them is theirs. */
  of: readonly string[];
  where: ((personId: string) => RawBuilder<boolean>) | undefined;
}

/** Names and mail addresses as texts have them, to be replaced. */
export interface ErasedNames {
  /** Whether a text has one of them. */
  isIn(text: string): boolean;
  /** The text without them. */
  without(text: string): string;
  /** SQL: one of the columns has one. */
  areIn(columns: readonly TextColumn[]): RawBuilder<boolean>;
  /** SQL: a column without them. */
  withoutIn(column: TextColumn): RawBuilder<unknown>;
  /**
   * The same with other words instead, for a column whose values may not be equal.
   * @param isShort the ID alone, for a column that has no place for more.
   */
  distinct(id: string, isShort?: boolean): ErasedNames;
}

export interface TextColumn {
  name: string;
  type: "text" | "list" | "json";
  /** The row has a column `mentions` with the people that this text mentions. */
  isWithMentions?: boolean;
}

/** A person who is erased. */
export interface Erasure {
  id: string;
  personId: string;
  /** Whether what the person wrote stays. */
  keepsTexts: boolean;
  /** The names and the mail addresses that the person has had here. */
  names: readonly string[];
  mails: readonly string[];
  /** The same in texts. */
  inTexts: ErasedNames;
}

/** The work of an eraser. Statements may take minutes: they read whole tables. */
export interface ErasureWork<Tx> {
  /** A transaction. Throws while a legal hold keeps the person, and no hold begins before it has ended. */
  part<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** A transaction that looks for rows to erase. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  signal: AbortSignal;
}

/** Erases what the columns of tables cannot say. Doing it again changes nothing, since a killed server repeats it. */
export interface Eraser<Context, Tx> {
  /** `texts`: before the rows of tables. `names`: together with all other texts that name the person. `traces`: the last. */
  phase: "texts" | "names" | "traces";
  /** Returns how many rows, files and texts it has changed. */
  erase(context: Context, erasure: Erasure, work: ErasureWork<Tx>): Promise<number>;
}
