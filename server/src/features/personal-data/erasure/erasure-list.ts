import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import {
  erasureListName,
  type ListedErasure,
  parseErasureList,
} from "../../../platform/backup/erasure-list.ts";
import { hashSent } from "../../../platform/create-once.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Job } from "../../../platform/jobs/jobs.ts";
import { repeat } from "../../../platform/turns/repeat.ts";
import type { LivePart, SliceContext } from "../../../slice.ts";
import type { Tables } from "../../../tables.ts";
import { waitForTurn } from "../../identity/public.ts";
import { isPersonHeld, lockRetention } from "../../retention/public.ts";
import { erasureJob } from "./run-erasure.ts";
import { beginErasure } from "./start-erasure.ts";

/** At least so often, for erasures that other nodes have started. */
const everyMs = 10 * 60_000;

type Dependencies = Pick<SliceContext, "db" | "dataFolder" | "log">;

/**
 * Adds the erasures of the database to the list in the data folder of this node, which a restore of the database leaves as
 * it is. A list that cannot be written is tried again later.
 */
export async function noteErasures({ db, dataFolder, log }: Dependencies): Promise<void> {
  if (dataFolder === undefined) return;
  const path = join(dataFolder, erasureListName);
  try {
    const listed = new Set((await readList(path)).map(({ id }) => id));
    const rows = await db
      .selectFrom("erasures")
      .select(["id", "person_id", "keeps_texts", "requested_at"])
      .orderBy("requested_at")
      .execute();
    const lines = rows
      .filter(({ id }) => !listed.has(id))
      .map(({ id, person_id: personId, keeps_texts: keepsTexts, requested_at: at }) =>
        JSON.stringify({ id, personId, keepsTexts, at: at.toISOString() } satisfies ListedErasure),
      );
    if (lines.length === 0) return;
    const file = await open(path, "a", 0o600);
    try {
      // A line of a killed server may have no end.
      await file.appendFile(lines.map((line) => `\n${line}\n`).join(""));
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (err) {
    log.error({ err, path }, "the list of erasures could not be written");
  }
}

/**
 * Keeps that list. At the start, it begins again the erasures that the database does not know, because an older backup was
 * restored: before the first request is answered, these people have no account and no name.
 */
export function keepErasureList(context: SliceContext): LivePart {
  const { db, dataFolder, log } = context;
  if (dataFolder === undefined) return {};
  const path = join(dataFolder, erasureListName);
  let left: ListedErasure[] | undefined;

  /** @returns whether a legal hold keeps the person. */
  async function begin({ id, personId, keepsTexts, at }: ListedErasure): Promise<boolean> {
    let isHeld = false;
    const broadcast = await transact(db, async (tx) => {
      await waitForTurn(tx);
      const known = await tx
        .selectFrom("profiles as p")
        .leftJoin("erasures as e", "e.person_id", "p.id")
        .select("e.id as erasure_id")
        .where("p.id", "=", personId)
        .executeTakeFirst();
      // The person came after the backup, or their erasure is in it.
      if (!known || known.erasure_id) return undefined;
      await lockRetention(tx);
      if (await isPersonHeld(tx, personId)) {
        log.warn({ personId }, "a legal hold of the restored backup keeps a person who was erased");
        isHeld = true;
        return undefined;
      }
      const hash = hashSent(personId, keepsTexts);
      const requestedAt = new Date(at);
      // The job is queued when jobs have started.
      return beginErasure(context, tx, { id, personId, keepsTexts, requestedAt, requesterId: null, hash });
    });
    await broadcast?.(context);
    return isHeld;
  }

  /** Those that a hold keeps are tried again with the next call. */
  async function beginAndNote(): Promise<void> {
    const held: ListedErasure[] = [];
    left ??= await readList(path);
    for (const listed of left) if (await begin(listed)) held.push(listed);
    left = held;
    await noteErasures(context);
  }

  const onError = (err: unknown) => log.error({ err }, "listed erasures could not begin");
  const often = repeat({ everyMs, run: beginAndNote, onError });
  return {
    onGap: beginAndNote,
    stop: often.stop,
  };
}

/**
 * Queues erasures that nobody works on: those that began again after a restore, whose backup has no jobs, and those whose
 * job was given up. An erasure that is worked on says so more often than every ten minutes.
 */
export function resumeErasuresJob(context: SliceContext): Job<Tables> {
  return {
    name: "personal-data.resume-erasures",
    isDueAtStart: true,
    cron: "*/5 * * * *",
    async run({ tx }) {
      const idle = await tx
        .selectFrom("erasures")
        .select("id")
        .where("state", "=", "running")
        .where((eb) =>
          eb.or([eb("tries", "=", 0), eb("worked_at", "<", sql<Date>`now() - interval '10 minutes'`)]),
        )
        .execute();
      for (const { id } of idle) await context.enqueue(tx, erasureJob(context), { erasureId: id });
    },
  };
}

async function readList(path: string): Promise<ListedErasure[]> {
  try {
    return parseErasureList(await readFile(path, "utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}
