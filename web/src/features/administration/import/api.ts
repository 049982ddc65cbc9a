import { administrationRoutes } from "@atoll/contract/administration/routes";
import type { RouteOutput } from "@atoll/contract/route";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../../lib/api-client.ts";

export type ImportOutcome = RouteOutput<typeof administrationRoutes.importUsers>;

/** A thousand passwords take some ten seconds to hash, and more on a server that has other things to do. */
const importTimeoutMs = 180_000;

/** Sends the file: a dry run only tells every row's fate. */
export const sendImport = (csv: string, isDryRun: boolean): Promise<ImportOutcome> =>
  call(administrationRoutes.importUsers, { body: { csv, isDryRun } }, { timeoutMs: importTimeoutMs });

/** Asks again for what new people change: the table of users, counts and members. */
export function useImportRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ["administration"] });
}
