import type { Change, Message } from "@atoll/contract/chat/schemas";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aMessage, aTombstone } from "../../../../test/chat/objects.ts";
import {
  appendPage,
  applyChange,
  applyChanges,
  type ChangesPage,
  type HistoryPage,
  isBehind,
  isStale,
  openStream,
  prependPage,
  type Stream,
  type StreamChange,
  trimStream,
  visibleMessages,
} from "./stream.ts";

/** A channel as the server keeps it: rows, and every change that was ever sent. */
class Server {
  readonly rows: Change[] = [];
  readonly sent: StreamChange[] = [];

  get head(): number {
    return this.sent.length;
  }
  post(): void {
    const seq = this.head + 1;
    this.#send(aMessage({ seq }));
  }
  reply(pick: number): void {
    const parent = this.#living(pick);
    if (!parent) return;
    const parentId = parent.parentId ?? parent.id;
    this.#send(aMessage({ seq: this.head + 1, parentId }));
    const root = this.rows.find(({ id }) => id === parentId);
    if (root && !root.deleted)
      this.#send({ ...root, changedSeq: this.head + 1, content: `replied ${this.head}` });
  }
  edit(pick: number): void {
    const row = this.#living(pick);
    if (row)
      this.#send({ ...row, changedSeq: this.head + 1, content: `edit ${this.head + 1}`, edited: true });
  }
  remove(pick: number): void {
    const row = this.#living(pick);
    if (row) this.#send(aTombstone({ seq: row.seq, parentId: row.parentId, changedSeq: this.head + 1 }));
  }
  history(before: number | null, limit: number): HistoryPage {
    const all = this.rows.filter(
      (row) => !row.deleted && row.parentId === null && (before === null || row.seq < before),
    );
    const messages = all.slice(-limit).filter((row) => !row.deleted);
    return { messages, hasMore: all.length > messages.length, head: this.head };
  }
  historyAfter(after: number, limit: number): HistoryPage {
    const all = this.#shown().filter((row) => row.seq > after);
    return {
      messages: all.slice(0, limit),
      hasMore: after > 0,
      hasNewer: all.length > limit,
      head: this.head,
    };
  }
  historyAround(seq: number, half: number): HistoryPage {
    const shown = this.#shown();
    const [older, newer] = [shown.filter((row) => row.seq < seq), shown.filter((row) => row.seq >= seq)];
    return {
      messages: [...older.slice(-half), ...newer.slice(0, half)],
      hasMore: older.length > half,
      hasNewer: newer.length > half,
      head: this.head,
    };
  }
  #shown(): Message[] {
    return this.rows.flatMap((row) => (row.deleted || row.parentId !== null ? [] : [row]));
  }
  changes(since: number, limit: number): ChangesPage {
    const all = this.rows.filter((row) => row.changedSeq > since).sort((a, b) => a.changedSeq - b.changedSeq);
    return { changes: all.slice(0, limit), hasMore: all.length > limit, head: this.head };
  }
  #living(pick: number): Message | undefined {
    const living = this.rows.flatMap((row) => (row.deleted ? [] : [row]));
    return living[pick % Math.max(1, living.length)];
  }
  #send(message: Change): void {
    const at = this.rows.findIndex((row) => row.id === message.id);
    if (at === -1) this.rows.push(message);
    else this.rows[at] = message;
    this.sent.push({ seq: message.changedSeq, message });
  }
}

const fresh = (server: Server) => server.history(null, Number.MAX_SAFE_INTEGER).messages;

/** Catches up and scrolls until nothing is missing. */
function settle(server: Server, stream: Stream, limit: number): Stream {
  let next = stream;
  while (isBehind(next, server.head)) next = applyChanges(next, next.seq, server.changes(next.seq, limit));
  while (next.from > 0) next = prependPage(next, next.from, server.history(next.from, limit));
  while (next.to !== null) next = appendPage(next, next.to - 1, server.historyAfter(next.to - 1, limit));
  return next;
}

const step = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ kind: "post" } as const) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("edit" as const), pick: fc.nat(50) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("reply" as const), pick: fc.nat(50) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("remove" as const), pick: fc.nat(50) }) },
  // An event arrives: mostly a recent one, sometimes an old or a repeated one.
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("event" as const), back: fc.nat(8) }) },
  // A question is answered now, and its answer arrives some steps later, or never.
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("ask changes" as const),
      limit: fc.integer({ min: 1, max: 6 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("ask history" as const),
      limit: fc.integer({ min: 1, max: 6 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("ask newer" as const), limit: fc.integer({ min: 1, max: 6 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("trim" as const),
      side: fc.constantFrom("older" as const, "newer" as const),
      keep: fc.integer({ min: 1, max: 6 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("go to" as const), seq: fc.integer({ min: 1, max: 30 }) }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("answer" as const), pick: fc.nat(5) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("reload" as const), limit: fc.integer({ min: 1, max: 6 }) }),
  },
);

describe("a stream", () => {
  it("equals a fresh fetch, whatever arrives in whatever order", () => {
    fc.assert(
      fc.property(
        fc.nat(12),
        fc.integer({ min: 1, max: 6 }),
        fc.array(step, { maxLength: 80 }),
        (old, limit, steps) => {
          const server = new Server();
          for (let i = 0; i < old; i += 1) server.post();
          let stream = openStream(server.history(null, limit));
          const answers: ((stream: Stream) => Stream)[] = [];
          for (const step of steps) {
            if (step.kind === "post") server.post();
            if (step.kind === "reply") server.reply(step.pick);
            if (step.kind === "edit") server.edit(step.pick);
            if (step.kind === "remove") server.remove(step.pick);
            if (step.kind === "reload") stream = openStream(server.history(null, step.limit));
            if (step.kind === "event") {
              const change = server.sent.at(-1 - step.back);
              if (change) stream = applyChange(stream, change);
            }
            if (step.kind === "ask changes") {
              const since = stream.seq;
              const page = server.changes(since, step.limit);
              answers.push((now) => applyChanges(now, since, page));
            }
            if (step.kind === "ask history" && stream.from > 0) {
              const before = stream.from;
              const page = server.history(before, step.limit);
              answers.push((now) => prependPage(now, before, page));
            }
            if (step.kind === "ask newer" && stream.to !== null) {
              const after = stream.to - 1;
              const page = server.historyAfter(after, step.limit);
              answers.push((now) => appendPage(now, after, page));
            }
            if (step.kind === "trim") stream = trimStream(stream, step.side, step.keep);
            if (step.kind === "go to") stream = openStream(server.historyAround(step.seq, 2));
            if (step.kind === "answer") stream = answers.splice(step.pick % 6, 1)[0]?.(stream) ?? stream;
            expect(stream.messages.map((message) => message.seq)).toEqual(
              [...new Set(stream.messages.map((message) => message.seq))].sort((a, b) => a - b),
            );
          }
          expect(settle(server, stream, limit).messages).toEqual(fresh(server));
        },
      ),
      {
        numRuns: 2000,
        examples: [
          // A page of history that was asked for before the window was loaded again.
          [
            11,
            4,
            [
              { kind: "ask history", limit: 2 },
              { kind: "edit", pick: 27 },
              { kind: "reload", limit: 4 },
              { kind: "answer", pick: 0 },
            ],
          ],
        ],
      },
    );
  });

  it("keeps at most the given number, and knows what it dropped", () => {
    const messages = [1, 2, 3, 4, 5].map((seq) => aMessage({ seq }));
    const whole = openStream({ messages, hasMore: false, head: 5 });
    const early = trimStream(whole, "newer", 2);
    expect(early).toMatchObject({ from: 0, to: 3, messages: messages.slice(0, 2) });
    // A message posted in the meantime belongs after the missing ones.
    expect(applyChange(early, { seq: 6, message: aMessage({ seq: 6 }) }).messages).toBe(early.messages);
    expect(isStale(early, { messages: [], hasMore: true, head: 4 })).toBe(true);
    expect(trimStream(whole, "older", 2)).toMatchObject({ from: 4, to: null, messages: messages.slice(3) });
    expect(trimStream(whole, "older", 5)).toBe(whole);
  });

  it("ignores known changes and returns the same object", () => {
    const stream = openStream({ messages: [aMessage({ seq: 3 })], hasMore: false, head: 3 });
    expect(applyChange(stream, { seq: 3, message: aMessage({ seq: 3 }) })).toBe(stream);
    expect(applyChanges(stream, 1, { changes: [aMessage({ seq: 2 })], hasMore: false, head: 3 })).toBe(
      stream,
    );
    expect(applyChanges(stream, 9, { changes: [], hasMore: false, head: 9 })).toBe(stream);
  });

  it("keeps a change that came too early until the gap closes", () => {
    const empty = openStream({ messages: [], hasMore: false, head: 0 });
    const early = applyChange(empty, { seq: 2, message: aMessage({ seq: 2 }) });
    expect(isBehind(early, 0)).toBe(true);
    expect(early.messages).toEqual([]);
    expect(visibleMessages(early).map((message) => message.seq)).toEqual([2]);
    const whole = applyChange(early, { seq: 1, message: aMessage({ seq: 1 }) });
    expect(isBehind(whole, 2)).toBe(false);
    expect(whole.messages.map((message) => message.seq)).toEqual([1, 2]);
  });

  it("shows an early message once, as last edited, and not when deleted", () => {
    const empty = openStream({ messages: [], hasMore: false, head: 0 });
    const posted = applyChange(empty, { seq: 2, message: aMessage({ seq: 2 }) });
    const edited = applyChange(posted, {
      seq: 4,
      message: aMessage({ seq: 2, changedSeq: 4, content: "new" }),
    });
    expect(visibleMessages(edited).map((message) => message.content)).toEqual(["new"]);
    const deleted = applyChange(edited, { seq: 6, message: aTombstone({ seq: 2, changedSeq: 6 }) });
    expect(visibleMessages(deleted)).toEqual([]);
  });

  it("lets a change to a message older than the window only move the number", () => {
    const stream = openStream({ messages: [aMessage({ seq: 9 })], hasMore: true, head: 9 });
    const next = applyChange(stream, { seq: 10, message: aMessage({ seq: 2, changedSeq: 10 }) });
    expect(next).toMatchObject({ seq: 10, messages: stream.messages });
    // A page that was read before that change would bring the old text back.
    const stale: HistoryPage = { messages: [aMessage({ seq: 2 })], hasMore: false, head: 9 };
    expect(isStale(next, stale)).toBe(true);
    expect(prependPage(next, 9, stale)).toBe(next);
  });

  it("does not go back to an older text when a page is newer than the window", () => {
    const stream = openStream({ messages: [aMessage({ seq: 9 })], hasMore: true, head: 9 });
    const edited = aMessage({ seq: 2, changedSeq: 11, content: "second edit" });
    const paged = prependPage(stream, 9, { messages: [edited], hasMore: false, head: 11 });
    const late = applyChange(paged, {
      seq: 10,
      message: aMessage({ seq: 2, changedSeq: 10, content: "first edit" }),
    });
    expect(late).toMatchObject({ seq: 10, messages: [{ content: "second edit" }, { seq: 9 }] });
  });

  it("inserts a message that first arrives as an edit", () => {
    const stream = openStream({
      messages: [aMessage({ seq: 1 }), aMessage({ seq: 4 })],
      hasMore: false,
      head: 4,
    });
    const edit = { seq: 5, message: aMessage({ seq: 3, changedSeq: 5 }) };
    expect(applyChange(stream, edit).messages.map((message) => message.seq)).toEqual([1, 3, 4]);
  });

  it("holds back only a bounded number of early changes", () => {
    let stream = openStream({ messages: [], hasMore: false, head: 0 });
    for (let seq = 2; seq < 1000; seq += 1) stream = applyChange(stream, { seq, message: aMessage({ seq }) });
    expect(stream.ahead.length).toBe(200);
  });
});
