import type { CommandCall, CommandName } from "@atoll/contract/events";
import { realtimePath } from "@atoll/contract/realtime";
import type { AtollProcess } from "./atoll-process.ts";
import { type LightSocket, openLightSocket } from "./light-socket.ts";

/** Opens a socket of Atoll's as a browser does: calls back with every event. */
export function openSocket(
  atoll: Pick<AtollProcess, "url">,
  token: string,
  onEvent: (name: string, payload: unknown) => void,
): Promise<SilentSocket> {
  return openSilentSocket(atoll, token, (frame) => {
    const [name, payload] = JSON.parse(frame.toString()) as [string, unknown];
    onEvent(name, payload);
  });
}

export interface SilentSocket extends LightSocket {
  /** Sends a command; resolves with the JSON of what the server says to it, and rejects when the connection ends. */
  ask<Name extends CommandName>(name: Name, payload: CommandCall<Name>): Promise<string>;
}

/** The same for thousands of them: calls back with the bytes of every event, which are not read. */
export async function openSilentSocket(
  atoll: Pick<AtollProcess, "url">,
  token: string,
  onEvent: (json: Buffer) => void,
): Promise<SilentSocket> {
  const asked: PromiseWithResolvers<string>[] = [];
  const url = `${atoll.url.replace("http", "ws")}${realtimePath}/?EIO=4&transport=websocket`;
  const opened = Promise.withResolvers<void>();
  const kinds = {
    handshake: () => socket.then((one) => one.send(`40${JSON.stringify({ token })}`), opened.reject),
    ping: () => socket.then((one) => one.send("3")),
  };
  const socket = openLightSocket(url, (frame) => {
    // The protocol of Engine.IO: 0 open, 2 ping, 4 message; within it that of Socket.IO: 40 connected, 42 event,
    // 43 answer, 44 refused.
    const kind = frame[0];
    if (kind === zero + 0) void kinds.handshake();
    else if (kind === zero + 2) void kinds.ping();
    else if (kind === zero + 4 && frame[1] === zero + 2) onEvent(frame.subarray(2));
    else if (kind === zero + 4 && frame[1] === zero + 3) take(frame);
    else if (kind === zero + 4 && frame[1] === zero + 0) opened.resolve();
    else if (kind === zero + 4 && frame[1] === zero + 4) opened.reject(new Error(frame.toString()));
  });
  const one = await socket;
  void one.closed.then(() => {
    opened.reject(new Error("closed before it was let in"));
    for (const answer of asked) answer.reject(new Error("closed before it was answered"));
  });
  await opened.promise;
  return {
    ...one,
    ask(name, payload) {
      const answer = Promise.withResolvers<string>();
      one.send(`42${asked.push(answer) - 1}${JSON.stringify([name, payload])}`);
      return answer.promise;
    },
  };

  /** A number, and a list of one thing. */
  function take(frame: Buffer): void {
    const text = frame.toString();
    const at = text.indexOf("[");
    asked[Number(text.slice(2, at))]?.resolve(text.slice(at + 1, -1));
  }
}

const zero = "0".charCodeAt(0);

const beforeId = Buffer.from('"id":"');

/** The first id in an event's bytes: that of the message in `message.posted`. */
export function firstIdIn(json: Buffer): string {
  const at = json.indexOf(beforeId) + beforeId.length;
  return json.toString("latin1", at, at + 36);
}
