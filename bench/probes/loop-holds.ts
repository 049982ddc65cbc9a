// Loaded into the server's process before it starts: how long its event loop was held at a stretch since it was last
// asked, in milliseconds. What the thread works between two turns of a timer is one stretch; a busy machine, which lets
// it wait, changes nothing in that.
let before = threadMs();
let longestMs = 0;
setInterval(turn, 1).unref();

process.on("message", () => {
  turn();
  process.send?.({ heldMs: [longestMs] });
  longestMs = 0;
});
process.channel?.unref();

function turn(): void {
  const now = threadMs();
  longestMs = Math.max(longestMs, now - before);
  before = now;
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1e3;
}
