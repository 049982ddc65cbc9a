import { parseArgs } from "node:util";
import { maxMaintenanceText } from "@atoll/contract/operation/maintenance";
import { waitForTurn } from "./features/identity/public.ts";
import {
  announceMaintenance,
  endMaintenance,
  type MaintenanceChange,
  presentMaintenance,
  selectMaintenance,
} from "./features/operation/maintenance.ts";
import { command, say, withDatabase } from "./operate.ts";
import { operator } from "./platform/audit.ts";
import { transact } from "./platform/database/transact.ts";
import { StartError } from "./platform/log/start-error.ts";

const usage = `Use: npm run maintenance -- on <text> --minutes <n> | --until <time> [--from <time>] [--read-only | --no-read-only]
     npm run maintenance -- off
     npm run maintenance
A change of announced maintenance keeps read-only as it is, unless you say otherwise.
Times are as 2026-12-01T22:00, in the time zone of this machine, or end with Z or an offset.`;

// Announces maintenance, ends it, or says what is announced, with or without a running server.
await command(async () => {
  const wanted = readArguments();
  await withDatabase(async (db) => {
    if (wanted === "off") {
      const wasOn = await transact(db, async (tx) => {
        await waitForTurn(tx);
        return endMaintenance(tx, operator);
      });
      return say(wasOn ? "Maintenance is over. It is in the audit log." : "No maintenance was announced.");
    }
    if (wanted !== "status")
      await transact(db, async (tx) => {
        await waitForTurn(tx);
        // Prolonging read-only maintenance must not let everyone write in the middle of the work.
        const isReadOnly =
          wanted.isReadOnly ?? presentMaintenance(await selectMaintenance(tx)).announced?.isReadOnly ?? false;
        await announceMaintenance(tx, operator, { ...wanted, isReadOnly });
      });
    const { announced } = presentMaintenance(await selectMaintenance(db));
    if (!announced) return say("No maintenance is announced.");
    const { startsAt, endsAt, isReadOnly, isRunning, text } = announced;
    say(`${isRunning ? "Running since" : "Announced from"} ${startsAt} until ${endsAt}: ${text}`);
    say(
      isReadOnly
        ? "Only super administrators can change anything while it lasts."
        : "Everyone can go on working while it lasts.",
    );
  });
});

type Wanted = Omit<MaintenanceChange, "isReadOnly"> & { isReadOnly: boolean | undefined };

function readArguments(): Wanted | "off" | "status" {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      allowNegative: true,
      options: {
        from: { type: "string" },
        until: { type: "string" },
        minutes: { type: "string" },
        "read-only": { type: "boolean" },
      },
    });
    const [verb, ...words] = positionals;
    const isBare = words.length === 0 && Object.values(values).every((value) => value === undefined);
    if (isBare && (verb === undefined || verb === "off")) return verb ?? "status";
    if (verb !== "on") throw new Error("Use on or off.");
    const text = words.join(" ").trim();
    if (text === "" || text.length > maxMaintenanceText)
      throw new Error(`Say what happens, in at most ${maxMaintenanceText} characters.`);
    const startsAt = values.from === undefined ? null : readTime(values.from);
    return { text, startsAt, endsAt: readEnd(values, startsAt), isReadOnly: values["read-only"] };
  } catch (cause) {
    throw new StartError(cause instanceof Error ? cause.message : String(cause), usage, { cause });
  }
}

function readEnd(
  { until, minutes }: { until?: string | undefined; minutes?: string | undefined },
  startsAt: string | null,
): string {
  if ((until === undefined) === (minutes === undefined)) throw new Error("Say either --minutes or --until.");
  if (until !== undefined) return readTime(until);
  const count = Number(minutes);
  if (!Number.isInteger(count) || count < 1) throw new Error("--minutes is a whole number from 1 on.");
  return new Date((startsAt === null ? Date.now() : Date.parse(startsAt)) + count * 60_000).toISOString();
}

function readTime(text: string): string {
  const time = new Date(text);
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) && !Number.isNaN(time.getTime());
  if (!isTime) throw new Error(`${text} is not a time.`);
  return time.toISOString();
}
