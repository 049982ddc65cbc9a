// Ends with 0 when the server on this machine is alive: the health check of a container, which runs it every half a
// minute. It therefore loads nothing, and reads only the two settings that say where the server is.
const host = process.env.HOST?.replace(/^\[(.*)\]$/, "$1") || "localhost";
const name = ["0.0.0.0", "::"].includes(host) ? "localhost" : host;
const url = `http://${name.includes(":") ? `[${name}]` : name}:${process.env.PORT || "3000"}/healthz`;
try {
  const { status } = await fetch(url, { signal: AbortSignal.timeout(4_000) });
  if (status !== 200) throw new Error(`it answers ${status}`);
} catch (error) {
  const reason = error instanceof Error ? ((error.cause ?? error) as Error).message : String(error);
  process.stderr.write(`No server is alive at ${url}: ${reason}\n`);
  process.exitCode = 1;
}
