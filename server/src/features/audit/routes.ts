import { auditRoutes } from "@atoll/contract/audit/routes";
import { z } from "zod";
import { takePage } from "../../platform/page.ts";
import type { SliceContext } from "../../slice.ts";
import { exportEntries } from "./export-entries.ts";
import { findActors } from "./find-actors.ts";
import { assertMayReadAudit } from "./policy.ts";
import { presentEntry } from "./present.ts";
import { selectEntries } from "./queries.ts";
import { verifyEntries } from "./verify-entries.ts";

const entryNumber = z.tuple([z.int().min(1)]);

/** The audit log: reading, exporting and checking it. Entries are written by `recordAct`. */
export function registerAudit({ routes, db }: SliceContext): void {
  routes.route(auditRoutes.listEntries, async ({ query }, { viewer }) => {
    assertMayReadAudit(viewer);
    const { rows, nextCursor } = await takePage(
      query,
      entryNumber,
      (after, count) => selectEntries(db, query, after?.[0], count),
      (row) => [row.number],
    );
    return { items: rows.map(presentEntry), nextCursor };
  });

  routes.route(auditRoutes.listActors, async ({ query }, { viewer }) => {
    assertMayReadAudit(viewer);
    return { actors: await findActors(db, query.search) };
  });

  routes.route(auditRoutes.exportEntries, async ({ query }, { viewer, viewerNow, request }) => {
    const { id, name } = viewer;
    const assertAllowed = async () => assertMayReadAudit(await viewerNow());
    return exportEntries(db, { actor: { id, name }, address: request.ip }, query, assertAllowed);
  });

  routes.route(auditRoutes.verifyEntries, async (_input, { viewer }) => {
    assertMayReadAudit(viewer);
    return verifyEntries(db);
  });
}
