import type { SetUpStepName } from "@atoll/contract/workspace/company-schemas";
import { sql } from "kysely";
import { assertNotChanged } from "../../platform/assert-not-changed.ts";
import { recordAct } from "../../platform/audit.ts";
import type { RequestViewer } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { attachFiles, discardFilesOf } from "../files/public.ts";
import { assertAdministrator, changeAlone } from "../identity/public.ts";
import { companyLogoKind } from "./company-logo.ts";
import { type CompanyRow, selectCompany } from "./public.ts";

export interface CompanyChange {
  /** The version that the viewer saw. */
  version: number;
  name?: string | null | undefined;
  colour?: string | null | undefined;
  workingDays?: readonly number[] | undefined;
  /** An upload of the viewer's for it. */
  logoId?: string | null | undefined;
}

/**
 * Changes the company's name, colour, logo or working days; omitted fields stay. A replaced logo is discarded.
 * @throws {AppError} `forbidden`, `changed_meanwhile`, `attachment_not_found`.
 */
export function updateCompany(
  db: Database,
  { viewer, address }: { viewer: RequestViewer; address: string },
  { version, logoId, ...change }: CompanyChange,
): Promise<void> {
  return changeAlone(db, viewer, async (tx, current) => {
    assertAdministrator(current);
    const before = await selectCompany(tx);
    assertNotChanged(before, version);
    const { name = before.name, colour = before.colour } = change;
    const logo_url = logoId === undefined ? before.logo_url : await showLogo(tx, current, before, logoId);
    const working_days = change.workingDays ? [...change.workingDays].sort() : before.working_days;
    const after = { name, colour, logo_url, working_days };
    const changed = (["name", "colour", "logo_url", "working_days"] as const).filter(
      (field) => String(after[field]) !== String(before[field]),
    );
    if (changed.length === 0) return;
    await tx
      .updateTable("company")
      .set({ ...after, version: version + 1, updated_at: sql<Date>`now()` })
      .execute();
    const pick = (row: Pick<CompanyRow, (typeof changed)[number]>) =>
      Object.fromEntries(changed.map((field) => [auditNames[field], row[field]]));
    await recordAct(tx, {
      action: "company.updated",
      actor: { id: current.id, name: current.name },
      address,
      subject: { type: "company", id: before.id, name: name ?? "the company" },
      before: pick(before),
      after: pick(after),
    });
  });
}

const auditNames = {
  name: "name",
  colour: "colour",
  logo_url: "logo",
  working_days: "working days",
} as const;

/**
 * Puts a step of setting the company up aside, or brings it back.
 * @throws {AppError} `forbidden`.
 */
export function skipStep(
  db: Database,
  viewer: RequestViewer,
  step: SetUpStepName,
  isSkipped: boolean,
): Promise<void> {
  return changeAlone(db, viewer, async (tx, current) => {
    assertAdministrator(current);
    const without = sql<string[]>`array_remove(skipped_steps, ${step})`;
    await tx
      .updateTable("company")
      .set({ skipped_steps: isSkipped ? sql<string[]>`array_append(${without}, ${step})` : without })
      .execute();
  });
}

async function showLogo(
  tx: Database,
  viewer: RequestViewer,
  { id }: CompanyRow,
  logoId: string | null,
): Promise<string | null> {
  const subject = { kind: companyLogoKind, id };
  await discardFilesOf(tx, subject);
  const [file] = logoId === null ? [] : await attachFiles(tx, viewer.id, subject, [logoId]);
  return file ? `/api/pictures/${file.id}/${encodeURIComponent(file.filename)}` : null;
}
