import type { Change, Channel, Head } from "@atoll/contract/chat/schemas";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aChannel, aMessage, aTombstone, marisol, ruth, testId } from "../../../test/chat/objects.ts";
import { isListBehind, type ListEvent, replay, totalUnread, updateList } from "./unread.ts";

const me = marisol.id;

/** One channel as the server counts it, for the viewer `me`. */
class Server {
  readonly rows: Change[] = [];
  head = 0;
  lastReadSeq = 0;

  post(isMine: boolean): ListEvent {
    this.head += 1;
    const message = aMessage({ seq: this.head, author: isMine ? marisol : ruth });
    this.rows.push(message);
    return this.#event(message);
  }
  change(pick: number, kind: "edit" | "remove"): ListEvent | undefined {
    const living = this.rows.flatMap((row, at) => (row.deleted ? [] : [{ row, at }]));
    const picked = living[pick % Math.max(1, living.length)];
    if (!picked) return undefined;
    this.head += 1;
    const { row, at } = picked;
    const changedSeq = this.head;
    this.rows[at] =
      kind === "edit"
        ? { ...row, changedSeq, content: `edit ${changedSeq}` }
        : aTombstone({ seq: row.seq, changedSeq, authorId: row.author.id });
    return this.#event(this.rows[at]);
  }
  read(seq: number): ListEvent | undefined {
    if (Math.min(seq, this.head) <= this.lastReadSeq) return undefined;
    this.lastReadSeq = Math.min(seq, this.head);
    return { kind: "read", head: this.state() };
  }
  state(): Head {
    const unread = this.rows.filter(
      (row) => !row.deleted && row.seq > this.lastReadSeq && row.author.id !== me,
    );
    return { channelId: testId(1000), head: this.head, lastReadSeq: this.lastReadSeq, unread: unread.length };
  }
  fetch(): Channel {
    const { head, lastReadSeq, unread } = this.state();
    const posted = this.rows.at(-1)?.createdAt;
    const last = this.rows.findLast((row) => !row.deleted);
    const lastMessage =
      last && !last.deleted
        ? {
            id: last.id,
            seq: last.seq,
            authorId: last.author.id,
            authorName: last.author.name,
            content: last.content,
            createdAt: last.createdAt,
          }
        : null;
    return aChannel({ head, lastReadSeq, unread, lastMessage, ...(posted && { lastActivity: posted }) });
  }
  #event(message: Change): ListEvent {
    const change = { seq: message.changedSeq, message };
    return { kind: "change", channelId: testId(1000), change, isReading: false };
  }
}

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("post" as const), isMine: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("edit" as const), pick: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("remove" as const), pick: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("read" as const), back: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.constant({ kind: "begin fetch" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "end fetch" as const }) },
);
/** How each event arrives. A late one comes after those of the next steps. */
const delivery = fc.constantFrom("once", "once", "once", "twice", "late", "lost");

describe("the list of channels", () => {
  it("equals a fresh fetch, or knows that it has to fetch again", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(step, delivery), { maxLength: 40 }), fc.boolean(), (steps, isCalm) => {
        const server = new Server();
        let channels: readonly Channel[] = [server.fetch()];
        let isUncertain = false;
        let fetching: { answer: Channel; log: ListEvent[] } | null = null;
        const late: ListEvent[] = [];
        const receive = (event: ListEvent) => {
          const update = updateList(channels, event, me);
          channels = update.channels;
          isUncertain ||= update.isUncertain;
          fetching?.log.push(event);
        };
        const happen = (now: (typeof steps)[number][0]): ListEvent | undefined => {
          if (now.kind === "post") return server.post(now.isMine);
          if (now.kind === "edit" || now.kind === "remove") return server.change(now.pick, now.kind);
          if (now.kind === "read") return server.read(server.head - now.back);
          if (now.kind === "begin fetch") fetching = { answer: server.fetch(), log: [] };
          if (now.kind === "end fetch" && fetching) {
            ({ channels, isUncertain } = replay([fetching.answer], fetching.log, me));
            fetching = null;
          }
          return undefined;
        };
        for (const [now, given] of steps) {
          const how = isCalm ? "once" : given;
          const event = happen(now);
          if (!event) late.splice(0).forEach(receive);
          else if (how === "late") late.push(event);
          else if (how !== "lost") receive(event);
          if (event && how === "twice") receive(event);
          // A change or a mark that was lost last is what the heads are for.
          const { head, lastReadSeq } = server.state();
          if (isUncertain || channels[0]!.head !== head || channels[0]!.lastReadSeq !== lastReadSeq) continue;
          expect(channels).toEqual([server.fetch()]);
        }
      }),
      {
        numRuns: 2000,
        examples: [
          // A message that was deleted before the list was fetched, told only after it.
          [
            [
              [{ kind: "post", isMine: false }, "late"],
              [{ kind: "remove", pick: 0 }, "once"],
              [{ kind: "begin fetch" }, "once"],
              [{ kind: "end fetch" }, "once"],
            ],
            false,
          ],
        ],
      },
    );
  });

  it("counts others' messages, not one's own, and not while they are being read", () => {
    const server = new Server();
    const before = [server.fetch()];
    const theirs = updateList(before, server.post(false), me).channels;
    expect(totalUnread(theirs)).toBe(1);
    const mine = updateList(theirs, server.post(true), me).channels;
    expect(totalUnread(mine)).toBe(1);
    const event = server.post(false);
    const seen = updateList(
      mine,
      event.kind === "change" ? { ...event, isReading: true } : event,
      me,
    ).channels;
    expect(seen[0]).toMatchObject({ unread: 0, lastReadSeq: 3, head: 3 });
  });

  it("marks what was read on this screen, and never back", () => {
    const channels = [aChannel({ head: 9, lastReadSeq: 4, unread: 3 })];
    const marked = updateList(channels, { kind: "marked", channelId: testId(1000), seq: 9 }, me).channels;
    expect(marked[0]).toMatchObject({ lastReadSeq: 9, unread: 0 });
    expect(updateList(marked, { kind: "marked", channelId: testId(1000), seq: 5 }, me).channels).toBe(marked);
    const late: ListEvent = {
      kind: "read",
      head: { channelId: testId(1000), head: 9, lastReadSeq: 4, unread: 3 },
    };
    expect(updateList(marked, late, me).channels).toBe(marked);
  });

  it("asks again for a channel that it does not know, and forgets one that was left", () => {
    const channels = [aChannel({ id: testId(1) })];
    expect(updateList(channels, new Server().post(false), me)).toEqual({ channels, isUncertain: true });
    const removed = updateList(channels, { kind: "removed", channelId: testId(1) }, me).channels;
    expect(removed).toEqual([]);
    const added = updateList(removed, { kind: "added", channel: aChannel({ id: testId(2) }) }, me).channels;
    expect(added.map((channel) => channel.id)).toEqual([testId(2)]);
  });

  it("puts the channel that was written to last first", () => {
    const quiet = aChannel({ id: testId(1), lastActivity: "2025-11-19T08:59:00.000Z" });
    const channels = [quiet, aChannel({ lastActivity: "2025-11-19T08:00:00.000Z" })];
    const posted = updateList(channels, new Server().post(false), me).channels;
    expect(posted.map((channel) => channel.id)).toEqual([testId(1000), testId(1)]);
  });

  it("compares heads with what was known when they were asked for", () => {
    const head = { channelId: testId(1000), head: 5, lastReadSeq: 5, unread: 0 };
    const at = (seq: number) => [aChannel({ head: seq, lastReadSeq: 5 })];
    expect(isListBehind(at(5), at(5), [head])).toBe(false);
    expect(isListBehind(at(4), at(4), [head])).toBe(true);
    // An event arrived after the question.
    expect(isListBehind(at(5), at(6), [head])).toBe(false);
    // A restored backup.
    expect(isListBehind(at(6), at(6), [head])).toBe(true);
    expect(isListBehind(at(5), at(5), [{ ...head, unread: 2 }])).toBe(true);
    expect(isListBehind(at(5), at(5), [])).toBe(true);
    // Opened by a colleague, nothing written yet.
    expect(isListBehind([], [], [{ ...head, head: 0 }])).toBe(false);
  });
});
