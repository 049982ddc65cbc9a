import { createServer, type Server as HttpServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Change, Channel, Message } from "@atoll/contract/chat/schemas";
import { errors } from "@atoll/contract/errors";
import { type EventName, type EventPayload, realtimePath } from "@atoll/contract/events";
import type { Person } from "@atoll/contract/people/schemas";
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
  head = 0;
  lastReadSeq = 0;
  isHolding = false;
  people: Person[] = [];
  /** The other person, which makes the channel a direct chat. */
  peer: Person | null = null;
  #failures: (Answer | "hang up")[] = [];
  #http: HttpServer = createServer();
  #io = new Server();

  async start(): Promise<void> {
    this.#http = createServer((request, response) => {
      void readBody(request).then((body) => {
        const answer = this.#failures.shift() ?? this.#route(request.method ?? "", request.url ?? "", body);
        if (answer === "hang up") {
          request.socket.destroy();
          return;
        }
        response.writeHead(answer.status, { "content-type": "application/json" });
        response.end(JSON.stringify(answer.body));
      });
    });
    this.#io = new Server(this.#http, { path: realtimePath });
    await new Promise<void>((resolve) => this.#http.listen(0, "127.0.0.1", resolve));
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  close(): Promise<void> {
    return this.#io.close();
  }

  cut(): void {
    this.#io.disconnectSockets(true);
  }

  emit<Name extends EventName>(name: Name, payload: EventPayload<Name>): void {
    if (!this.isHolding) this.#io.emit(name, payload);
  }

  /** The next request is answered with an error of the table, or not at all. */
  refuse(code: keyof typeof errors | "hang up"): void {
    const failure = code === "hang up" ? code : fail(code);
    this.#failures.push(failure);
  }

  post(author: Person, content: string, id = testId(this.head + 1)): Message {
    const seq = this.head + 1;
    const message = aMessage({ id, seq, author, content });
    this.#change(message);
    this.emit("message.posted", { channelId: this.channelId, seq, message });
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
    const { seq, author } = this.#living(id);
    const message = aTombstone({ id, seq, changedSeq: this.head + 1, authorId: author.id });
    this.#change(message);
    this.emit("message.deleted", { channelId: this.channelId, seq: message.changedSeq, message });
    return message;
  }

  messages(): Message[] {
    return this.rows.flatMap((row) => (row.deleted ? [] : [row]));
  }

  channel(): Channel {
    const last = this.messages().at(-1);
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
      ...(this.peer && { type: "DIRECT", peer: this.peer }),
    });
  }

  #readState() {
    const unread = this.messages().filter(
      ({ seq, author }) => seq > this.lastReadSeq && author.id !== marisol.id,
    );
    return { lastReadSeq: this.lastReadSeq, unread: unread.length };
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

  #route(method: string, target: string, body: Record<string, unknown>): Answer {
    const url = new URL(target, "http://test");
    this.requests.push(`${method} ${url.pathname}${url.search}`);
    const path = url.pathname.replace(this.channelId, "ID");
    const number = (name: string, otherwise: number) => Number(url.searchParams.get(name) ?? otherwise);
    const messageId = /^\/api\/messages\/(.+)$/.exec(path)?.[1] ?? "";
    if (messageId && method === "PATCH") return ok({ message: this.edit(messageId, String(body.content)) });
    if (messageId && method === "DELETE") return ok({ message: this.remove(messageId) });
    switch (`${method} ${path}`) {
      case "GET /api/channels":
        return ok({ channels: [this.channel()] });
      case "GET /api/channels/heads":
        return ok({ heads: [{ channelId: this.channelId, head: this.head, ...this.#readState() }] });
      case "GET /api/channels/ID/messages": {
        const all = this.messages().filter(({ seq }) => seq < number("before", Number.MAX_SAFE_INTEGER));
        const messages = all.slice(-number("limit", 50));
        return ok({ messages, hasMore: all.length > messages.length, head: this.head });
      }
      case "GET /api/channels/ID/changes": {
        const all = this.rows.filter((row) => row.changedSeq > number("since", 0));
        const changes = all.sort((a, b) => a.changedSeq - b.changedSeq).slice(0, 200);
        return ok({ changes, hasMore: all.length > 200, head: this.head });
      }
      case "POST /api/channels/ID/messages": {
        const sent = this.messages().find((message) => message.id === body.id);
        return {
          status: 201,
          body: { message: sent ?? this.post(marisol, String(body.content), String(body.id)) },
        };
      }
      case "PUT /api/channels/ID/read":
        this.lastReadSeq = Math.max(this.lastReadSeq, Number(body.seq));
        return ok(this.#readState());
      case "GET /api/people":
        return ok({
          people: this.people.filter(({ name }) =>
            name.toLowerCase().includes(url.searchParams.get("name") ?? ""),
          ),
        });
      case `PUT /api/direct-channels/${ruth.id}`:
        return ok({ channel: aChannel({ id: testId(2000), type: "DIRECT", peer: ruth }) });
      default:
        return fail("channel_not_found");
    }
  }
}

const ok = (body: unknown): Answer => ({ status: 200, body });

function fail(code: keyof typeof errors): Answer {
  return { status: errors[code].status, body: { error: { code, message: errors[code].text } } };
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text === "" ? {} : JSON.parse(text);
}
