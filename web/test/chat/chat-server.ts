import { createServer, type Server as HttpServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { maxMissedChanges } from "@atoll/contract/chat/resume-command";
import { type Change, type Channel, type Message, newMessageSchema } from "@atoll/contract/chat/schemas";
import { errors } from "@atoll/contract/errors/errors";
import type { CommandAnswer, CommandCall, EventName, EventPayload } from "@atoll/contract/events";
import type { Person } from "@atoll/contract/people/schemas";
import { realtimePath } from "@atoll/contract/realtime";
import { Server } from "socket.io";
import { aChannel, aMessage, aTombstone, marisol, ruth, testId } from "./objects.ts";

type Answer = { status: number; body: unknown };

/**
 * One channel on a real port, with a socket: enough of a server to try the browser's side against. `hold`
 * keeps changes from the socket, as a cut connection would; `refuse` makes the next request fail.
 */
export class ChatServer {
  readonly channelId = testId(1000);
  readonly rows: Change[] = [];
  readonly requests: string[] = [];
  /** The posted bodies, including repeated ones. */
  readonly bodies: Record<string, unknown>[] = [];
  head = 0;
  lastReadSeq = 0;
  isHolding = false;
  people: Person[] = [];
  /** The other people, which make the channel a direct chat. */
  peers: Person[] = [];
  /** Anything else about the channel. */
  settings: Partial<Channel> = {};
  /** Additional responses, by method and path. Each returns a body. */
  readonly answers = new Map<string, (body: Record<string, unknown>, url: URL) => unknown>();
  /** Requests that always fail with an error of the table, by method and path or by the command's name. */
  readonly refusals = new Map<string, keyof typeof errors>();
  /** Commands that came over the socket, by name; each gives its answer. */
  readonly commands: { name: string; payload: unknown }[] = [];
  #failures: { failure: Answer | "hang up"; method: string | undefined }[] = [];
  #http: HttpServer = createServer();
  #io = new Server();

  async start(): Promise<void> {
    this.#http = createServer((request, response) => {
      void readBody(request).then((body) => {
        // Background requests, which can come at any time and do not use up a test's prepared responses.
        const isBeside =
          request.url?.startsWith("/api/people/profiles") && !this.answers.has("GET /api/people/profiles");
        const answer = isBeside
          ? ok({ profiles: [] })
          : (this.#nextFailure(request.method ?? "") ??
            this.#route(request.method ?? "", request.url ?? "", body));
        if (answer === "hang up") {
          request.socket.destroy();
          return;
        }
        response.writeHead(answer.status, { "content-type": "application/json" });
        response.end(JSON.stringify(answer.body));
      });
    });
    this.#io = new Server(this.#http, { path: realtimePath });
    this.#io.on("connection", (socket) => {
      socket.onAny((name: string, payload: unknown, acknowledge: (reply: unknown) => void) => {
        this.commands.push({ name, payload });
        const isResuming = name === "streams.resume";
        const refusal = this.refusals.get(name);
        if (refusal) return acknowledge(fail(refusal).body);
        acknowledge({
          answer: isResuming
            ? this.#resume(payload as CommandCall<"streams.resume">)
            : (commandAnswers[name] ?? {}),
        });
      });
    });
    await new Promise<void>((resolve) => this.#http.listen(0, "127.0.0.1", resolve));
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  close(): Promise<void> {
    return this.#io.close();
  }

  cut(): void {
    for (const socket of this.#io.sockets.sockets.values()) socket.conn.close();
  }

  emit<Name extends EventName>(name: Name, payload: EventPayload<Name>): void {
    if (!this.isHolding) this.#io.emit(name, payload);
  }

  /** The next request is answered with an error of the table, or not at all. With a method, the next one with it. */
  refuse(code: keyof typeof errors | "hang up", method?: string): void {
    const failure = code === "hang up" ? code : fail(code);
    this.#failures.push({ failure, method });
  }

  #nextFailure(sent: string): Answer | "hang up" | undefined {
    const index = this.#failures.findIndex(({ method }) => method === undefined || method === sent);
    return index < 0 ? undefined : this.#failures.splice(index, 1)[0]?.failure;
  }

  post(author: Person, content: string, given: Partial<Message> = {}): Message {
    const seq = this.head + 1;
    const message = aMessage({ seq, author, content, ...given });
    this.#change(message);
    this.emit("message.posted", { channelId: this.channelId, seq, message });
    return message;
  }

  /** A reply takes two numbers: its own, and that of the message it belongs to. */
  reply(parentId: string, author: Person, content: string, given: Partial<Message> = {}): Message {
    const reply = this.post(author, content, { ...given, parentId });
    const replyCount = this.messages().filter((message) => message.parentId === parentId).length;
    const thread = { replyCount, lastReplyAt: reply.createdAt, repliers: [author] };
    this.change(parentId, { thread });
    return reply;
  }

  /** A reaction, a pin, or what stands under a message about its thread. */
  change(id: string, values: Partial<Message>): Message {
    const seq = this.head + 1;
    const message = { ...this.#living(id), ...values, changedSeq: seq };
    this.#change(message);
    this.emit("message.changed", { channelId: this.channelId, seq, message });
    return message;
  }

  edit(id: string, content: string): Message {
    const seq = this.head + 1;
    const message = { ...this.#living(id), content, changedSeq: seq, edited: true };
    this.#change(message);
    this.emit("message.edited", { channelId: this.channelId, seq, message });
    return message;
  }

  remove(id: string): Change {
    const { seq, author, thread, parentId } = this.#living(id);
    if (thread) return this.change(id, { removed: true, content: "", mentions: [], reactions: [] });
    const message = aTombstone({ id, seq, parentId, changedSeq: this.head + 1, authorId: author.id });
    this.#change(message);
    this.emit("message.deleted", { channelId: this.channelId, seq: message.changedSeq, message });
    return message;
  }

  messages(): Message[] {
    return this.rows.flatMap((row) => (row.deleted ? [] : [row]));
  }

  /** Returns the messages in the channel itself. */
  roots(): Message[] {
    return this.messages().filter(({ parentId }) => parentId === null);
  }

  channel(): Channel {
    const last = this.roots().findLast(({ removed }) => !removed);
    const lastMessage = last && {
      id: last.id,
      seq: last.seq,
      authorId: last.author.id,
      authorName: last.author.name,
      content: last.content,
      createdAt: last.createdAt,
    };
    return aChannel({
      ...this.#readState(),
      head: this.head,
      lastMessage: lastMessage ?? null,
      ...(this.peers.length > 0 && { type: "DIRECT", peers: this.peers }),
      ...this.settings,
    });
  }

  #readState() {
    const unread = this.roots().filter(
      ({ seq, author, removed }) => seq > this.lastReadSeq && author.id !== marisol.id && !removed,
    );
    const called = unread.filter(
      ({ mentions, mentionsAll, calledHere }) =>
        mentionsAll === "channel" || calledHere || mentions.some(({ id }) => id === marisol.id),
    );
    const threadMentions = this.settings.threadMentions ?? 0;
    return {
      lastReadSeq: this.lastReadSeq,
      unread: unread.length,
      unreadMentions: called.length,
      threadMentions,
    };
  }

  #head() {
    return { channelId: this.channelId, head: this.head, isAdded: false, ...this.#readState() };
  }

  #resume({ positions }: CommandCall<"streams.resume">): CommandAnswer<"streams.resume"> {
    const position = positions.find(({ channelId }) => channelId === this.channelId);
    const { head: known, held: since } = position ?? {};
    const { lastActivity, lastMessage } = this.channel();
    const missing = since === undefined ? 0 : this.head - since;
    const isNews = known !== undefined && known !== this.head;
    const head = {
      ...this.#head(),
      ...(isNews && { preview: { lastActivity, lastMessage } }),
      ...(missing > 0 && missing <= maxMissedChanges && { missed: this.#changesAfter(since ?? 0) }),
    };
    return { heads: [head], unreadThreads: 0 };
  }

  #changesAfter(since: number): Change[] {
    return this.rows.filter((row) => row.changedSeq > since).sort((a, b) => a.changedSeq - b.changedSeq);
  }

  #living(id: string): Message {
    const row = this.messages().find((message) => message.id === id);
    if (!row) throw new Error(`no message ${id}`);
    return row;
  }

  #change(message: Change): void {
    this.head = message.changedSeq;
    const at = this.rows.findIndex((row) => row.id === message.id);
    if (at === -1) this.rows.push(message);
    else this.rows[at] = message;
  }

  #replies(parentId: string, before: number): Answer {
    const all = this.messages().filter((message) => message.parentId === parentId && message.seq < before);
    const messages = all.slice(-50);
    const hasMore = all.length > messages.length;
    return ok({ messages, hasMore, head: this.head, lastReadSeq: 0, isFollowing: true });
  }

  #route(method: string, target: string, body: Record<string, unknown>): Answer {
    const url = new URL(target, "http://test");
    this.requests.push(`${method} ${url.pathname}${url.search}`);
    const refusal = this.refusals.get(`${method} ${url.pathname}`);
    if (refusal) return fail(refusal);
    const own = this.answers.get(`${method} ${url.pathname}`);
    if (own) return ok(own(body, url));
    const path = url.pathname.replace(this.channelId, "ID");
    const number = (name: string, otherwise: number) => Number(url.searchParams.get(name) ?? otherwise);
    const messageId = /^\/api\/messages\/([^/]+)$/.exec(path)?.[1] ?? "";
    const replied = /^\/api\/messages\/([^/]+)\/replies$/.exec(path)?.[1];
    if (replied) return this.#replies(replied, number("before", Number.MAX_SAFE_INTEGER));
    if (messageId && method === "PATCH") return ok({ message: this.edit(messageId, String(body.content)) });
    if (messageId && method === "DELETE") return ok({ message: this.remove(messageId) });
    if (/^\/api\/messages\/[^/]+\/(following|read)$/.test(path)) return { status: 204, body: undefined };
    switch (`${method} ${path}`) {
      case "GET /api/channels":
        return ok({ channels: [this.channel()] });
      case "GET /api/channels/heads":
        return ok({ heads: [this.#head()], unreadThreads: 0 });
      case "GET /api/channels/ID/messages": {
        const all = this.roots().filter(({ seq }) => seq < number("before", Number.MAX_SAFE_INTEGER));
        const messages = all.slice(-number("limit", 50));
        return ok({ messages, hasMore: all.length > messages.length, hasNewer: false, head: this.head });
      }
      case "GET /api/channels/ID/changes": {
        const all = this.#changesAfter(number("since", 0));
        const changes = all.slice(0, 200);
        return ok({ changes, hasMore: all.length > 200, head: this.head });
      }
      case "POST /api/channels/ID/messages": {
        this.bodies.push(body);
        const sent = this.messages().find((message) => message.id === body.id);
        const { id, content, parentId } = newMessageSchema.parse(body);
        const post = () =>
          parentId ? this.reply(parentId, marisol, content, { id }) : this.post(marisol, content, { id });
        return { status: 201, body: { message: sent ?? post() } };
      }
      case "PUT /api/channels/ID/read":
        this.lastReadSeq = Math.max(this.lastReadSeq, Number(body.seq));
        return ok(this.#readState());
      case "PUT /api/channels/ID/unread":
        this.lastReadSeq = Math.min(this.lastReadSeq, Number(body.seq) - 1);
        return ok(this.#readState());
      case "GET /api/people":
        return ok({
          people: this.people.filter(({ name }) =>
            name.toLowerCase().includes(url.searchParams.get("name") ?? ""),
          ),
        });
      case `PUT /api/direct-channels/${ruth.id}`:
        return ok({ channel: aChannel({ id: testId(2000), type: "DIRECT", peers: [ruth] }) });
      default:
        return fail("channel_not_found");
    }
  }
}

const commandAnswers: Record<string, unknown> = {
  "presence.watch": { presences: [{ userId: ruth.id, status: "away" }] },
  "presence.count": { online: 11 },
  "presence.set": { status: null },
};

const ok = (body: unknown): Answer => ({ status: 200, body });

function fail(code: keyof typeof errors): Answer {
  return { status: errors[code].status, body: { error: { code, message: errors[code].text } } };
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text === "" ? {} : JSON.parse(text);
}
