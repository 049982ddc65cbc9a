import type { ImportField } from "@atoll/contract/administration/import-fields";
import { administrationRoutes } from "@atoll/contract/administration/routes";
import type { RouteOutput } from "@atoll/contract/route";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../../lib/server/api-client.ts";

export type ImportOutcome = RouteOutput<typeof administrationRoutes.importUsers>;

/** The request for an import. */
export interface ImportFile {
  csv: string;
  /** The field of each column. Undefined to use the headings. */
  columns: ImportField[] | undefined;
  /** The numbers of rows that are passed over. */
  leaveOut: number[];
}

/** A thousand passwords take some ten seconds to hash, and more on a server that has other things to do. */
const importTimeoutMs = 180_000;

/** Sends the file. A dry run only returns every row's result. */
export const sendImport = (file: ImportFile, isDryRun: boolean): Promise<ImportOutcome> =>
  call(administrationRoutes.importUsers, { body: { ...file, isDryRun } }, { timeoutMs: importTimeoutMs });

/** Asks again for what new people change: the table of users, counts and members. */
export function useImportRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ["administration"] });
}
