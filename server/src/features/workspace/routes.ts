import { workspaceRoutes } from "@atoll/contract/workspace/routes";
import { sql } from "kysely";
import type { SliceContext } from "../../slice.ts";

/** What the public pages show, and whether this process is well. */
export function registerWorkspace({ routes, db, workspace }: SliceContext): void {
  routes.route(workspaceRoutes.getWorkspace, async () => workspace);

  routes.route(workspaceRoutes.getHealth, async () => {
    await sql`SELECT 1`.execute(db);
    return { status: "ready" as const };
  });
}
