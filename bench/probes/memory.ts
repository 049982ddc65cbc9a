import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

// Loaded into the server's process before it starts: answers the bytes of memory that it holds once what nobody
// uses any more is gone, and the seconds of processor time it has taken.
setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

process.on("message", async () => {
  // Freed memory is returned to the system after a delay.
  for (let round = 0; round < 4; round += 1) {
    collect();
    await sleep(500);
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  process.send?.({
    rss: [rss],
    heapUsed: [heapUsed],
    external: [external],
    cpuSeconds: [(user + system) / 1e6],
  });
});
process.channel?.unref();
