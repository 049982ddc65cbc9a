import type { Import, ImportLine, ImportPerson, ImportPlace } from "@atoll/contract/imports/schemas";
import type { Selectable } from "kysely";
import type { Database, Tables } from "../../tables.ts";
import type { ImportRow } from "./engine/import-row.ts";

export type ShownImport = ImportRow & { creator_name: string };

/** Selects imports with the names of the people who uploaded them. */
export function selectImports(db: Database) {
  return db
    .selectFrom("imports as i")
    .innerJoin("profiles as p", "p.id", "i.created_by")
    .selectAll("i")
    .select("p.name as creator_name");
}

export function presentImport(row: ShownImport): Import {
  const isWorking = row.state === "trying" || row.state === "running" || row.state === "paused";
  return {
    id: row.id,
    source: row.source,
    name: row.name,
    sizeBytes: row.size_bytes,
    receivedBytes: row.received_bytes,
    state: row.state,
    pausedFrom: row.paused_from,
    createdBy: { id: row.created_by, name: row.creator_name },
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    unitCount: row.unit_count,
    doneCount: isWorking ? row.next_unit : 0,
    found: row.found,
    tried: row.tried,
    made: row.made,
    failure: row.failure,
    hasFile: row.file_discarded_at === null,
  };
}

export interface PersonRow extends Omit<Selectable<Tables["import_people"]>, "import_id"> {
  person_name: string | null;
}

export function presentImportPerson(row: PersonRow): ImportPerson {
  return {
    key: row.key,
    name: row.name,
    email: row.email,
    isBot: row.is_bot,
    recordCount: row.record_count,
    matchedBy: row.matched_by,
    person: row.person_id && row.person_name !== null ? { id: row.person_id, name: row.person_name } : null,
  };
}

export interface ShownPlace extends Omit<Selectable<Tables["import_places"]>, "import_id"> {
  can_merge: boolean;
  department_name: string | null;
  /** The title of the article that the pages go below. */
  article_title: string | null;
  /** The name of the board of a list. */
  board_name: string | null;
}

/** Names that are shown for places that were not public. */
const hiddenNames: Readonly<Record<ImportPlace["kind"], string>> = {
  public: "Channel",
  private: "Private channel",
  direct: "Direct chat",
  board: "Board",
  list: "List",
  space: "Space",
};

/** Names of private channels, boards and lists are for the person who uploaded the file, and has it. */
export function presentImportPlace(row: ShownPlace, isOwn: boolean): ImportPlace {
  const isNamed = isOwn || row.kind === "public";
  return {
    key: row.key,
    kind: row.kind,
    name:
      row.kind === "direct"
        ? `Chat of ${row.member_keys.length} people`
        : isNamed
          ? [row.board_name, row.name].filter(Boolean).join(" · ")
          : hiddenNames[row.kind],
    isArchived: row.is_archived,
    memberCount: row.member_keys.length,
    recordCount: row.record_count,
    outcome: row.outcome,
    newName: isNamed ? row.new_name : hiddenNames[row.kind],
    canMerge: row.can_merge,
    status: row.kind === "list" ? (row.status ?? "todo") : null,
    department:
      row.department_id && row.department_name !== null
        ? { id: row.department_id, name: row.department_name }
        : null,
    isOpen: row.is_open,
    above:
      isOwn && row.article_id
        ? { id: row.article_id, title: row.article_title ?? "an article that was deleted" }
        : null,
    counts: row.counts,
  };
}

export interface ShownLine extends Omit<Selectable<Tables["import_lines"]>, "import_id" | "place_key"> {
  place_name: string | null;
  place_kind: ImportPlace["kind"] | null;
}

/** Their paths are names of channels or boards, and no place says whether these are private. */
const linesOfFiles = new Set([
  ...["path_refused", "entry_encrypted", "entry_too_dense", "file_unreadable", "file_encoding"],
  ...["record_unreadable", "record_too_large", "record_too_deep"],
  // Titles of pages, which only some people may read.
  ...["page_named_twice", "page_old", "page_deleted", "page_repeated", "templates_not_imported"],
  ...["zip_kept_closed", "file_old", "file_unused", "file_without_page", "path_in_two_parts"],
]);

export function presentImportLine(row: ShownLine, isOwn: boolean): ImportLine {
  const isNamed = isOwn || row.place_kind === "public" || row.place_kind === null;
  const place = row.place_kind === "direct" ? "Direct chat" : (row.place_name ?? "");
  return {
    id: row.id,
    phase: row.phase,
    place: isNamed ? place : hiddenNames[row.place_kind ?? "private"],
    kind: row.kind,
    detail: isNamed && (isOwn || row.place_kind !== null || !linesOfFiles.has(row.kind)) ? row.detail : "",
    count: row.count,
  };
}
