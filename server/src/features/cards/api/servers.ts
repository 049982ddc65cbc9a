import type { ApiServer } from "@atoll/contract/cards/api-schemas";
import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import { byName } from "../../../platform/database/by-name.ts";
import type { Database } from "../../../tables.ts";
import { changeAs, type RequestViewer } from "../../identity/public.ts";
import { assertMayManage } from "../public.ts";
import { isTypeReadable } from "../readable.ts";

/** The viewer of a request, and where it comes from. */
export interface Asking {
  viewer: RequestViewer;
  address: string;
}

/** The servers of the imported files of a section, by service. */
export async function listServers(db: Database, typeId: string): Promise<ApiServer[]> {
  const rows = await db
    .selectFrom("card_servers")
    .selectAll()
    .where("type_id", "=", typeId)
    .orderBy(byName("source"))
    .orderBy(byName("name"))
    .orderBy("id")
    .limit(400)
    .execute();
  return rows.map(presentServer);
}

/**
 * Allows requests to a server, or marks it as production. Recorded in the audit log.
 * @throws {AppError} `card_server_not_found`, `forbidden`.
 */
export async function changeServer(
  db: Database,
  asking: Asking,
  serverId: string,
  { isAllowed, isProduction }: { isAllowed: boolean; isProduction: boolean },
): Promise<{ server: ApiServer; departmentId: string }> {
  return changeAs(db, asking.viewer, async (tx, viewer) => {
    const row = await tx
      .selectFrom("card_servers as s")
      .innerJoin("card_types as ct", "ct.id", "s.type_id")
      .selectAll("s")
      .select(["ct.department_id", "ct.name as section"])
      .where("s.id", "=", serverId)
      .where(isTypeReadable(viewer))
      .forUpdate("s")
      .executeTakeFirst();
    if (!row) throw new AppError("card_server_not_found");
    assertMayManage(viewer, row.department_id);
    const after = { is_allowed: isAllowed, is_production: isProduction };
    if (row.is_allowed !== isAllowed || row.is_production !== isProduction) {
      await tx.updateTable("card_servers").set(after).where("id", "=", serverId).execute();
      await recordAct(tx, {
        action: "card-server.changed",
        actor: { id: viewer.id, name: viewer.name },
        address: asking.address,
        subject: { type: "card-server", id: serverId, name: row.url },
        before: { isAllowed: row.is_allowed, isProduction: row.is_production },
        after: { isAllowed, isProduction },
      });
    }
    return { server: presentServer({ ...row, ...after }), departmentId: row.department_id };
  });
}

interface ServerRow {
  id: string;
  source: string;
  url: string;
  name: string;
  is_allowed: boolean;
  is_production: boolean;
}

function presentServer({ id, source, url, name, is_allowed, is_production }: ServerRow): ApiServer {
  return { id, source, url, name, isAllowed: is_allowed, isProduction: is_production };
}
