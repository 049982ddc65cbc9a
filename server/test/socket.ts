import { type EventName, type EventPayload, events, realtimePath } from "@atoll/contract/events";
import { io } from "socket.io-client";

type Received = { [Name in EventName]: { name: Name; payload: EventPayload<Name> } }[EventName];

export interface TestSocket {
  /** Everything received so far, in order. */
  received: Received[];
  /** The next event of this name that was not taken yet. Fails after five seconds. */
  next<Name extends EventName>(name: Name): Promise<EventPayload<Name>>;
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

  return {
    received,
    cut,
    next(name) {
      const index = untaken.findIndex((event) => event.name === name);
      const found = index >= 0 ? untaken.splice(index, 1)[0] : undefined;
      if (found) return Promise.resolve(found.payload as EventPayload<typeof name>);
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`no ${name} within 5 s`)), 5_000);
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
