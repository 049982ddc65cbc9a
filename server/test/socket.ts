import type { Acknowledgement } from "@atoll/contract/command";
import type { ErrorCode } from "@atoll/contract/errors/errors";
import {
  type CommandAnswer,
  type CommandCall,
  type CommandName,
  commands,
  type EventName,
  type EventPayload,
  events,
} from "@atoll/contract/events";
import { realtimePath } from "@atoll/contract/realtime";
import { io } from "socket.io-client";

/** A full machine takes its time; what never comes is still found. */
const patienceMs = 60_000;

type Received = { [Name in EventName]: { name: Name; payload: EventPayload<Name> } }[EventName];

export interface TestSocket {
  /** Everything received so far, in order. */
  received: Received[];
  /** The text of every packet, as it came. */
  packets: string[];
  /** The next event of this name that was not taken yet. Fails when it does not come, unless said otherwise after half a minute. */
  next<Name extends EventName>(name: Name, timeoutMs?: number): Promise<EventPayload<Name>>;
  /** Sends a command of the contract and expects its answer. */
  command<Name extends CommandName>(name: Name, payload: CommandCall<Name>): Promise<CommandAnswer<Name>>;
  /** Sends anything, also what the contract forbids, and expects a refusal. */
  refused(name: string, ...payload: unknown[]): Promise<ErrorCode>;
  /** Sends anything, and answers with whatever comes back. */
  ask(name: string, ...payload: unknown[]): Promise<Acknowledgement<unknown>>;
  /** Sends anything, and asks for no answer. */
  emit(name: string, ...payload: unknown[]): void;
  /** Settles when the server has cut this socket. */
  cut: Promise<string>;
  close(): void;
}

/**
 * Connects as a browser does and checks every event against its schema: one that does not fit the contract
 * fails the test that waits for it.
 * @throws the server's refusal of the handshake, with its code in `data.code`.
 */
export async function openSocket(url: string, token: string | undefined): Promise<TestSocket> {
  const socket = io(url, {
    path: realtimePath,
    transports: ["websocket"],
    auth: { token },
    reconnection: false,
    forceNew: true,
  });
  const packets: string[] = [];
  socket.io.engine.on("packet", ({ data }) => packets.push(String(data)));
  const received: Received[] = [];
  const untaken: Received[] = [];
  const waiting: { name: EventName; take: (event: Received) => void }[] = [];
  socket.onAny((name: EventName, payload: unknown) => {
    const event = { name, payload: events[name].strict().parse(payload) } as Received;
    received.push(event);
    const index = waiting.findIndex((waiter) => waiter.name === name);
    const waiter = index >= 0 ? waiting.splice(index, 1)[0] : undefined;
    if (waiter) waiter.take(event);
    else untaken.push(event);
  });
  const cut = new Promise<string>((resolve) => socket.on("disconnect", resolve));
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", reject);
  });

  async function ask(name: string, payload: readonly unknown[]): Promise<Acknowledgement<unknown>> {
    return socket.timeout(patienceMs).emitWithAck(name, ...payload);
  }

  return {
    received,
    packets,
    cut,
    async command(name, payload) {
      const acknowledgement = await ask(name, [payload]);
      if ("error" in acknowledgement) throw new Error(`${name} was refused: ${acknowledgement.error.code}`);
      return commands[name].answer.strict().parse(acknowledgement.answer) as CommandAnswer<typeof name>;
    },
    async refused(name, ...payload) {
      const acknowledgement = await ask(name, payload);
      if (!("error" in acknowledgement)) throw new Error(`${name} was not refused`);
      return acknowledgement.error.code;
    },
    ask: (name, ...payload) => ask(name, payload),
    emit: (name, ...payload) => socket.emit(name, ...payload),
    next(name, timeoutMs = patienceMs) {
      const index = untaken.findIndex((event) => event.name === name);
      const found = index >= 0 ? untaken.splice(index, 1)[0] : undefined;
      if (found) return Promise.resolve(found.payload as EventPayload<typeof name>);
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`no ${name} within ${timeoutMs} ms`)), timeoutMs);
        waiting.push({
          name,
          take: (event) => {
            clearTimeout(timer);
            resolve(event.payload as EventPayload<typeof name>);
          },
        });
      });
    },
    close: () => socket.close(),
  };
}
