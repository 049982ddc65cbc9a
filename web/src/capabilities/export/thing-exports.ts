import { personalDataRoutes } from "@atoll/contract/personal-data/routes";
import type { ExportedKind, ThingExport } from "@atoll/contract/personal-data/schemas";
import { useQuery } from "@tanstack/react-query";
import { counted } from "../../lib/counted.ts";
import { formatNumber } from "../../lib/format-number.ts";
import { call } from "../../lib/server/api-client.ts";
import { formatDate } from "../../lib/time/format-date.ts";

/** A thing that the viewer manages. */
export interface ThingToExport {
  kind: ExportedKind;
  id: string;
  name: string;
}

export const thingExportKey = ["thing-exports"] as const;

export const isUnfinished = ({ state }: Pick<ThingExport, "state">): boolean =>
  state === "waiting" || state === "running";

/** How often the progress of an export is asked for. */
const progressMs = 2_000;

/** The viewer's exports of things that they manage, the newest first, with their progress. */
export function useThingExports() {
  return useQuery({
    queryKey: thingExportKey,
    queryFn: async ({ signal }) => (await call(personalDataRoutes.listThingExports, {}, { signal })).exports,
    refetchInterval: ({ state }) => (state.data?.some(isUnfinished) ? progressMs : false),
  });
}

/** The content of the archive of each kind. */
export const exportContents: Readonly<Record<ExportedKind, string>> = {
  channel:
    "All messages with their threads, reactions, polls and files, and the list of members. Deleted messages are not in it.",
  section:
    "All cards with their fields and comments, the files of the comments, and a table of the cards as CSV. Deleted and merged cards are not in it.",
  tasks:
    "All tasks of the department with their sub-tasks, fields, comments and files, and a table as CSV. Deleted tasks are not in it.",
  pages:
    "All published pages below this one, and this one, as HTML and Markdown in folders, with images, files, comments and the authors of all versions. Drafts and archived pages are not in it.",
};

/** How far an export is, or why there is none. */
export function describeExport(made: ThingExport): string {
  const content = `${counted(made.rowCount, "entry", "entries")}, ${counted(made.fileCount, "file")}`;
  switch (made.state) {
    case "waiting":
      return "Waiting to start";
    case "running":
      return made.rowsTotal > 0 || made.filesTotal > 0
        ? `${formatNumber(made.rowCount)} of ${counted(made.rowsTotal, "entry", "entries")}, ${formatNumber(made.fileCount)} of ${counted(made.filesTotal, "file")}`
        : "Counting";
    case "ready":
      return `${content}. ${made.problemCount > 0 ? `Missing or changed: ${counted(made.problemCount, "file")}, named in manifest.json of the archive. ` : ""}The archive is deleted after ${formatDate(made.expiresAt ?? made.requestedAt)}.`;
    case "failed":
      return failures[made.failure ?? "broken"];
    case "cancelled":
      return "Stopped, because you may not export this any more. What was written is deleted.";
  }
}

const failures: Record<NonNullable<ThingExport["failure"]>, string> = {
  too_large:
    "Failed: it is too large. An archive has at most 1,000,000 entries and 100,000 files, and 50 GB of files.",
  storage_full: "Failed: the server does not have enough storage. Try again later.",
  too_long: "Failed: it took longer than an hour. Try again later, or ask an administrator of the server.",
  broken: "Failed. Try again, or ask an administrator: the log of the server says why.",
};
