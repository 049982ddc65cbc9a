import { auditRoutes } from "@atoll/contract/audit/routes";
import { operationRoutes } from "@atoll/contract/operation/routes";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { codeOf } from "../../../test/client.ts";
import { createPerson } from "../../../test/factories.ts";
import { type SignedIn, startTestNodes, type TestNodes } from "../../../test/harness.ts";

let nodes: TestNodes;
let [one, other]: SignedIn[] = [];
const lines: string[] = [];
beforeAll(async () => {
  // From `debug` on, as this harness starts every server whose lines are read.
  nodes = await startTestNodes({ onLogLine: (line) => void lines.push(line) });
  const olu = await createPerson(nodes[0].db, { name: "Olu", roles: ["super_admin"] });
  [one, other] = [await nodes[0].signIn(olu), await nodes[1].signIn(olu)];
});
afterAll(() => nodes.close());

const patience = { timeout: 60_000 };
const levelOf = async ({ client }: SignedIn) => (await client.call(operationRoutes.getHealth, {})).logging;
const choose = (level: "error" | "trace", minutes = 15) =>
  one!.client.call(operationRoutes.chooseLogLevel, { body: { level, minutes } });

describe("a log level that is chosen without a restart", () => {
  test("applies on every server until it is reset, and is in the audit log", async () => {
    expect(await levelOf(other!)).toEqual({ level: "debug", configured: "debug", endsAt: null });
    const { endsAt } = await choose("error");
    expect(Date.parse(endsAt ?? "")).toBeGreaterThan(Date.now());
    const chosen = { level: "error", configured: "debug", endsAt };
    await vi.waitFor(async () => expect(await levelOf(other!)).toEqual(chosen), patience);

    // A request that began before the change still writes its last line.
    const before = lines.length;
    for (const { client } of [one!, other!]) await client.call(operationRoutes.getMaintenance, {});
    expect(lines.slice(before).join("")).not.toContain("/api/maintenance");

    await one!.client.call(operationRoutes.resetLogLevel, {});
    await vi.waitFor(async () => expect((await levelOf(other!)).level).toBe("debug"), patience);
    await vi.waitFor(() => expect(lines.slice(before).join("")).toContain("/api/admin/health"), patience);
    const { items } = await one!.client.call(auditRoutes.listEntries, {
      query: { action: "log-level.changed" },
    });
    expect(items.map(({ actor, after }) => [actor?.name, after?.level])).toEqual([
      ["Olu", null],
      ["Olu", "error"],
    ]);
  });

  test("goes back by itself when its time is over", async () => {
    await choose("error", 24 * 60);
    await vi.waitFor(async () => expect((await levelOf(other!)).level).toBe("error"), patience);
    await sql`UPDATE log_choice SET ends_at = now() + interval '1 second'`.execute(nodes[0].db);
    for (const person of [one!, other!])
      await vi.waitFor(
        async () =>
          expect(await levelOf(person)).toEqual({ level: "debug", configured: "debug", endsAt: null }),
        patience,
      );
  });

  test("logs no secret at the level with the most lines", async () => {
    await choose("trace");
    const before = lines.length;
    await one!.client.send("POST", "/api/auth/token?grant_type=password", {
      body: { email: "olu@example.test", password: "a-secret-that-is-typed" },
    });
    await vi.waitFor(() => expect(lines.slice(before).join("")).toContain("/api/auth/token"), patience);
    expect(lines.join("")).not.toContain("a-secret-that-is-typed");
    expect(lines.join("")).not.toContain(one!.session.accessToken);
    await one!.client.call(operationRoutes.resetLogLevel, {});
  });

  test("is chosen by super administrators, for 15 minutes to a day", async () => {
    const admin = await nodes[0].signIn(await createPerson(nodes[0].db, { roles: ["admin"] }));
    const body = { level: "trace" as const, minutes: 15 };
    expect(await codeOf(admin.client.call(operationRoutes.chooseLogLevel, { body }))).toBe("forbidden");
    expect(await codeOf(admin.client.call(operationRoutes.resetLogLevel, {}))).toBe("forbidden");
    expect(await codeOf(choose("trace", 14))).toBe("invalid_request");
    expect(await codeOf(choose("trace", 24 * 60 + 1))).toBe("invalid_request");
  });
});
