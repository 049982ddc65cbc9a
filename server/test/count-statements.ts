import type { TestServer } from "./harness.ts";

/**
 * The number of statements that a request takes: the least of three times, because other work of the server only adds to
 * it.
 */
export async function countStatements(server: TestServer, call: () => Promise<unknown>): Promise<number> {
  const read = async () => {
    const { body } = await server.anyone.send("GET", "/metrics");
    return Number(/^atoll_database_query_seconds_count (\d+)$/m.exec(String(body))?.[1]);
  };
  const counts: number[] = [];
  for (let time = 0; time < 3; time += 1) {
    const before = await read();
    await call();
    counts.push((await read()) - before);
  }
  return Math.min(...counts);
}
