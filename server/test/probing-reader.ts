import { spawnSync } from "node:child_process";
import dgram from "node:dgram";
import { lookup } from "node:dns/promises";
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { Worker } from "node:worker_threads";

// In the place of the reader of files: tries what a file that has taken it over would, and says what came of it.

const { port, folder, elsewhere } = JSON.parse(await text(process.stdin)) as {
  port: number;
  folder: string;
  elsewhere: string;
};
const tries: Record<string, () => unknown> = {
  write: () => writeFileSync(`${folder}/written.txt`, "written"),
  read: () => readFileSync(elsewhere, "utf8"),
  start: () => {
    const { error } = spawnSync(process.execPath, ["-v"]);
    if (error) throw error;
  },
  work: () => new Worker("", { eval: true }),
  evaluate: () => new Function("return 1")(),
  bind: () => Reflect.get(process, "binding").call(process, "tcp_wrap"),
  connect: () =>
    new Promise((resolve, reject) => connect(port, "127.0.0.1").on("connect", resolve).on("error", reject)),
  fetch: () => fetch(`http://127.0.0.1:${port}/`),
  send: () =>
    new Promise((resolve, reject) =>
      dgram
        .createSocket("udp4")
        .send("x", port, "127.0.0.1", (error) => (error ? reject(error) : resolve(0))),
    ),
  ask: () => lookup("localhost"),
};
const outcomes: Record<string, string> = { environment: Object.keys(process.env).join() };
for (const [name, attempt] of Object.entries(tries)) {
  try {
    await attempt();
    outcomes[name] = "done";
  } catch {
    outcomes[name] = "refused";
  }
}
process.stdout.write(JSON.stringify(outcomes), () => process.exit(0));
