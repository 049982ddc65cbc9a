import { isDeepStrictEqual } from "node:util";
import type { Change, Message } from "@atoll/contract/chat/schemas";
import type { Held } from "./held.ts";
import type { ModelBrowser } from "./model-browser.ts";

/** Every copy against what the server answers now, and what each person sent against all of them. */
export async function compare(browsers: readonly ModelBrowser[], channelIds: readonly string[]) {
  const fresh = new Map<string, Map<string, Change>>();
  const faults = { differing: 0, lost: 0, doubled: 0, reordered: 0, miscounted: 0 };
  const sums = { posts: 0, changes: 0, held: 0, outOfOrder: 0 };
  for (const channelId of channelIds) {
    const reader = browsers.find(({ held }) => held.has(channelId));
    const rows: Change[] = [];
    for (let since = 0; reader; ) {
      const page = await reader.changes(channelId, since);
      rows.push(...(page?.changes ?? []));
      if (!page?.hasMore) break;
      since = page.changes.at(-1)?.changedSeq ?? since;
    }
    faults.doubled += rows.length - new Set(rows.map(({ seq }) => seq)).size;
    fresh.set(channelId, new Map(rows.map((row) => [row.id, row])));
  }
  for (const browser of browsers) {
    sums.outOfOrder += browser.outOfOrder;
    const heads = await browser.heads();
    faults.differing += Math.abs(heads.length - browser.held.size);
    for (const head of heads) {
      const held = browser.held.get(head.channelId);
      const rows = fresh.get(head.channelId);
      sums.held += 1;
      if (!held || !rows || held.seq !== head.head || !isDeepStrictEqual(held.messages.size, rows.size))
        faults.differing += 1;
      else if ([...rows].some(([id, row]) => !isDeepStrictEqual(held.messages.get(id), row)))
        faults.differing += 1;
      const { unread, unreadMentions } = held ? countUnread(held, browser.member.id) : head;
      if (
        !held ||
        held.lastReadSeq !== head.lastReadSeq ||
        unread !== head.unread ||
        unreadMentions !== head.unreadMentions
      )
        faults.miscounted += 1;
    }
    for (const [channelId, ids] of browser.posted) {
      const seqs = ids.map((id) => fresh.get(channelId)?.get(id)?.seq ?? 0);
      sums.posts += ids.length;
      faults.lost += seqs.filter((seq) => seq === 0).length;
      faults.reordered += seqs.filter((seq, at) => seq < (seqs[at - 1] ?? 0)).length;
    }
  }
  for (const rows of fresh.values())
    sums.changes += Math.max(0, ...[...rows.values()].map(({ changedSeq }) => changedSeq));
  return { ...faults, ...sums, faults: () => faults };
}

/** How many messages of others are unread, and how many of them call this person: counted from what is held. */
function countUnread(
  { messages, lastReadSeq }: Held,
  personId: string,
): { unread: number; unreadMentions: number } {
  const unread = [...messages.values()].filter(
    (message): message is Message =>
      !message.deleted &&
      !message.removed &&
      message.parentId === null &&
      message.seq > lastReadSeq &&
      message.author.id !== personId,
  );
  const called = unread.filter(
    ({ mentions, mentionsAll, calledHere }) =>
      mentionsAll === "channel" || calledHere || mentions.some(({ id }) => id === personId),
  );
  return { unread: unread.length, unreadMentions: called.length };
}
