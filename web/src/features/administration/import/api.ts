import type { ImportField } from "@atoll/contract/administration/import-fields";
import { administrationRoutes } from "@atoll/contract/administration/routes";
import type { RouteCall, RouteOutput } from "@atoll/contract/route";
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

/** Passwords take long to hash on a server that has other things to do. */
const importTimeoutMs = 180_000;
/** A part is answered long before any proxy gives up. */
const peopleInPart = 100;

/** Checks the file: the outcome of every row, without writing anything. */
export const checkImport = (file: ImportFile): Promise<ImportOutcome> =>
  sendImport({ ...file, isDryRun: true });

/** The people that an import has created so far, with the passwords that are not told again. */
export type CreatedPeople = Pick<ImportOutcome, "createdCount" | "passwords">;

/**
 * Imports the file in parts, and calls `onPart` after each. Stopped in the middle and run again, it continues with the
 * others, because people who have an account are skipped.
 */
export async function runImport(file: ImportFile, onPart: (created: CreatedPeople) => void): Promise<void> {
  let created: CreatedPeople = { createdCount: 0, passwords: [] };
  for (let leftCount = 1; leftCount > 0; ) {
    const part = await sendImport({ ...file, isDryRun: false, atMost: peopleInPart });
    leftCount = part.createdCount > 0 ? part.leftCount : 0;
    created = {
      createdCount: created.createdCount + part.createdCount,
      passwords: [...created.passwords, ...part.passwords],
    };
    onPart(created);
  }
}

const sendImport = (
  body: RouteCall<typeof administrationRoutes.importUsers>["body"],
): Promise<ImportOutcome> => call(administrationRoutes.importUsers, { body }, { timeoutMs: importTimeoutMs });

/** Asks again for what new people change: the table of users, counts and members. */
export function useImportRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ["administration"] });
}
