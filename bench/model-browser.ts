import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { ResumedHead } from "@atoll/contract/chat/resume-command";
import type { chatRoutes } from "@atoll/contract/chat/routes";
import type { Change, Head } from "@atoll/contract/chat/schemas";
import type { CommandAnswer, EventName, EventPayload } from "@atoll/contract/events";
import type { RouteOutput } from "@atoll/contract/route";
import { type CutStep, httpSteps } from "./cut-steps.ts";
import { type Held, put } from "./held.ts";
import { type Answer, callAs } from "./member-calls.ts";
import type { Member } from "./people.ts";
import { openSocket, type SilentSocket } from "./sockets.ts";
import { beginWrite, type Written } from "./written.ts";

/** Pages are small, so that there is something between two of them. */
const pageSize = 20;
class Cut extends Error {}
/** The server says no to what it may not say no to. Anything else that goes wrong is tried again, as a browser does. */
class Refused extends Error {}

/**
 * The rules of a browser in their shortest form: it keeps channels by events, asks for what is missing, and sends
 * again under the same id what it has no answer to. Its connection can be cut at any step.
 */
export class ModelBrowser {
  readonly held = new Map<string, Held>();
  /** The ids of its posts that were answered, by channel, in order of sending. */
  readonly posted = new Map<string, string[]>();
  readonly cuts = new Map<CutStep, number>();
  /** The number of unplanned failures: an overloaded machine responds late, or not at all. */
  accidents = 0;
  outOfOrder = 0;
  /** How often its connection has ended, for any reason. */
  losses = 0;
  readonly member: Member;
  /** Which node it asks; another one from the next question on. */
  url: string;
  /** Every change that was answered at the first try. */
  onWritten: ((written: Written) => void) | undefined;
  /** Every event about a change, as it comes. */
  onHeard: ((channelId: string, seq: number) => void) | undefined;
  #socket: SilentSocket | undefined;
  /** The connection that counts: what another one hears is late. */
  #opened: Promise<SilentSocket> | undefined;
  #cutAt: CutStep | undefined;
  #work = Promise.resolve();
  /** Grows with whatever moves a mark or a membership: heads that were read before are not believed. */
  #moves = 0;

  constructor(url: string, member: Member) {
    this.url = url;
    this.member = member;
  }

  /** Connects and catches up, or is cut on the way. */
  async connect(cutAt?: CutStep): Promise<void> {
    this.#cutAt = cutAt;
    await this.#orCut(async () => {
      if (cutAt === "while it opens") setTimeout(() => this.#socket?.close(), Math.random() * 3);
      const heard = new Map<string, number>();
      const opening = openSocket({ url: this.url }, this.member.token, (name, payload) => {
        if (this.#opened === opening) this.#receive(name as EventName, payload, heard);
      });
      this.#opened = opening;
      if (cutAt === "while it opens") {
        // The server does its part or does not; nobody is there to hear of it.
        void opening.then(
          (socket) => socket.close(),
          () => undefined,
        );
        await sleep(Math.random() * 5);
        this.#reach("while it opens");
      }
      const socket = await opening;
      if (this.#opened !== opening) {
        socket.close();
        throw new Error("given up while it opened");
      }
      this.#socket = socket;
      // Also the server ends a connection, or dies.
      void socket.closed.then(() => {
        if (this.#socket === socket) this.#drop();
      });
      this.#reach("before it resumes");
      await this.#catchUp();
    });
  }

  cut(step: CutStep): void {
    this.cuts.set(step, (this.cuts.get(step) ?? 0) + 1);
    this.#drop();
  }

  #drop(): void {
    if (this.#socket) this.losses += 1;
    this.#opened = undefined;
    this.#socket?.close();
    this.#socket = undefined;
    this.#cutAt = undefined;
  }

  get isConnected(): boolean {
    return this.#socket !== undefined;
  }

  /** When everything that was asked for has been answered. */
  async settled(): Promise<void> {
    for (let last: unknown; last !== this.#work; ) {
      last = this.#work;
      await this.#work;
    }
  }

  /** Posts, over and over until there is an answer; a refusal is one. */
  async post(
    channelId: string,
    body: { content: string; parentId?: string; mentionIds?: string[] },
  ): Promise<void> {
    const id = randomUUID();
    const send = (signal?: AbortSignal) =>
      this.#call("POST", `/api/channels/${channelId}/messages`, { body: { id, ...body }, signal });
    const written = beginWrite(this);
    let answer = await this.#sendOrCut("while a post is on its way", send);
    written(answer);
    while (!answer || answer.status >= 500) {
      await sleep(100);
      answer = await send().catch(() => undefined);
    }
    if (answer.status === 201) this.posted.set(channelId, [...(this.posted.get(channelId) ?? []), id]);
    else if (![403, 404, 409].includes(answer.status))
      throw new Refused(`a post was answered ${answer.status}: ${answer.text}`);
  }

  async write(method: string, path: string, body?: object): Promise<void> {
    const written = beginWrite(this);
    const answer = await this.#sendOrCut("while another write is on its way", (signal) =>
      this.#call(method, path, { body, signal }),
    );
    written(answer);
    // Somebody else was first.
    if (answer && answer.status >= 300 && answer.status < 500 && ![403, 404, 409].includes(answer.status))
      throw new Refused(`${method} ${path} was answered ${answer.status}: ${answer.text}`);
  }

  /** Where the server says that this person stands. */
  async heads(): Promise<readonly Head[]> {
    const { status, text } = await this.#call("GET", "/api/channels/heads");
    this.#expect(status === 200, `the heads were answered ${status}: ${text}`, status);
    const { heads }: RouteOutput<typeof chatRoutes.listHeads> = JSON.parse(text);
    return heads;
  }

  async changes(
    channelId: string,
    since: number,
  ): Promise<RouteOutput<typeof chatRoutes.listChanges> | undefined> {
    const { status, text } = await this.#call(
      "GET",
      `/api/channels/${channelId}/changes?since=${since}&limit=${pageSize}`,
    );
    if (status === 404) return undefined;
    this.#expect(status === 200, `changes were answered ${status}: ${text}`, status);
    return JSON.parse(text);
  }

  #expect(isWell: boolean, what: string, status: number): void {
    if (!isWell) throw status < 500 ? new Refused(what) : new Error(what);
  }

  #call(
    method: string,
    path: string,
    { body, signal }: { body?: object; signal?: AbortSignal } = {},
  ): Promise<Answer> {
    return callAs(this.member, this.url, method, path, { ...(body && { body }), ...(signal && { signal }) });
  }

  /** Undefined when the answer was cut off; the server may have done it or not. */
  async #sendOrCut(
    step: CutStep,
    send: (signal?: AbortSignal) => Promise<Answer>,
  ): Promise<Answer | undefined> {
    if (this.#cutAt !== step) return send().catch(() => undefined);
    const aborting = new AbortController();
    setTimeout(() => aborting.abort(), Math.random() * 12);
    const answer = await send(aborting.signal).catch(() => undefined);
    this.cut(step);
    return answer;
  }

  #receive(name: EventName, payload: unknown, heard: Map<string, number>): void {
    if (name.startsWith("message."))
      this.#take(payload as EventPayload<"message.posted"> | EventPayload<"message.deleted">, heard);
    else if (name === "channel.read") {
      this.#moves += 1;
      const head = payload as EventPayload<"channel.read">;
      const channel = this.held.get(head.channelId);
      if (channel) channel.lastReadSeq = head.lastReadSeq;
    } else if (name === "channel.added" || name === "channel.removed") {
      this.#moves += 1;
      if (name === "channel.removed")
        this.held.delete((payload as EventPayload<"channel.removed">).channelId);
      this.#ask();
    }
  }

  #take(
    { channelId, seq, message }: { channelId: string; seq: number; message: Change },
    heard: Map<string, number>,
  ): void {
    this.onHeard?.(channelId, seq);
    if (seq < (heard.get(channelId) ?? 0)) this.outOfOrder += 1;
    heard.set(channelId, Math.max(seq, heard.get(channelId) ?? 0));
    const channel = this.held.get(channelId);
    if (channel && seq <= channel.seq) return;
    if (channel?.seq === seq - 1) {
      channel.seq = seq;
      put(channel, message);
    } else this.#ask();
  }

  /** One question after the other. */
  #ask(): void {
    const opened = this.#opened;
    this.#work = this.#work.then(() =>
      opened === this.#opened ? this.#orCut(() => this.#catchUp(), opened) : undefined,
    );
  }

  async #catchUp(): Promise<void> {
    for (;;) {
      const before = this.#moves;
      const socket = httpSteps.includes(this.#cutAt) ? undefined : this.#socket;
      const asked = socket ? this.#resume(socket) : this.heads();
      this.#reach(socket ? "while it resumes" : "while the heads are on their way", asked);
      const heads = await asked;
      if (before !== this.#moves) continue;
      for (const id of this.held.keys())
        if (!heads.some(({ channelId }) => channelId === id)) this.held.delete(id);
      const filled = [];
      for (const head of heads) filled.push(await this.#fill(head));
      if (before === this.#moves && filled.every(Boolean)) return;
    }
  }

  /** The heads, and what is missing where that is little. */
  async #resume(socket: SilentSocket): Promise<readonly ResumedHead[]> {
    const positions = [...this.held].map(([channelId, { seq }]) => ({ channelId, head: seq, held: seq }));
    const reply = await socket.ask("streams.resume", { positions });
    const { answer }: { answer?: CommandAnswer<"streams.resume"> } = JSON.parse(reply);
    // Asked too often: then as a browser without a socket does.
    return answer ? answer.heads : this.heads();
  }

  /** Answers whether the channel has reached the head. */
  async #fill(head: ResumedHead): Promise<boolean> {
    const channel = this.held.get(head.channelId) ?? { seq: 0, messages: new Map(), lastReadSeq: 0 };
    this.held.set(head.channelId, channel);
    channel.lastReadSeq = head.lastReadSeq;
    if (head.missed) {
      for (const change of head.missed) put(channel, change);
      channel.seq = Math.max(channel.seq, head.head);
    }
    while (channel.seq < head.head) {
      const since = channel.seq;
      const asked = this.changes(head.channelId, since);
      this.#reach("while changes are on their way", asked);
      const page = await asked;
      if (!page) return false;
      for (const change of page.changes) put(channel, change);
      channel.seq = Math.max(
        channel.seq,
        page.hasMore ? (page.changes.at(-1)?.changedSeq ?? since) : page.head,
      );
      if (page.hasMore) this.#reach("between two pages of changes");
    }
    return true;
  }

  /** Cuts here, if that is where it is to happen. What is asked for is answered to nobody. */
  #reach(step: CutStep, asked?: Promise<unknown>): void {
    if (this.#cutAt !== step) return;
    asked?.catch(() => undefined);
    throw new Cut(step);
  }

  async #orCut(work: () => Promise<void>, opened?: Promise<SilentSocket>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof Refused) throw error;
      if (error instanceof Cut) return this.cut(error.message as CutStep);
      // The response of a closed connection says nothing about the next one.
      if (opened && opened !== this.#opened) return;
      this.accidents += 1;
      this.#drop();
    }
  }
}
