import { samlSettingsSchema } from "@atoll/contract/directories/sign-on-schemas";
import { companyRoutes } from "@atoll/contract/workspace/company-routes";
import { healthRoutes } from "@atoll/contract/workspace/health-routes";
import { workspaceRoutes } from "@atoll/contract/workspace/routes";
import { sql } from "kysely";
import type { SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { assertAdministrator } from "../identity/public.ts";
import { manifestOf } from "./manifest.ts";
import { readLooks } from "./public.ts";
import { countDepartments, readSetUp } from "./set-up.ts";
import { skipStep, updateCompany } from "./update-company.ts";

/** Returns the name of the SAML provider through which people can sign in. */
async function findSaml(db: Database): Promise<{ name: string } | null> {
  const row = await db
    .selectFrom("directories")
    .select(["name", "settings"])
    .where("kind", "=", "saml")
    .where("state", "=", "on")
    .executeTakeFirst();
  return row && samlSettingsSchema.safeParse(row.settings).success ? { name: row.name } : null;
}

/** Registers the routes for the company data on every page, its set-up, and the health of this process. */
export function registerWorkspace({ routes, db, workspace, publicUrl }: SliceContext): void {
  routes.route(workspaceRoutes.getWorkspace, async () => ({
    ...workspace,
    ...(await readLooks(db, workspace)),
    ...(await countDepartments(db)),
    saml: publicUrl === undefined ? null : await findSaml(db),
  }));

  routes.route(companyRoutes.getManifest, async () => manifestOf(await readLooks(db, workspace)));

  routes.route(companyRoutes.getSetUp, async (_input, { viewer }) => {
    assertAdministrator(viewer);
    return readSetUp(db, workspace);
  });

  routes.route(companyRoutes.updateCompany, async ({ body }, { viewer, request }) => {
    assertAdministrator(viewer);
    await updateCompany(db, { viewer, address: request.ip }, body);
    return readSetUp(db, workspace);
  });

  routes.route(companyRoutes.skipSetUpStep, async ({ params, body }, { viewer }) => {
    assertAdministrator(viewer);
    await skipStep(db, viewer, params.step, body.isSkipped);
    return readSetUp(db, workspace);
  });

  routes.route(healthRoutes.getHealth, async () => {
    await sql`SELECT 1`.execute(db);
    return { status: "ready" as const };
  });
}
