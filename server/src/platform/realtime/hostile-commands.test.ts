import { type CommandName, commands } from "@atoll/contract/events";
import { realtimePath } from "@atoll/contract/realtime";
import fc from "fast-check";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Chatter, createChatters } from "../../../test/chatter.ts";
import { drawn } from "../../../test/drawn.ts";
import { createChannel } from "../../../test/factories.ts";
import { startTestServer, type TestServer } from "../../../test/harness.ts";

// Whatever a browser sends over its socket: it is answered by the contract or refused by its table, the server goes
// on without a word in its log, and the connection hears what it heard before, no more and no less.

/** A few less than each command may be sent to one socket in its window. */
const perSocket = 15;
const sockets = 8;

let server: TestServer;
let [ana, ben, mallory]: Chatter[] = [];
let shared: string;
let closed: string;
const faults: string[] = [];

beforeAll(async () => {
  server = await startTestServer({
    onLogLine(line) {
      if (JSON.parse(line).level >= 50) faults.push(line);
    },
  });
  [ana, ben, mallory] = await createChatters(server, ["Ana", "Ben", "Mallory"]);
  ({ id: shared } = await createChannel(server.db, { members: [ana!, mallory!] }));
  ({ id: closed } = await createChannel(server.db, { members: [ana!, ben!] }));
});
afterAll(() => server.close());

const id = fc.oneof(
  fc.constantFrom("shared", "closed"),
  fc.uuid(),
  fc.constantFrom("", "*", "__proto__", "channel:", "' OR 1=1", "\u0000", "../..", "constructor"),
);
const junk = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  id,
  fc.constantFrom(-0, 1e308, Number.MAX_SAFE_INTEGER),
  fc.nat(1000).map((length) => "x".repeat(length)),
  fc.nat(205).map((length) => Array.from({ length }, () => uuidv7())),
  fc.integer({ min: 1, max: 200 }).map((depth) => JSON.parse("[".repeat(depth) + "]".repeat(depth))),
  fc.uint8Array({ maxLength: 40 }),
);
const fields = fc.record(
  {
    channelId: fc.oneof({ weight: 3, arbitrary: id }, junk),
    parentId: fc.oneof(fc.constant(null), id, junk),
    isTyping: fc.oneof(fc.boolean(), junk),
    userIds: fc.oneof(fc.array(id, { maxLength: 5 }), junk),
    isIdle: fc.oneof(fc.boolean(), junk),
    positions: fc.oneof(
      fc.array(fc.record({ channelId: id, head: fc.nat(), held: fc.option(fc.nat(), { nil: undefined }) })),
      junk,
    ),
    status: fc.oneof(fc.constantFrom("online", "away", "asleep", null), junk),
    __proto__: junk,
    userId: id,
  },
  { requiredKeys: [] },
);
const payload = fc.array(fc.oneof({ weight: 4, arbitrary: fields }, junk), { maxLength: 3 });

test.each(Object.keys(commands) as CommandName[])(
  "%s takes anything and stays within its bounds",
  async (name) => {
    for (let count = 0; count < sockets; count += 1) {
      const socket = await server.connect(mallory!);
      for (const parts of drawn(payload, perSocket)) {
        const named = parts.map((part) => nameChannels(part));
        // A payload larger than any command ends the connection.
        if (JSON.stringify(named).length > 12_000) continue;
        const answer = await socket.ask(name, ...named);
        if ("error" in answer)
          expect(["invalid_request", "channel_not_found", "forbidden", "rate_limited"]).toContain(
            answer.error.code,
          );
        else expect(commands[name].answer.safeParse(answer.answer).success).toBe(true);
      }
      await hearsItsOwnAlone(socket);
      socket.close();
    }
    expect(faults).toEqual([]);
  },
  120_000,
);

test("invalid frames close at most their own connection", async () => {
  const frame = fc.oneof(
    fc.constantFrom(
      '42["typing.set"',
      "42[]",
      "42{}",
      "42null",
      '420["typing.set",',
      "40",
      "40{}",
      "41",
      "44{}",
      "45",
      "451-[",
      "5",
      "6",
      "2probe",
      "3",
      "4",
      "9",
      "",
    ),
    fc.string({ maxLength: 60 }).map((text) => `42${text}`),
    fc.jsonValue({ maxDepth: 3 }).map((value) => `42${JSON.stringify(value)}`),
    fc.nat(20_000).map((length) => `42["typing.set",{"channelId":"${"x".repeat(length)}"}]`),
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.uint8Array({ maxLength: 60 }),
  );
  const other = await server.connect(mallory!);
  for (const frames of drawn(fc.array(frame, { minLength: 1, maxLength: 8 }), 60)) await sendFrames(frames);
  await hearsItsOwnAlone(other);
  expect(faults).toEqual([]);
}, 300_000);

/** The samples know no channel yet. */
function nameChannels(part: unknown): unknown {
  if (part === "shared") return shared;
  if (part === "closed") return closed;
  if (Array.isArray(part)) return part.map(nameChannels);
  if (typeof part !== "object" || part === null || part instanceof Uint8Array) return part;
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, nameChannels(value)]));
}

async function hearsItsOwnAlone(socket: Awaited<ReturnType<TestServer["connect"]>>): Promise<void> {
  const secret = await ben!.post(closed, "Not for Mallory");
  const open = await ana!.post(shared, "For Mallory, too");
  await expect
    .poll(() =>
      socket.received.some(
        (event) => event.name === "message.posted" && event.payload.message.id === open.id,
      ),
    )
    .toBe(true);
  const text = JSON.stringify(socket.received);
  expect(text).not.toContain(secret.id);
  expect(text).not.toContain(closed);
}

/** Lets a socket of Mallory's in, sends it raw frames, and waits until it is cut or an honest ping is answered. */
async function sendFrames(frames: readonly (string | Uint8Array)[]): Promise<void> {
  const url = `${server.url.replace("http", "ws")}${realtimePath}/?EIO=4&transport=websocket`;
  const socket = new WebSocket(url);
  const ended = new Promise<void>((resolve) => {
    socket.addEventListener("close", () => resolve());
    socket.addEventListener("error", () => resolve());
  });
  const connected = new Promise<void>((resolve) => {
    socket.addEventListener("message", ({ data }) => {
      if (String(data).startsWith("0"))
        socket.send(`40${JSON.stringify({ token: mallory!.session.accessToken })}`);
      if (String(data).startsWith("40")) resolve();
    });
  });
  await Promise.race([connected, ended]);
  for (const frame of frames) {
    if (socket.readyState === WebSocket.OPEN)
      socket.send(typeof frame === "string" ? frame : Uint8Array.from(frame));
  }
  const answered = new Promise<void>((resolve) => {
    socket.addEventListener("message", ({ data }) => {
      if (String(data).startsWith("4377[")) resolve();
    });
  });
  if (socket.readyState === WebSocket.OPEN) socket.send('4277["presence.set",{"isIdle":false}]');
  await Promise.race([answered, ended]);
  socket.close();
  await ended;
}
