import type { Change, Channel, Head, Message } from "@atoll/contract/chat/schemas";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aChannel, aMessage, aTombstone, marisol, ruth, testId } from "../../../../test/chat/objects.ts";
import { replay } from "../../../capabilities/live/live-query.ts";
import { isListBehind, type ListEvent, totalUnread, updateList } from "./unread.ts";

const me = marisol.id;

/** One channel as the server counts it, for the viewer `me`. */
class Server {
  readonly rows: Change[] = [];
  head = 0;
  lastReadSeq = 0;

  post(isMine: boolean, calls: Calls = null): ListEvent {
    return this.#put(aMessage({ seq: this.head + 1, author: isMine ? marisol : ruth, ...calling(calls) }));
  }
  /** A reply, and the change to the message it belongs to. */
  reply(pick: number, isMine: boolean): ListEvent[] {
    const parent = this.#pick(pick, ({ parentId }) => parentId === null);
    if (!parent) return [];
    const author = isMine ? marisol : ruth;
    const reply = aMessage({ seq: this.head + 1, author, parentId: parent.id });
    const event = this.#put(reply);
    return [event, this.#put({ ...parent, ...this.#summary(parent.id), changedSeq: this.head + 1 })];
  }
  edit(pick: number, calls: Calls): ListEvent[] {
    const row = this.#pick(pick, ({ removed }) => !removed);
    if (!row) return [];
    const changedSeq = this.head + 1;
    const edited = { content: `edit ${changedSeq}`, edited: true, ...calling(calls) };
    return [this.#put({ ...row, ...edited, changedSeq })];
  }
  react(pick: number): ListEvent[] {
    const row = this.#pick(pick, ({ removed }) => !removed);
    return row ? [this.#put({ ...row, changedSeq: this.head + 1 })] : [];
  }
  /** A tombstone, or an empty place; of a reply, and the change to the message it belongs to. */
  remove(pick: number): ListEvent[] {
    const row = this.#pick(pick, ({ removed }) => !removed);
    if (!row) return [];
    const parent = this.rows.find(({ id }) => id === row.parentId);
    const events = [this.#put(row.thread ? empty(row, this.head + 1) : buried(row, this.head + 1))];
    if (!parent || parent.deleted) return events;
    const summary = this.#summary(parent.id);
    const isOver = parent.removed && summary.thread === null;
    const changedSeq = this.head + 1;
    return [
      ...events,
      this.#put(isOver ? buried(parent, changedSeq) : { ...parent, ...summary, changedSeq }),
    ];
  }
  read(seq: number): ListEvent[] {
    if (Math.min(seq, this.head) <= this.lastReadSeq) return [];
    this.lastReadSeq = Math.min(seq, this.head);
    return [{ kind: "read", head: this.state() }];
  }
  unread(back: number): ListEvent[] {
    const seq = Math.max(1, this.head - back);
    if (this.lastReadSeq < seq) return [];
    this.lastReadSeq = seq - 1;
    return [{ kind: "read", head: this.state() }];
  }
  /** The answer after a cut, to one who knows another head. */
  resume(): ListEvent {
    const { lastActivity, lastMessage } = this.fetch();
    return { kind: "resumed", head: { ...this.state(), preview: { lastActivity, lastMessage } } };
  }
  state(): Head {
    const unread = this.rows.flatMap((row) => {
      if (row.deleted || row.removed || row.parentId !== null) return [];
      return row.seq > this.lastReadSeq && row.author.id !== me ? [row] : [];
    });
    return {
      channelId: testId(1000),
      head: this.head,
      isAdded: false,
      lastReadSeq: this.lastReadSeq,
      unread: unread.length,
      threadMentions: 0,
      unreadMentions: unread.filter(
        ({ mentions, mentionsAll, calledHere }) =>
          mentionsAll === "channel" || calledHere || mentions.some(({ id }) => id === me),
      ).length,
    };
  }
  fetch(): Channel {
    const { channelId: _, ...state } = this.state();
    const roots = this.rows.filter(({ parentId }) => parentId === null);
    const posted = roots.at(-1)?.createdAt;
    const last = roots.flatMap((row) => (row.deleted || row.removed ? [] : [row])).at(-1);
    const lastMessage = last && {
      id: last.id,
      seq: last.seq,
      authorId: last.author.id,
      authorName: last.author.name,
      content: last.content,
      createdAt: last.createdAt,
    };
    return aChannel({ ...state, lastMessage: lastMessage ?? null, ...(posted && { lastActivity: posted }) });
  }
  #pick(pick: number, isWanted: (message: Message) => boolean): Message | undefined {
    const living = this.rows.flatMap((row) => (row.deleted || !isWanted(row) ? [] : [row]));
    return living[pick % Math.max(1, living.length)];
  }
  #summary(parentId: string): Pick<Message, "thread"> {
    const replies = this.rows.flatMap((row) => (!row.deleted && row.parentId === parentId ? [row] : []));
    const last = replies.at(-1);
    const thread = last && { replyCount: replies.length, lastReplyAt: last.createdAt, repliers: [] };
    return { thread: thread ?? null };
  }
  #put(message: Change): ListEvent {
    this.head = message.changedSeq;
    const at = this.rows.findIndex(({ id }) => id === message.id);
    if (at === -1) this.rows.push(message);
    else this.rows[at] = message;
    const change = { seq: message.changedSeq, message };
    return { kind: "change", channelId: testId(1000), change, isReading: false };
  }
}

/** The people a message mentions. */
type Calls = "me" | "all" | "here" | "elsewhere" | null;

function calling(calls: Calls): Pick<Message, "mentions" | "mentionsAll" | "calledHere"> {
  return {
    mentions: calls === "me" ? [{ id: me, name: marisol.name }] : [],
    mentionsAll: calls === "all" ? "channel" : calls === "here" || calls === "elsewhere" ? "here" : null,
    // Not everyone was here for an @here.
    calledHere: calls === "here",
  };
}

function empty(row: Message, changedSeq: number): Message {
  return { ...row, ...calling(null), changedSeq, removed: true, content: "" };
}

function buried({ seq, parentId, author }: Message, changedSeq: number): Change {
  return aTombstone({ seq, parentId, changedSeq, authorId: author.id });
}

const calls = fc.constantFrom<Calls[]>(null, null, "me", "all", "here", "elsewhere");
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("post" as const), isMine: fc.boolean(), calls }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("edit" as const), pick: fc.nat(20), calls }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("react" as const), pick: fc.nat(20) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("reply" as const), pick: fc.nat(20), isMine: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("remove" as const), pick: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("read" as const), back: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("unread" as const), back: fc.nat(4) }) },
  { weight: 2, arbitrary: fc.constant({ kind: "resume" as const }) },
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
          channels = update.data;
          isUncertain ||= update.isUncertain;
          fetching?.log.push(event);
        };
        const happen = (now: (typeof steps)[number][0]): ListEvent[] => {
          if (now.kind === "post") return [server.post(now.isMine, now.calls)];
          if (now.kind === "reply") return server.reply(now.pick, now.isMine);
          if (now.kind === "edit") return server.edit(now.pick, now.calls);
          if (now.kind === "react") return server.react(now.pick);
          if (now.kind === "remove") return server.remove(now.pick);
          if (now.kind === "read") return server.read(server.head - now.back);
          if (now.kind === "unread") return server.unread(now.back);
          if (now.kind === "resume") return [server.resume()];
          if (now.kind === "begin fetch") fetching = { answer: server.fetch(), log: [] };
          if (now.kind === "end fetch" && fetching) {
            ({ data: channels, isUncertain } = replay<readonly Channel[], ListEvent>(
              [fetching.answer],
              fetching.log,
              (list, event) => updateList(list, event, me),
            ));
            fetching = null;
          }
          return [];
        };
        for (const [now, given] of steps) {
          const how = isCalm ? "once" : given;
          const events = happen(now);
          if (events.length === 0) late.splice(0).forEach(receive);
          for (const event of events) {
            if (how === "late") late.push(event);
            else if (how !== "lost") receive(event);
            if (how === "twice") receive(event);
          }
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
              [{ kind: "post", isMine: false, calls: null }, "late"],
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

  it("counts messages of others, and not while they are being read", () => {
    const server = new Server();
    const before = [server.fetch()];
    const theirs = updateList(before, server.post(false), me).data;
    expect(totalUnread(theirs)).toBe(1);
    const mine = updateList(theirs, server.post(true), me).data;
    expect(totalUnread(mine)).toBe(1);
    const event = server.post(false);
    const seen = updateList(mine, event.kind === "change" ? { ...event, isReading: true } : event, me).data;
    expect(seen[0]).toMatchObject({ unread: 0, lastReadSeq: 3, head: 3 });
  });

  it("marks messages as read on this screen, and never as unread again", () => {
    const channels = [aChannel({ head: 9, lastReadSeq: 4, unread: 3 })];
    const marked = updateList(channels, { kind: "marked", channelId: testId(1000), seq: 9 }, me).data;
    expect(marked[0]).toMatchObject({ lastReadSeq: 9, unread: 0 });
    expect(updateList(marked, { kind: "marked", channelId: testId(1000), seq: 5 }, me).data).toBe(marked);
    const late: ListEvent = {
      kind: "read",
      head: {
        channelId: testId(1000),
        head: 9,
        isAdded: false,
        lastReadSeq: 4,
        unread: 3,
        unreadMentions: 0,
        threadMentions: 0,
      },
    };
    // Old news, or moved back on another device: only the server knows.
    expect(updateList(marked, late, me)).toEqual({ data: marked, isUncertain: true });
  });

  it("refetches for an unknown channel, and drops one that was left", () => {
    const channels = [aChannel({ id: testId(1) })];
    expect(updateList(channels, new Server().post(false), me)).toEqual({ data: channels, isUncertain: true });
    const removed = updateList(channels, { kind: "removed", channelId: testId(1) }, me).data;
    expect(removed).toEqual([]);
    const added = updateList(removed, { kind: "added", channel: aChannel({ id: testId(2) }) }, me).data;
    expect(added.map((channel) => channel.id)).toEqual([testId(2)]);
  });

  it("counts mentions, except in replies", () => {
    const server = new Server();
    const events = [
      server.post(false, "me"),
      server.post(true, "all"),
      server.post(false),
      ...server.reply(0, false),
    ];
    const update = replay<readonly Channel[], ListEvent>([new Server().fetch()], events, (list, event) =>
      updateList(list, event, me),
    );
    expect(update).toMatchObject({
      isUncertain: false,
      data: [{ unread: 2, unreadMentions: 1, head: 5 }],
    });
    expect(update.data[0]?.lastMessage?.seq).toBe(3);
  });

  it("applies personal and shared changes, and keeps the read position", () => {
    const channels = [aChannel({ head: 9, lastReadSeq: 4, unread: 3 })];
    const news = aChannel({ head: 7, isStarred: true, isOwner: true, notify: "mentions" });
    const updated = updateList(channels, { kind: "updated", channel: news }, me).data;
    expect(updated[0]).toEqual({ ...news, head: 9, lastReadSeq: 4, unread: 3 });
    const values = { name: "releases", isOwnersOnly: true, memberCount: 4 };
    const event: ListEvent = { kind: "described", channelId: testId(1000), values };
    expect(updateList(updated, event, me).data[0]).toMatchObject({ ...values, canPost: true, unread: 3 });
    expect(updateList(channels, event, me).data[0]).toMatchObject({ ...values, canPost: false });
  });

  it("uses the server's read position after a disconnect, unless more was read here since", () => {
    const server = new Server();
    const before = [server.fetch()];
    server.post(false);
    server.post(false, "me");
    const event = server.resume();
    expect(updateList(before, event, me)).toEqual({ data: [server.fetch()], isUncertain: false });
    const read = updateList(before, { kind: "marked", channelId: testId(1000), seq: 1 }, me).data;
    expect(updateList(read, event, me).data).toBe(read);
    const newer = updateList([server.fetch()], server.post(false), me).data;
    expect(updateList(newer, event, me).data).toBe(newer);
  });

  it("puts the channel that was written to last first", () => {
    const quiet = aChannel({ id: testId(1), lastActivity: "2025-11-19T08:59:00.000Z" });
    const channels = [quiet, aChannel({ lastActivity: "2025-11-19T08:00:00.000Z" })];
    const posted = updateList(channels, new Server().post(false), me).data;
    expect(posted.map((channel) => channel.id)).toEqual([testId(1000), testId(1)]);
  });

  it("uses the server's count of mentions in threads", () => {
    const channels = [aChannel({ head: 9, lastReadSeq: 4, unread: 3, unreadMentions: 1 })];
    const counts = { unread: 2, unreadMentions: 0, threadMentions: 2 };
    const head = { channelId: testId(1000), head: 8, lastReadSeq: 4, isAdded: false, ...counts };
    const { data } = updateList(channels, { kind: "resumed", head }, me);
    expect(data).toEqual([{ ...channels[0], threadMentions: 2 }]);
    expect(totalUnread(data)).toBe(5);
    expect(updateList(data, { kind: "resumed", head }, me).data).toBe(data);
  });

  it("compares heads with the state at the time of the request", () => {
    const counts = { unread: 0, unreadMentions: 0, threadMentions: 0 };
    const head = { channelId: testId(1000), head: 5, lastReadSeq: 5, isAdded: false, ...counts };
    const at = (seq: number) => [aChannel({ head: seq, lastReadSeq: 5 })];
    expect(isListBehind(at(5), at(5), [head])).toBe(false);
    expect(isListBehind(at(4), at(4), [head])).toBe(true);
    // An event arrived after the question.
    expect(isListBehind(at(5), at(6), [head])).toBe(false);
    // A restored backup.
    expect(isListBehind(at(6), at(6), [head])).toBe(true);
    expect(isListBehind(at(5), at(5), [{ ...head, unread: 2 }])).toBe(true);
    expect(isListBehind(at(5), at(5), [{ ...head, unreadMentions: 1 }])).toBe(true);
    expect(isListBehind(at(5), at(5), [])).toBe(true);
    // Opened on another device, or brought in again.
    const brought = [aChannel({ head: 5, lastReadSeq: 5, addedBy: { id: testId(7), name: "Ruth" } })];
    expect(isListBehind(brought, brought, [head])).toBe(true);
    expect(isListBehind(brought, brought, [{ ...head, isAdded: true }])).toBe(false);
    expect(isListBehind(at(5), at(5), [{ ...head, isAdded: true }])).toBe(true);
    // Moved back on another device, or not yet told of what was read here.
    const earlier = { ...head, lastReadSeq: 3, unread: 2 };
    expect(isListBehind(at(5), at(5), [earlier])).toBe(true);
    expect(isListBehind(at(5), at(5), [earlier], new Map([[head.channelId, 5]]))).toBe(false);
    // Opened by a colleague, nothing written yet.
    expect(isListBehind([], [], [{ ...head, head: 0 }])).toBe(false);
  });
});
