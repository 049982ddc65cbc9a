import {
  maxMissedChanges,
  maxMissedInAll,
  type ResumedHead,
  type ResumePosition,
} from "@atoll/contract/chat/resume-command";
import type { CommandAnswer } from "@atoll/contract/events";
import { batchReads } from "../../../platform/database/batch-reads.ts";
import type { LivePart, SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { HeadRow } from "../channel-queries.ts";
import { assertMayChat } from "../policy.ts";
import { type MessageSources, peopleIn, presentChange, presentHead, presentPreview } from "../present.ts";
import { assertChatter } from "../rooms.ts";
import { readMissed, readPreviews, readStandings } from "./resume-queries.ts";

interface Asker {
  userId: string;
  positions: readonly ResumePosition[];
}
type Answer = CommandAnswer<"streams.resume">;

/**
 * Answers browsers that reconnect with their positions and missed changes. After a restart, all of them ask at once:
 * their requests are batched, and changes that several of them missed are read once.
 */
export function connectResume({ db, people, viewers }: SliceContext): LivePart {
  const resume = batchReads((askers: readonly Asker[]) => answerAll({ db, people }, askers));
  return {
    commands: {
      async "streams.resume"({ positions }, sender) {
        assertChatter(sender);
        // Checks the current permissions, as for a request. Throws if the session has ended.
        assertMayChat(await viewers.ofCommand(sender));
        return (await resume({ userId: sender.userId, positions })) ?? nothing;
      },
    },
  };
}

const nothing: Answer = { heads: [], unreadThreads: 0 };

/**
 * Reads memberships, heads and changes in one snapshot: nobody receives changes from a channel that they had left, and
 * a browser that applies the response is exactly at the heads.
 */
async function answerAll(
  { db, people }: MessageSources,
  askers: readonly Asker[],
): Promise<Map<Asker, Answer>> {
  const { needs, previews, missed } = await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute((tx) => readNeeds(tx, askers));
  const shown = await peopleIn(
    people,
    needs.flatMap(({ heads }) => heads.flatMap(({ row, since }) => missed(row.id, since))),
  );

  function present({ row, needsPreview, since }: Need, viewerId: string): ResumedHead {
    const preview = needsPreview ? previews.get(row.id) : undefined;
    return {
      ...presentHead(row),
      ...(preview && { preview: presentPreview(preview) }),
      ...(since !== undefined && {
        missed: missed(row.id, since).map((change) => presentChange(change, shown, viewerId)),
      }),
    };
  }
  return new Map(
    needs.map(({ asker, unreadThreads, heads }) => [
      asker,
      { heads: heads.map((need) => present(need, asker.userId)), unreadThreads },
    ]),
  );
}

async function readNeeds(tx: Database, askers: readonly Asker[]) {
  const standings = await readStandings(
    tx,
    askers.map(({ userId }) => userId),
  );
  const needs = askers.map((asker) => {
    const { heads, unreadThreads } = standings.get(asker.userId) ?? { heads: [], unreadThreads: 0 };
    return { asker, unreadThreads, heads: needsOf(heads, asker.positions) };
  });
  const all = needs.flatMap(({ heads }) => heads);
  const previews = await readPreviews(
    tx,
    all.flatMap(({ row, needsPreview }) => (needsPreview ? [row.id] : [])),
  );
  const missed = await readMissed(
    tx,
    all.flatMap(({ row, since }) => (since === undefined ? [] : [{ channelId: row.id, since }])),
  );
  return { needs, previews, missed };
}

interface Need {
  row: HeadRow;
  needsPreview: boolean;
  /** The number after which missed changes are sent. */
  since: number | undefined;
}

function needsOf(rows: readonly HeadRow[], positions: readonly ResumePosition[]): Need[] {
  const known = new Map(positions.map((position) => [position.channelId, position]));
  let left = maxMissedInAll;
  return rows.map((row) => {
    const { head, held: since } = known.get(row.id) ?? {};
    // Each number is one message, or replaces an earlier one, so at most this many are missing.
    const missing = since === undefined ? 0 : row.head - since;
    const isTold = missing > 0 && missing <= Math.min(left, maxMissedChanges);
    if (isTold) left -= missing;
    return {
      row,
      needsPreview: head !== undefined && head !== row.head,
      since: isTold ? since : undefined,
    };
  });
}
