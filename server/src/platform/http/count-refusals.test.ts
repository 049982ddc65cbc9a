import { expect, test } from "vitest";
import { startTestServer } from "../../../test/harness.ts";

test("logs refused requests as one line with their number, at the default level", async () => {
  const lines: string[] = [];
  const server = await startTestServer({ onLogLine: (line) => lines.push(line) });
  for (let guess = 0; guess < 7; guess += 1) await server.anyone.send("GET", "/api/auth/user");
  const last = await server.anyone.send("POST", "/api/auth/token?grant_type=magic", { body: {} });
  await server.close();
  const parsed = lines.map((line) => JSON.parse(line) as { level: number; msg: string; requestId?: string });
  expect(parsed.filter(({ msg }) => msg === "requests were refused")).toEqual([
    expect.objectContaining({
      level: 40,
      refused: [
        { request: "GET /api/auth/user not_authenticated", times: 7, lastId: expect.any(String) },
        {
          request: "POST /api/auth/token invalid_request",
          times: 1,
          lastId: (last.body as { error: { requestId: string } }).error.requestId,
        },
      ],
    }),
  ]);
  // Each has its own line, so that its ID can be found.
  expect(parsed.filter(({ msg, level }) => msg === "not_authenticated" && level === 20)).toHaveLength(7);
});
