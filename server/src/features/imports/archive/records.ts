import type { ImportPlaceKind } from "@atoll/contract/imports/schemas";
import type { ImportedMessage } from "../../chat/public.ts";
import type { Archive } from "./open-archive.ts";

/** A person as a source names them. */
export interface FoundPerson {
  key: string;
  name: string;
  email: string;
  isBot: boolean;
  recordCount: number;
}

/** A channel or chat as a source describes it. */
export interface FoundPlace {
  key: string;
  kind: ImportPlaceKind;
  name: string;
  topic: string;
  description: string;
  isArchived: boolean;
  creatorKey: string | null;
  createdAt: Date | null;
  memberKeys: string[];
  recordCount: number;
}

/** A part of a place that is imported together, in the order of time. */
export interface FoundUnit {
  placeKeys: string[];
  paths: string[];
}

/** Something for the report: a kind of line, and what it is about. The same line again is counted. */
export interface FoundLine {
  kind: string;
  placeKey?: string;
  detail?: string;
  count?: number;
}

/** Everything that a source contains, except for its records. */
export interface Survey {
  people: FoundPerson[];
  places: FoundPlace[];
  units: FoundUnit[];
  lines: FoundLine[];
  counts: Record<string, number>;
}

/** A record of a source: a message, or the kind of line that says why there is none. */
export type SourceRecord = { placeKey: string } & (
  | { message: ImportedMessage }
  | { skipped: string; detail?: string }
);

/** A product that data comes from. The engine knows nothing else of it. */
export interface SourceReader {
  /**
   * Reads the whole source once.
   * @throws {UnreadableArchive} if it is of another product.
   */
  survey(archive: Archive, signal: AbortSignal): Promise<Survey>;
  /** Reads the records of a unit, in the same order each time. */
  readUnit(archive: Archive, unit: FoundUnit): AsyncGenerator<SourceRecord>;
}
