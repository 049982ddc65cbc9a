import { type ChosenLogLevel, type Logging, operationRoutes } from "@atoll/contract/operation/routes";
import { notifyTopics } from "../../notify-topics.ts";
import { recordAct } from "../../platform/audit.ts";
import type { LivePart, RequestViewer, SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { assertSuperAdmin, changeAlone } from "../identity/public.ts";
import { followRow } from "./follow-row.ts";

export interface LogLevel extends LivePart {
  /** The level of this node. */
  current(): Logging;
}

/** Registers the routes that choose how much all nodes log for a while, and follows that choice on this node. */
export function openLogLevel({ db, log, routes }: SliceContext): LogLevel {
  const configured = log.level;
  let endsAt: Date | null = null;
  let ending: NodeJS.Timeout | undefined;

  function reset(): void {
    clearTimeout(ending);
    endsAt = null;
    log.level = configured;
  }
  const followed = followRow({
    read: () => selectChoice(db),
    apply(choice) {
      reset();
      const leftMs = (choice.ends_at?.getTime() ?? 0) - Date.now();
      if (choice.level === null || leftMs <= 0) return;
      endsAt = choice.ends_at;
      log.level = choice.level;
      ending = setTimeout(reset, leftMs).unref();
    },
    onError: (error) => log.warn({ err: error }, "the chosen log level could not be read"),
  });
  const current = (): Logging => ({ level: log.level, configured, endsAt: endsAt?.toISOString() ?? null });

  routes.route(operationRoutes.chooseLogLevel, async ({ body }, { viewer, request }) => {
    await writeChoice(db, { viewer, address: request.ip }, body);
    await followed.refresh();
    return current();
  });
  routes.route(operationRoutes.resetLogLevel, async (_input, { viewer, request }) => {
    await writeChoice(db, { viewer, address: request.ip }, null);
    await followed.refresh();
    return current();
  });
  return {
    current,
    topics: { [notifyTopics.logLevelChosen]: () => void followed.refresh() },
    onGap: followed.refresh,
    async stop() {
      followed.stop();
      reset();
    },
  };
}

const selectChoice = (db: Database) =>
  db.selectFrom("log_choice").select(["level", "ends_at"]).executeTakeFirstOrThrow();

function writeChoice(
  db: Database,
  { viewer, address }: { viewer: RequestViewer; address: string },
  chosen: ChosenLogLevel | null,
): Promise<void> {
  return changeAlone(db, viewer, async (tx, current) => {
    assertSuperAdmin(current);
    const before = await selectChoice(tx);
    const isOver = before.ends_at === null || before.ends_at.getTime() <= Date.now();
    if (chosen === null && isOver) return;
    const after = {
      level: chosen?.level ?? null,
      ends_at: chosen && new Date(Date.now() + chosen.minutes * 60_000),
    };
    await tx.updateTable("log_choice").set(after).execute();
    await recordAct(tx, {
      action: "log-level.changed",
      actor: current,
      address,
      before: { level: isOver ? null : before.level },
      after: { level: after.level, until: after.ends_at?.toISOString() ?? null },
    });
  });
}
