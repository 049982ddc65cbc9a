import { parentPort, workerData } from "node:worker_threads";
import { createLightHttp } from "./light-http.ts";
import type { Member } from "./people.ts";

export interface OthersData {
  url: string;
  members: readonly Member[];
  /** `ID` in the body is a new one each time. */
  /** Between two requests of one of them; far from one person's limit. */
  pauseMs: number;
  request: { method: "GET" | "POST"; path: string; body?: object };
}

const { url, members, pauseMs, request } = workerData as OthersData;
const http = createLightHttp(url);
let taken: number[] = [];

parentPort?.on("message", () => {
  parentPort?.postMessage(taken);
  taken = [];
});

for (const member of members) void work(member);

async function work({ token }: Member): Promise<never> {
  for (;;) {
    const since = performance.now();
    const body = request.body && JSON.parse(JSON.stringify(request.body).replace("ID", crypto.randomUUID()));
    await http.ask(request.method, request.path, { token, ...(body ? { body } : {}) });
    taken.push(performance.now() - since);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
