import { administrationRoutes } from "@atoll/contract/administration/routes";
import { importPartBytes } from "@atoll/contract/imports/limits";
import { importsRoutes } from "@atoll/contract/imports/routes";
import type {
  Import,
  ImportLine,
  ImportOutcome,
  ImportPerson,
  ImportPlace,
  ImportSource,
  ImportWork,
} from "@atoll/contract/imports/schemas";
import { knowledgeRoutes } from "@atoll/contract/knowledge/routes";
import type { TaskStatus } from "@atoll/contract/tasks/limits";
import { canManageTasks } from "@atoll/contract/tasks/policy";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { usePages } from "../../capabilities/live/use-pages.ts";
import { hasCode } from "../../lib/request/judge-error.ts";
import { buildUrl, readError, unreachable } from "../../lib/request/request.ts";
import { call } from "../../lib/server/api-client.ts";
import { sendSignedIn } from "../../lib/session/session.ts";
import { useViewer } from "../../lib/session/use-session.tsx";

const root = ["administration", "imports"] as const;
const none = {};

export const isWorking = ({ state }: Import): boolean =>
  state === "reading" || state === "trying" || state === "running" || state === "undoing";

/** All imports, the newest first. */
export function useImports() {
  return usePages<Import>({
    queryKey: [...root, "list"],
    fetchPage: (cursor, options) => call(importsRoutes.listImports, { query: { cursor } }, options),
    keyOf: ({ id }) => id,
    on: none,
  });
}

const followEveryMs = 1_500;

/** One import, asked for again while it works. */
export function useImport(importId: string) {
  return useQuery({
    queryKey: [...root, "one", importId],
    queryFn: ({ signal }) => call(importsRoutes.getImport, { params: { importId } }, { signal }),
    select: (answer) => answer.import,
    refetchInterval: ({ state }) => (state.data && isWorking(state.data.import) ? followEveryMs : false),
  });
}

/** Lists of an import. Its state is part of their keys: each step of the work changes them. */
export function useImportPlaces({ id, state }: Import) {
  return usePages<ImportPlace>({
    queryKey: [...root, "places", id, state],
    fetchPage: (cursor, options) =>
      call(importsRoutes.listImportPlaces, { params: { importId: id }, query: { cursor } }, options),
    keyOf: ({ key }) => key,
    keepsPrevious: true,
    on: none,
  });
}

export function useImportPeople({ id, state }: Import) {
  return usePages<ImportPerson>({
    queryKey: [...root, "people", id, state],
    fetchPage: (cursor, options) =>
      call(importsRoutes.listImportPeople, { params: { importId: id }, query: { cursor } }, options),
    keyOf: ({ key }) => key,
    keepsPrevious: true,
    on: none,
  });
}

export function useImportLines({ id, state }: Import) {
  return usePages<ImportLine>({
    queryKey: [...root, "lines", id, state],
    fetchPage: (cursor, options) =>
      call(importsRoutes.listImportLines, { params: { importId: id }, query: { cursor } }, options),
    keyOf: (line) => String(line.id),
    keepsPrevious: true,
    on: none,
  });
}

/** The things that keep an import from being undone. Fetched each time: people can have built on more since. */
export function useImportBuiltOn(importId: string) {
  return useQuery({
    queryKey: [...root, "built-on", importId],
    queryFn: ({ signal }) => call(importsRoutes.listImportBuiltOn, { params: { importId } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Returns a function that has everything about imports fetched again. */
export function useRefetchImports(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: root });
}

export const setWork = (importId: string, work: ImportWork) =>
  call(importsRoutes.setImportWork, { params: { importId }, body: { work } });

export interface PlaceChoice {
  outcome: ImportOutcome;
  /** For lists only. */
  status?: TaskStatus | undefined;
  /** For boards only. Null: its tasks are only for its people. */
  departmentId?: string | null;
  /** For spaces only. */
  isOpen?: boolean;
  articleId?: string | null;
}

export const choosePlace = (importId: string, key: string, choice: PlaceChoice) =>
  call(importsRoutes.chooseImportPlace, { params: { importId }, body: { key, ...choice } });

/**
 * The departments that the viewer may send tasks to: all of them for people who manage tasks, else their own. Pages can
 * go to all departments.
 */
export function useTargetDepartments(
  isNeeded: boolean,
  source: ImportSource,
): readonly { id: string; name: string }[] {
  const viewer = useViewer();
  const isEvery = canManageTasks(viewer) || ["notion", "confluence", "markdown"].includes(source);
  const query = useQuery({
    queryKey: [...root, "departments"],
    queryFn: ({ signal }) => call(administrationRoutes.listDepartments, {}, { signal }),
    enabled: isNeeded && isEvery,
  });
  return (isEvery && query.data?.departments) || viewer.departments;
}

/** The articles at the top of the tree, below which the pages of a space can go. */
export function useTopArticles(isNeeded: boolean): readonly { id: string; title: string }[] {
  const query = useQuery({
    queryKey: [...root, "top-articles"],
    queryFn: ({ signal }) => call(knowledgeRoutes.getArticleTree, {}, { signal }),
    enabled: isNeeded,
  });
  return (query.data?.nodes ?? []).filter(({ parentId }) => parentId === null);
}

export const choosePerson = (importId: string, key: string, personId: string | null) =>
  call(importsRoutes.chooseImportPerson, { params: { importId }, body: { key, personId } });

export const discardFile = (importId: string) =>
  call(importsRoutes.discardImportFile, { params: { importId } });

export const fetchReport = (importId: string) =>
  call(importsRoutes.exportImportReport, { params: { importId } }, { timeoutMs: 120_000 });

const partTimeoutMs = 300_000;

/**
 * Uploads a file part by part, from where an earlier upload of it ended.
 * @param known the import of an upload that was cut off; a new one otherwise.
 */
export async function uploadExport(
  file: File,
  source: ImportSource,
  known: Pick<Import, "id" | "receivedBytes"> | { id: string },
  onProgress: (receivedBytes: number) => void,
): Promise<void> {
  const { id } = known;
  let start = "receivedBytes" in known ? known.receivedBytes : 0;
  if (!("receivedBytes" in known)) {
    const body = { id, source, name: file.name.slice(0, 200), sizeBytes: file.size };
    start = (await call(importsRoutes.startImport, { body })).import.receivedBytes;
  }
  while (start < file.size) {
    onProgress(start);
    await sendPatiently(id, start, file.slice(start, start + importPartBytes));
    start += importPartBytes;
  }
}

const [waitMs, mostWaits] = [5_000, 30];

/** A fast connection sends more parts in a minute than the server takes: then the next one waits. */
async function sendPatiently(importId: string, start: number, part: Blob): Promise<void> {
  for (let waits = 0; ; waits += 1) {
    try {
      return await sendPart(importId, start, part);
    } catch (error) {
      if (!hasCode(error, "rate_limited") || waits === mostWaits) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}

function sendPart(importId: string, start: number, part: Blob): Promise<void> {
  return sendSignedIn(async (accessToken) => {
    const headers = new Headers({ "content-type": "application/octet-stream" });
    if (accessToken) headers.set("authorization", `Bearer ${accessToken}`);
    const url = buildUrl(importsRoutes.uploadImportPart, { params: { importId, start } });
    const signal = AbortSignal.timeout(partTimeoutMs);
    const answer = await fetch(url, { method: "POST", headers, body: part, signal }).catch(() => {
      throw unreachable(0);
    });
    if (!answer.ok) throw await readError(answer);
  });
}
