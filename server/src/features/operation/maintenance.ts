import {
  type AnnouncedMaintenance,
  type Maintenance,
  maxMaintenanceDays,
  maxMaintenanceNoticeDays,
} from "@atoll/contract/operation/maintenance";
import { operationRoutes } from "@atoll/contract/operation/routes";
import { isSuperAdmin } from "@atoll/contract/permissions";
import type { RouteInput } from "@atoll/contract/route";
import { notifyTopics } from "../../notify-topics.ts";
import { AppError } from "../../platform/app-error.ts";
import { assertNotChanged } from "../../platform/assert-not-changed.ts";
import { type Act, recordAct } from "../../platform/audit.ts";
import { createAlarm } from "../../platform/turns/one-at-a-time.ts";
import type { LivePart, SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { assertSuperAdmin, changeAlone } from "../identity/public.ts";
import { everybodysRoom } from "../people/public.ts";
import { followRow } from "./follow-row.ts";

type Row = Awaited<ReturnType<typeof selectMaintenance>>;
type By = Pick<Act, "actor" | "address">;
export type MaintenanceChange = Omit<
  RouteInput<typeof operationRoutes.announceMaintenance>["body"],
  "version"
>;

const dayMs = 24 * 3_600_000;
/** The longest wait that a program is told: maintenance may end early. */
const maxRetrySeconds = 600;

/**
 * Registers the routes about maintenance, follows it on this node, tells browsers when it starts and ends, and refuses
 * the writes of everyone but super administrators while it is read-only.
 */
export function openMaintenance({ db, log, routes, realtime, isHearing }: SliceContext): LivePart {
  let row: Row | undefined;
  /** The state that browsers know: the version, and whether maintenance is running or over. */
  let known: string | undefined;

  const onError = (error: unknown) => log.warn({ err: error }, "the maintenance could not be read");
  const alarm = createAlarm({
    async ring() {
      if (!row) return;
      const { version, announced } = presentMaintenance(row);
      const next = JSON.stringify([version, announced?.isRunning]);
      if (known !== undefined && known !== next) realtime.sendHere(everybodysRoom, "maintenance.changed", {});
      known = next;
    },
    async untilNextMs() {
      const waits = [row?.starts_at, row?.ends_at].map((at) => (at?.getTime() ?? 0) - Date.now());
      const ahead = waits.filter((ms) => ms > 0);
      return ahead.length > 0 ? Math.min(...ahead) : undefined;
    },
    onFailure: onError,
  });
  const followed = followRow({
    read: () => selectMaintenance(db),
    apply(next) {
      row = next;
      alarm.now();
    },
    onError,
  });
  /** A node that may have missed a change reads the row each time. */
  const current = async () => {
    if (row === undefined || !isHearing()) await followed.refresh();
    return row ?? selectMaintenance(db);
  };

  routes.route(operationRoutes.getMaintenance, async () => presentMaintenance(await current()));

  routes.route(operationRoutes.announceMaintenance, async ({ body }, { viewer, request }) => {
    await changeAlone(db, viewer, async (tx, person) => {
      assertSuperAdmin(person);
      const { version, ...change } = body;
      assertNotChanged(await selectMaintenance(tx), version);
      await announceMaintenance(tx, { actor: person, address: request.ip }, change);
    });
    await followed.refresh();
    return presentMaintenance(await current());
  });

  routes.route(operationRoutes.endMaintenance, async (_input, { viewer, request }) => {
    await changeAlone(db, viewer, async (tx, person) => {
      assertSuperAdmin(person);
      await endMaintenance(tx, { actor: person, address: request.ip });
    });
    await followed.refresh();
    return presentMaintenance(await current());
  });

  return {
    topics: { [notifyTopics.maintenanceChanged]: () => void followed.refresh() },
    onGap: followed.refresh,
    async admitWrite(viewerNow) {
      const { announced } = presentMaintenance(await current());
      if (!announced?.isReadOnly || !announced.isRunning) return;
      const viewer = await viewerNow();
      if (viewer && isSuperAdmin(viewer)) return;
      const leftSeconds = Math.ceil((Date.parse(announced.endsAt) - Date.now()) / 1000);
      const retryAfterSeconds = Math.min(Math.max(1, leftSeconds), maxRetrySeconds);
      throw new AppError("maintenance", { retryAfterSeconds });
    },
    async stop() {
      followed.stop();
      await alarm.stop();
    },
  };
}

/** The row of the maintenance, whose end may have passed. */
export function selectMaintenance(db: Database) {
  return db
    .selectFrom("maintenance")
    .select(["id", "text", "starts_at", "ends_at", "is_read_only", "version"])
    .executeTakeFirstOrThrow();
}

/** Presents the maintenance as it is now. */
export function presentMaintenance({ version, ...row }: Row): Maintenance {
  const announced = announcedOf(row);
  if (!announced || Date.parse(announced.endsAt) <= Date.now()) return { version, announced: null };
  return { version, announced: { ...announced, isRunning: Date.parse(announced.startsAt) <= Date.now() } };
}

function announcedOf(row: Omit<Row, "version">): Omit<AnnouncedMaintenance, "isRunning"> | null {
  const { text, starts_at, ends_at, is_read_only: isReadOnly } = row;
  if (text === null || !starts_at || !ends_at) return null;
  return { text, startsAt: starts_at.toISOString(), endsAt: ends_at.toISOString(), isReadOnly };
}

/**
 * Announces maintenance, or changes the one that is announced, in a transaction that has the turn of the
 * administration.
 * @throws {AppError} `invalid_request` for times that are not possible.
 */
export async function announceMaintenance(tx: Database, by: By, change: MaintenanceChange): Promise<void> {
  const before = await selectMaintenance(tx);
  const now = Date.now();
  const running = presentMaintenance(before).announced;
  // "At once" keeps the start of maintenance that is running already.
  const start = change.startsAt ?? (running?.isRunning ? running.startsAt : new Date(now).toISOString());
  const endsAt = Date.parse(change.endsAt);
  const startsAt = Date.parse(start);
  if (startsAt > now + maxMaintenanceNoticeDays * dayMs)
    refuseTime("startsAt", `Choose a start within ${maxMaintenanceNoticeDays} days`);
  if (endsAt <= Math.max(startsAt, now))
    refuseTime("endsAt", "Choose an end after the start, and in the future");
  if (endsAt - startsAt > maxMaintenanceDays * dayMs)
    refuseTime("endsAt", `Choose an end within ${maxMaintenanceDays} days of the start`);
  const { text, isReadOnly } = change;
  await tx
    .updateTable("maintenance")
    .set({
      ...{ text, starts_at: new Date(startsAt), ends_at: new Date(endsAt), is_read_only: isReadOnly },
      version: before.version + 1,
    })
    .execute();
  await recordAct(tx, {
    action: "maintenance.announced",
    ...by,
    ...(running ? { before: announcedOf(before) ?? {} } : {}),
    after: {
      text,
      startsAt: new Date(startsAt).toISOString(),
      endsAt: new Date(endsAt).toISOString(),
      isReadOnly,
    },
  });
}

function refuseTime(path: string, message: string): never {
  throw new AppError("invalid_request", { detail: message, fields: [{ path, message }] });
}

/**
 * Ends or cancels the maintenance, in a transaction that has the turn of the administration.
 * @returns whether there was one.
 */
export async function endMaintenance(tx: Database, by: By): Promise<boolean> {
  const before = await selectMaintenance(tx);
  if (!presentMaintenance(before).announced) return false;
  await tx
    .updateTable("maintenance")
    .set({ text: null, starts_at: null, ends_at: null, is_read_only: false, version: before.version + 1 })
    .execute();
  await recordAct(tx, {
    action: "maintenance.ended",
    ...by,
    before: announcedOf(before) ?? {},
  });
  return true;
}
