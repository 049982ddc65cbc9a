import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type AtollProcess, lineMatching } from "./atoll-process.ts";
import { type DeliveryLoad, type DeliveryTarget, text } from "./delivery.ts";
import { createLightHttp } from "./light-http.ts";
import { openLightSocket } from "./light-socket.ts";
import type { Member } from "./people.ts";
import { firstIdIn, openSilentSocket } from "./sockets.ts";

/** Atoll, with a channel for each room of the load. */
export function atollTarget(
  atoll: AtollProcess,
  members: readonly Member[],
  channelOf: (member: number) => string,
): DeliveryTarget {
  const http = createLightHttp(atoll.url);
  const tokenOf = (member: number) => members[member]?.token ?? "";
  return {
    name: "Atoll",
    connect: (member, onMessage) =>
      openSilentSocket(atoll, tokenOf(member), (json) => {
        if (json.includes(posted)) onMessage(firstIdIn(json));
      }),
    post: (member, id) =>
      http.ask("POST", `/api/channels/${channelOf(member)}/messages`, {
        token: tokenOf(member),
        body: { id, content: text },
      }),
  };
}

const posted = Buffer.from('["message.posted"');

/** Bare node:http, pg and ws over the same PostgreSQL, in a process of their own. */
export async function startFloor(
  atoll: AtollProcess,
  { roomSize }: Pick<DeliveryLoad, "roomSize">,
): Promise<DeliveryTarget & { stop(): void }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL("./floors/broadcast.ts", import.meta.url))], {
    env: { ...process.env, DATABASE_URL: atoll.databaseUrl },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [, url = ""] = await lineMatching(child, /ready at (\S+)/);
  const http = createLightHttp(url);
  const roomOf = (member: number) => Math.floor(member / roomSize) + 1;
  return {
    name: "floor",
    connect: (member, onMessage) =>
      openLightSocket(`${url.replace("http", "ws")}/${roomOf(member)}`, (json) => onMessage(firstIdIn(json))),
    post: (member, id) => http.ask("POST", `/${roomOf(member)}`, { body: { id, content: text } }),
    stop() {
      http.close();
      child.kill("SIGTERM");
    },
  };
}
