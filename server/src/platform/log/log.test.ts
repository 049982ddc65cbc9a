import { expect, test } from "vitest";
import { createLog, describeError } from "./log.ts";

test("logs only name, message, code, stack and cause of an error", () => {
  const cause = Object.assign(new Error("connection lost"), {
    code: "57P01",
    client: { password: "hidden" },
  });
  const line = describeError(new Error("could not save", { cause }));
  expect(line).toMatchObject({
    type: "Error",
    message: "could not save",
    cause: { message: "connection lost", code: "57P01" },
  });
  expect(JSON.stringify(line)).not.toContain("hidden");
});

test("logs thrown values that are not errors", () => {
  expect(describeError("a text")).toEqual({ type: "string", message: "a text" });
  // As pg-boss hands on its errors.
  const fields = { message: "could not connect", queue: "files.sweep" };
  expect(describeError(fields)).toEqual({ type: "object", message: "could not connect" });
});

test("the same failure is logged five times, then only counted, and failures of requests are always logged", () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  const lost = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  for (let time = 0; time < 100; time += 1) {
    log.warn({ err: lost }, "a job could not be fetched");
    log.error({ err: lost, requestId: String(time) }, "database_unavailable");
  }
  log.warn({ err: new Error("another") }, "a job could not be fetched");
  const of = (text: string) => lines.filter((line) => line.includes(text)).length;
  expect(of("a job could not be fetched")).toBe(6);
  expect(of("database_unavailable")).toBe(100);
});

test("removes secrets by the name of their field, at any depth", () => {
  const hidden = "hidden-hidden";
  const line = lineOf({
    password: hidden,
    body: { currentPassword: hidden, list: [{ refreshToken: hidden, deeper: { client_secret: hidden } }] },
    req: { headers: { authorization: hidden, cookie: hidden, "set-cookie": [hidden] } },
    secondFactorCode: "123456",
    recoveryCodes: [hidden],
    authorization_code: hidden,
    eight: { nine: { ten: { eleven: { twelve: { thirteen: { fourteen: { any: hidden } } } } } } },
  });
  expect(line).not.toContain(hidden);
  expect(line).not.toContain("123456");
  expect(JSON.parse(line).body.list[0].refreshToken).toBe("[cut]");
});

test("tokens are cut from texts and from errors", () => {
  const token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl";
  const line = lineOf({
    url: `/api/auth/user?access_token=abcdef&page=2`,
    header: `Bearer abcdef.ghi`,
    text: `got ${token} here`,
    err: new Error(`refused ${token}`, { cause: new Error(`Bearer ${token}`) }),
    nested: { why: new Error(token) },
  });
  expect(line).not.toMatch(/abcdef|c2lnbmF0dXJl/);
  expect(JSON.parse(line)).toMatchObject({
    url: "/api/auth/user?access_token=[cut]&page=2",
    err: { message: "refused [cut]", cause: { message: "Bearer [cut]" } },
  });
});

test("keeps what operators need: error codes, IDs, counts and times", () => {
  const fields = {
    code: "channel_not_found",
    requestId: "0198",
    count: 3,
    isTokenKnown: true,
    at: "2026-01-02",
  };
  expect(JSON.parse(lineOf(fields))).toMatchObject(fields);
});

function lineOf(fields: Record<string, unknown>): string {
  const lines: string[] = [];
  createLog("info", { write: (line) => lines.push(line) }).info(fields, "a line");
  return lines.join("");
}

test("removes the tokens and hooks of programs wherever they stand", () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  const secrets = [
    "atoll_pat_0123456789abcdefghij",
    "atoll_hook_0123456789abcdefghij",
    "atoll_feed_0123456789abcdefghij",
    "atoll_answer_0123-56789_bcdefghij",
  ];
  for (const secret of secrets) {
    log.info({ path: `/api/hooks/${secret}`, note: `sent ${secret}.` }, "request");
    log.warn({ err: new Error(`no route /api/x/${secret}`) }, "refused");
    for (const escaped of ["%5F", "%5f", "%25255F"])
      log.info({ path: `/api/x/${secret.replaceAll("_", escaped)}/%zz` }, "request");
    log.info({ path: `/api/x/${secret.replace("a", "%61")}` }, "request");
  }
  expect(lines).toHaveLength(6 * secrets.length);
  for (const secret of secrets) expect(lines.join("")).not.toContain(secret.slice(-10));
});

test("leaves escaped characters without a secret as they are", () => {
  expect(JSON.parse(lineOf({ path: "/a%5Fb/%E2%82%AC?token=a%26b" }))).toMatchObject({
    path: "/a%5Fb/%E2%82%AC?token=[cut]",
  });
});

test("removes the secret of a calendar feed from the path of a request", () => {
  const line = lineOf({ path: "/api/calendar-feeds/0123-56789_bcdefghij.ics" });
  expect(JSON.parse(line)).toMatchObject({ path: "/api/calendar-feeds/[cut]" });
});
