import type { ImportBuiltOn } from "@atoll/contract/imports/schemas";
import { type RawBuilder, sql } from "kysely";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { Archive } from "../archive/open-archive.ts";
import type { SourceReader, SourceRecord } from "../archive/records.ts";
import { confluenceReader } from "../confluence/confluence-reader.ts";
import { jiraReader } from "../jira/jira-reader.ts";
import { markdownReader } from "../markdown/markdown-reader.ts";
import { mattermostReader } from "../mattermost/mattermost-reader.ts";
import { notionReader } from "../notion/notion-reader.ts";
import { slackReader } from "../slack/slack-reader.ts";
import { asanaReader } from "../trackers/asana-reader.ts";
import { githubReader } from "../trackers/github-reader.ts";
import { linearReader } from "../trackers/linear-reader.ts";
import { planeReader } from "../trackers/plane-reader.ts";
import { trelloReader } from "../trello/trello-reader.ts";
import { zulipReader } from "../zulip/zulip-reader.ts";
import { articlesTarget } from "./articles-target.ts";
import { chatTarget } from "./chat-target.ts";
import { count, type Ground, type PlaceRow } from "./ground.ts";
import type { ImportRow } from "./import-row.ts";
import type { PreparedArticles } from "./prepare-articles.ts";
import type { StoredFiles } from "./render-message.ts";
import { tasksTarget } from "./tasks-target.ts";

/** The readers of all products. */
export const readers: Readonly<Record<ImportRow["source"], SourceReader>> = {
  slack: slackReader,
  mattermost: mattermostReader,
  zulip: zulipReader,
  trello: trelloReader,
  jira: jiraReader,
  linear: linearReader,
  asana: asanaReader,
  plane: planeReader,
  github: githubReader,
  notion: notionReader,
  confluence: confluenceReader,
  markdown: markdownReader,
};

/** A part of Atoll that records are written to. */
export interface Target {
  /** The counts that are records of the source, and the kinds of items that were made of these. */
  madeCounts: readonly string[];
  madeKinds: readonly string[];
  writeRecords(
    ground: Ground,
    group: readonly PlaceRow[],
    records: readonly SourceRecord[],
    outside: {
      placeNames: ReadonlyMap<string, string>;
      stored: StoredFiles;
      prepared?: PreparedArticles | undefined;
    },
  ): Promise<void>;
  /** Does what takes long, before the records are written, such as converting texts. Its result goes to the writing. */
  prepareRecords?(
    deps: Pick<SliceContext, "db" | "files">,
    archive: Archive,
    row: ImportRow,
    records: readonly SourceRecord[],
  ): Promise<PreparedArticles>;
  /** Finishes places whose records are all written. */
  finishPlaces(ground: Ground, group: readonly PlaceRow[]): Promise<void>;
  /** Counts what people have added to an import, and what they have changed of it. */
  countBuilt(tx: Database, row: ImportRow): Promise<{ messages: number; marks: number }>;
  /** SQL: the IDs of the things that people have built on, by what `countBuilt` counts. */
  builtOn(row: ImportRow): { kind: ImportBuiltOn["items"][number]["kind"]; ids: RawBuilder<{ id: string }> };
  /** Keeps people from adding more, while it is undone. */
  close(tx: Database, importId: string): Promise<void>;
  /** Has open screens fetch what an import has changed for all of them. */
  broadcast(realtime: SliceContext["realtime"]): void;
  /** Each takes back a part, and returns whether there may be more. */
  undoSteps: readonly ((tx: Database, row: ImportRow) => Promise<boolean>)[];
}

const targets: Readonly<Record<SourceReader["makes"], Target>> = {
  messages: chatTarget,
  tasks: tasksTarget,
  articles: articlesTarget,
};

export const targetOf = ({ source }: Pick<ImportRow, "source">): Target => targets[readers[source].makes];

/** Reasons why there is nothing for a record of the source. */
const explaining = new Set([
  ..."notice_skipped message_repeated message_earlier message_empty message_deleted place_left_out".split(
    " ",
  ),
  ..."record_unreadable record_too_large record_too_deep record_without_time record_earlier record_left_out".split(
    " ",
  ),
  ..."task_repeated record_without_task comment_empty part_in_comment".split(" "),
  ..."issue_restricted comment_restricted".split(" "),
  ..."page_repeated page_earlier page_left_out page_unreadable".split(" "),
]);

/** Compares what was found in a place with what was made of it and left out. */
export async function provePlace(ground: Ground, { key, record_count }: PlaceRow): Promise<void> {
  const { tx, row, isTrial } = ground;
  const { madeCounts, madeKinds } = targetOf(row);
  const current = await tx
    .selectFrom("import_places")
    .select("counts")
    .where("import_id", "=", row.id)
    .where("key", "=", key)
    .executeTakeFirst();
  const counts = current?.counts ?? {};
  const sumOf = (isOne: (kind: string) => boolean) =>
    Object.entries(counts).reduce((sum, [kind, number]) => sum + (isOne(kind) ? number : 0), 0);
  const explained = sumOf((kind) => explaining.has(kind));
  const counted = sumOf((kind) => madeCounts.includes(kind));
  const made = isTrial ? counted : await countMade(ground, key, madeKinds);
  const difference = record_count - made - explained;
  if (difference === 0 && made === counted) return;
  ground.lines.push({
    ...{ kind: "difference", placeKey: key },
    detail: `${record_count} in the source, ${made} made, ${explained} explained`,
  });
  count(ground, key, "difference");
}

/** Counts what is really there of the items that an import has made. */
async function countMade({ tx, row }: Ground, placeKey: string, kinds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM import_items i
    WHERE i.import_id = ${row.id} AND i.kind = ANY(${[...kinds]}::text[]) AND i.place_key = ${placeKey}
      AND CASE i.kind WHEN 'message' THEN EXISTS (SELECT FROM messages m WHERE m.id = i.target_id)
        WHEN 'article' THEN EXISTS (SELECT FROM articles a WHERE a.id = i.target_id)
        WHEN 'comment' THEN EXISTS (SELECT FROM comments c WHERE c.id = i.target_id)
        ELSE EXISTS (SELECT FROM tasks t WHERE t.id = i.target_id) END`.execute(tx);
  return rows[0]?.count ?? 0;
}
