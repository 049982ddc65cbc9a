import type { DigestRhythm } from "@atoll/contract/mail/mail-kinds";
import { companyStyle } from "@atoll/contract/workspace/colours";
import type { CompanyLooks } from "@atoll/contract/workspace/looks-schemas";
import type { Database } from "../../tables.ts";

/** The names the server was started with. They apply until administrators choose others. */
export interface ConfiguredNames {
  productName: string;
  companyName: string;
}

/** The row of the company. */
export function selectCompany(db: Database) {
  return db
    .selectFrom("company")
    .select(["id", "name", "colour", "logo_url", "working_days", "skipped_steps", "version"])
    .executeTakeFirstOrThrow();
}
export type CompanyRow = Awaited<ReturnType<typeof selectCompany>>;

/**
 * Sets the digest of people whose accounts are created from now on.
 * @returns the one before.
 */
export async function setDigestOfNewPeople(tx: Database, rhythm: DigestRhythm): Promise<DigestRhythm> {
  const { before } = await tx
    .selectFrom("company")
    .select("digest_of_new_people as before")
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (before !== rhythm) await tx.updateTable("company").set({ digest_of_new_people: rhythm }).execute();
  return before;
}

/** The days of the week on which the company works, 1 for Monday to 7 for Sunday. */
export async function readWorkingDays(db: Database): Promise<number[]> {
  return (await selectCompany(db)).working_days;
}

/** The company as everybody sees it now. */
export async function readLooks(db: Database, configured: ConfiguredNames): Promise<CompanyLooks> {
  return presentLooks(await selectCompany(db), configured);
}

/** The names of the product and of the company, which are no passwords. */
export async function workspaceNames(db: Database, configured: ConfiguredNames): Promise<string[]> {
  const { companyName } = await readLooks(db, configured);
  return [...new Set([configured.productName, configured.companyName, companyName])];
}

function presentLooks({ name, colour, logo_url }: CompanyRow, configured: ConfiguredNames): CompanyLooks {
  return {
    companyName: name ?? configured.companyName,
    windowName: name ?? configured.productName,
    logo: logo_url,
    style: companyStyle(colour),
  };
}
