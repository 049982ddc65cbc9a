/** Types by name, as callers see them. */
export type Parts = Record<string, { type: string; isRequired: boolean }>;

export interface Column {
  name: string;
  type: string;
  isKey: boolean;
  isPersonal: boolean;
  /** The table that it refers to. */
  refersTo: string | null;
}

/** The structure of a thing: compared with the next version of the file, and drawn. */
export type Shape = { request: Parts; answer: Parts } | { columns: Column[] };

/** An operation or a table of a file. */
export interface ParsedThing {
  /** Identifies it in its file. */
  key: string;
  title: string;
  isDeprecated: boolean;
  /** Values by the names of fields. */
  values: Record<string, string>;
  body: string;
  shape: Shape;
}

/** As much of a thing as comparisons of versions need. */
export type VersionThing = Pick<ParsedThing, "key" | "title" | "shape">;

export interface ParsedFile {
  things: ParsedThing[];
  /** The version that the file names; empty when it names none. */
  version: string;
  /** Addresses that an API answers at. */
  servers: { url: string; name: string; isProduction: boolean }[];
  /** Parts that were left out, in words. */
  notes: string[];
}

/** Things of one file. */
export const maxThings = 500;
/** Parts of one thing that are read: columns, parameters and properties. */
export const maxParts = 300;

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function textOf(value: unknown, limit = 2_000): string {
  return typeof value === "string" ? value.replaceAll("\0", "").slice(0, limit).toWellFormed() : "";
}
