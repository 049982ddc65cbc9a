/** The content of an archive, for one table. */
export type TableRule =
  /** Every row with every column. */
  | "kept"
  /** Nothing, for this reason. */
  | { leftOut: string }
  /** Every row, sealed with the passphrase of the archive. Nothing without a passphrase, for this reason. */
  | { sealed: string; emptied?: readonly string[] }
  | KeptInPart;

/** A table without some of its rows or values. */
export interface KeptInPart {
  /** SQL: the rows that are kept. The table is `t`. */
  where?: string;
  /** Columns that are empty in every archive. */
  emptied?: readonly string[];
  /** Columns that are empty in an archive without a passphrase. */
  emptiedUnsealed?: readonly string[];
  /** The reason, for people. */
  why: string;
}

export type TableRules = Readonly<Record<string, TableRule>>;

/** Runs a statement on one connection. */
export type Query = <Row extends object>(statement: string) => Promise<Row[]>;
