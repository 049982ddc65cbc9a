import { createHmac } from "node:crypto";
import { hookRoutes } from "@atoll/contract/cards/hook-routes";
import type { HookKind } from "@atoll/contract/cards/hook-schemas";
import { cardRoutes as routes } from "@atoll/contract/cards/routes";
import type { Card, CardType } from "@atoll/contract/cards/schemas";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { fullTest } from "../../../../../contract/test/full-check.ts";
import { type Announcer, createAnnouncer } from "../../../../test/announcers.ts";
import { createRole } from "../../../../test/factories.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import {
  alertmanager,
  githubDeployment,
  githubRun,
  gitlabDeployment,
  gitlabPipeline,
  grafanaNoData,
} from "../../../../test/hook-bodies.ts";

const server = sharedServer();
let dev: Announcer;
let reader: Announcer;
const types = new Map<string, CardType>();

beforeAll(async () => {
  await createRole(server.db, { name: "devops cards", permissions: ["cards:devops"] });
  dev = await createAnnouncer(server, "Dev", { departments: ["DevOps"], roles: ["user", "devops cards"] });
  reader = await createAnnouncer(server, "Sam", { departments: ["DevOps"] });
  const { sections } = await dev.client.call(routes.listSections, { params: { slug: "devops" } });
  for (const { type } of sections) types.set(type.slug, type);
});

beforeEach(async () => {
  await sql`DELETE FROM cards`.execute(server.db);
});

interface TestHook {
  id: string;
  kind: HookKind;
  secret: string;
}

async function addHook(section: string, kind: HookKind): Promise<TestHook> {
  const body = { id: uuidv7(), name: `${kind} of ${section}`, kind };
  const call = { params: { typeId: types.get(section)!.id }, body };
  const { secret } = await dev.client.call(hookRoutes.createHook, call);
  return { id: body.id, kind, secret };
}

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text);

function sign(
  { kind, secret }: TestHook,
  raw: string,
  more: { id?: string; time?: number } = {},
): Record<string, string> {
  const { id = uuidv7(), time = Math.floor(Date.now() / 1000) } = more;
  switch (kind) {
    case "github":
      return { "x-hub-signature-256": `sha256=${hmac(secret, raw).digest("hex")}` };
    case "grafana":
      return { "x-grafana-alerting-signature": hmac(secret, raw).digest("hex") };
    case "alertmanager":
      return { authorization: `Bearer ${secret}` };
    default: {
      const key = Buffer.from(secret.replace("whsec_", ""), "base64");
      const signature = hmac(key, `${id}.${time}.${raw}`).digest("base64");
      return {
        "webhook-id": id,
        "webhook-timestamp": String(time),
        "webhook-signature": `v1,AAAA v1,${signature}`,
      };
    }
  }
}

const post = (hook: { id: string }, raw: string, headers: Record<string, string>) =>
  server.anyone.send("POST", `/api/card-hooks/${hook.id}`, { raw, headers });

const deliveries = async (hook: TestHook) =>
  (await dev.client.call(hookRoutes.listDeliveries, { params: { hookId: hook.id }, query: {} })).items;

/** Sends a body, and waits until it was read. */
async function deliver(hook: TestHook, body: unknown, event?: string) {
  const raw = JSON.stringify(body);
  const headers = { ...sign(hook, raw), ...(event && { "x-github-event": event }) };
  const { status } = await post(hook, raw, headers);
  expect(status).toBe(202);
  return vi.waitFor(async () => {
    const [last] = await deliveries(hook);
    expect(last?.outcome).not.toBe("waiting");
    return last!;
  });
}

async function cardsOf(section: string): Promise<Card[]> {
  const call = { params: { typeId: types.get(section)!.id }, query: { sort: "updated" as const } };
  return (await dev.client.call(routes.listCards, call)).items;
}

describe("a delivery", () => {
  test("is refused without the right signature, and where there is no webhook", async () => {
    const body = JSON.stringify({ id: "1", service: "checkout", status: "passed" });
    for (const kind of ["github", "gitlab", "generic"] as const) {
      const hook = await addHook("pipelines", kind);
      const right = sign(hook, body);
      expect((await post(hook, `${body} `, right)).status).toBe(401);
      expect((await post(hook, body, {})).status).toBe(401);
      expect((await post({ id: uuidv7() }, body, right)).status).toBe(401);
      expect(await deliveries(hook)).toEqual([]);
    }
    const hook = await addHook("pipelines", "generic");
    const late = Math.floor(Date.now() / 1000) - 301;
    expect((await post(hook, body, sign(hook, body, { time: late }))).status).toBe(401);
  });

  test("is processed once regardless of the case of its header, and can be replayed", async () => {
    const hook = await addHook("pipelines", "generic");
    const body = { id: 7, service: "checkout", status: "failed", seconds: 12, link: "javascript:alert(1)" };
    await deliver(hook, body);
    await deliver(hook, body);
    expect(await deliveries(hook)).toHaveLength(1);
    const [card] = await cardsOf("pipelines");
    expect(card).toMatchObject({ title: "checkout, run 7", stage: "failed", data: { seconds: 12 } });
    expect(card?.data).not.toHaveProperty("log");
    const [delivery] = await deliveries(hook);
    const params = { hookId: hook.id, deliveryId: delivery!.id };
    await dev.client.call(hookRoutes.replayDelivery, { params });
    await vi.waitFor(async () => expect((await deliveries(hook))[0]?.outcome).toBe("ignored"));
    expect(await cardsOf("pipelines")).toHaveLength(1);
  });

  test("may contain NUL, and a backslash that only looks like one", async () => {
    const hook = await addHook("pipelines", "generic");
    const body = { id: 8, service: "check\0out", status: "failed", branch: "fix\\u0000" };
    expect(await deliver(hook, body)).toMatchObject({ outcome: "done" });
    const cards = await cardsOf("pipelines");
    expect(cards.find(({ title }) => title === "checkout, run 8")?.data.branch).toBe("fix\\u0000");
  });

  test("says why it could not be read", async () => {
    const hook = await addHook("pipelines", "github");
    expect(await deliver(hook, { zen: "Keep it logically awesome." }, "ping")).toMatchObject({
      outcome: "ignored",
    });
    expect(await deliver(hook, { action: "opened" }, "issues")).toMatchObject({ outcome: "ignored" });
    expect(await deliver(hook, { workflow_run: { id: 1 } }, "workflow_run")).toMatchObject({
      outcome: "failed",
      detail: expect.stringContaining("workflow_run"),
    });
    for (const raw of ['{"cut', "[".repeat(500_000)]) {
      expect(await post(hook, raw, sign(hook, raw))).toMatchObject({
        status: 400,
        body: { error: { code: "card_hook_unreadable" } },
      });
      expect((await deliveries(hook))[0]).toMatchObject({
        outcome: "failed",
        detail: "The body is no JSON, or nested too deep",
      });
    }
  });

  test("by a shared token is marked as weak", async () => {
    const hook = await addHook("pipelines", "gitlab");
    const raw = JSON.stringify(gitlabPipeline);
    expect((await post(hook, raw, { "x-gitlab-token": hook.secret })).status).toBe(202);
    const call = { params: { typeId: types.get("pipelines")!.id } };
    const { hooks } = await dev.client.call(hookRoutes.listHooks, call);
    expect(hooks.find(({ id }) => id === hook.id)?.isWeak).toBe(true);
    await vi.waitFor(async () => expect((await deliveries(hook))[0]?.outcome).toBe("done"));
  });
});

describe("alerts", () => {
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const setOnCall = (personId: string | null) =>
    dev.client.call(routes.setOnCall, { params: { slug: "devops" }, body: { personId, until } });
  const one = (name: string, labels: Record<string, string>, more: object = {}) => ({
    status: "firing",
    labels: { alertname: name, severity: "critical", ...labels },
    annotations: {
      summary: `${name} ${labels.instance ?? ""}`,
      runbook_url: "https://runbooks.example/disk",
    },
    startsAt: "2026-11-20T08:00:00Z",
    endsAt: "0001-01-01T00:00:00Z",
    fingerprint: `${name} ${JSON.stringify(labels)}`,
    ...more,
  });

  fullTest(
    "from a group of 250 are raised as one entry, and a person who goes on call later is notified",
    async () => {
      await setOnCall(null);
      const hook = await addHook("monitoring", "alertmanager");
      const alerts = Array.from({ length: 250 }, (_, at) =>
        one("DiskFull", { instance: `db-${at}`, team: "data" }),
      );
      const before = await reader.inbox();
      expect(await deliver(hook, { alerts })).toMatchObject({
        outcome: "done",
        detail: "",
      });
      const { items } = await dev.client.call(routes.listCards, {
        params: { typeId: types.get("monitoring")!.id },
        query: { limit: 200 },
      });
      expect(items).toHaveLength(200);
      expect(items[0]?.data).toMatchObject({
        alert: "DiskFull",
        team: "data",
        runbook: "https://runbooks.example/disk",
        labels: expect.stringMatching(/^instance: db-\d+$/),
      });
      expect(await reader.inbox()).toEqual(before);
      await setOnCall(reader.id);
      const told = (await reader.inbox()).filter(
        (line) => !before.includes(line) && !line.includes("You are on call"),
      );
      expect(told).toEqual([expect.stringContaining("DiskFull db-0")]);
      await deliver(hook, { alerts: [one("DiskFull", { instance: "db-250" }), one("QueueStuck", {})] });
      expect((await reader.inbox()).filter((line) => /DiskFull|QueueStuck/.test(line))).toHaveLength(2);
      await setOnCall(null);
    },
  );

  test("skips unreadable alerts without affecting others, and logs them", async () => {
    const hook = await addHook("monitoring", "alertmanager");
    const alerts = [one("First", {}, { startsAt: "yesterday" }), { status: "firing" }, one("Third", {})];
    const { outcome, detail } = await deliver(hook, { alerts, truncatedAlerts: 4 });
    expect(outcome).toBe("done");
    expect(detail).toMatch(/^Alert 2 of 3: .*labels.* The sender left out 4 alerts of this group\.$/);
    expect((await cardsOf("monitoring")).map(({ data }) => data.alert).toSorted()).toEqual([
      "First",
      "Third",
    ]);
  });

  test("fire again on the card into which they were merged, and end with it", async () => {
    const hook = await addHook("monitoring", "alertmanager");
    await deliver(hook, { alerts: [one("Root", {}), one("Double", {})] });
    const cards = await cardsOf("monitoring");
    const [root, double] = ["Root", "Double"].map((name) => cards.find(({ data }) => data.alert === name)!);
    const merge = { changeId: uuidv7(), cardIds: [double!.id], set: { mergedIntoId: root!.id } };
    await dev.client.call(routes.changeCards, { body: merge });
    const over = { status: "resolved", endsAt: "2026-11-20T09:00:00Z" };
    await deliver(hook, { alerts: [one("Root", {}, over), one("Double", {}, over)] });
    const stage = async () => (await cardsOf("monitoring")).map((card) => [card.id, card.stage]);
    expect(await stage()).toEqual([[root!.id, "resolved"]]);
    const again = { startsAt: "2026-11-20T10:00:00Z" };
    await deliver(hook, { alerts: [one("Double", {}, again)] });
    expect(await stage()).toEqual([[root!.id, "firing"]]);
    await deliver(hook, {
      alerts: [one("Double", {}, { ...again, ...over, endsAt: "2026-11-20T11:00:00Z" })],
    });
    expect(await stage()).toEqual([[root!.id, "resolved"]]);
  });
});

describe("reports of other systems become cards", () => {
  test("GitHub's form, and Grafana's signature with a time", async () => {
    const github = await addHook("pipelines", "github");
    const json = JSON.stringify(githubRun("completed", "cancelled", "2026-11-20T09:06:04Z"));
    const form = new URLSearchParams({ payload: json }).toString();
    const headers = { ...sign(github, form), "x-github-event": "workflow_run" };
    const content = { "content-type": "application/x-www-form-urlencoded" };
    expect((await post(github, form, { ...headers, ...content })).status).toBe(202);
    await vi.waitFor(
      async () => expect(await cardsOf("pipelines")).toMatchObject([{ stage: "canceled" }]),
      20_000,
    );
    const grafana = await addHook("monitoring", "grafana");
    const raw = JSON.stringify(grafanaNoData);
    const signed = (seconds: number) => ({
      "x-grafana-alerting-timestamp": String(seconds),
      "x-grafana-alerting-signature": hmac(grafana.secret, `${seconds}:${raw}`).digest("hex"),
    });
    const now = Math.floor(Date.now() / 1000);
    expect((await post(grafana, raw, signed(now - 301))).status).toBe(401);
    expect((await post(grafana, raw, { ...signed(now), "x-grafana-alerting-timestamp": "1" })).status).toBe(
      401,
    );
    expect((await post(grafana, raw, signed(now))).status).toBe(202);
  });

  test("GitLab's pipeline that waits, is retried and is canceled", async () => {
    const hook = await addHook("pipelines", "gitlab");
    const at = async (status: string, finished: string | null, started: string) => {
      const { object_attributes: own, ...rest } = gitlabPipeline;
      const builds = [{ id: 380, name: "deploy", started_at: started, finished_at: finished }];
      const attributes = { ...own, id: 77, status, finished_at: finished };
      await deliver(hook, { ...rest, object_attributes: attributes, builds });
      return (await cardsOf("pipelines")).map(({ stage }) => stage);
    };
    expect(await at("manual", null, "2026-11-20 10:24:00 UTC")).toEqual(["waiting"]);
    expect(await at("failed", "2026-11-20 10:26:00 UTC", "2026-11-20 10:25:00 UTC")).toEqual(["failed"]);
    expect(await at("running", null, "2026-11-20 11:00:00 UTC")).toEqual(["running"]);
    expect(await at("canceled", "2026-11-20 11:05:00 UTC", "2026-11-20 11:00:00 UTC")).toEqual(["canceled"]);
  });

  test("GitHub's run, also when the end is received before the start", async () => {
    const hook = await addHook("pipelines", "github");
    await deliver(hook, githubRun("completed", "success", "2026-11-20T09:06:04Z"), "workflow_run");
    await deliver(hook, githubRun("in_progress", null, "2026-11-20T09:00:10Z"), "workflow_run");
    expect(await cardsOf("pipelines")).toMatchObject([
      {
        title: "Retry webhook once more",
        stage: "passed",
        data: { service: "checkout", branch: "main", seconds: 364 },
      },
    ]);
  });

  test("GitLab's pipeline and deployment", async () => {
    await deliver(await addHook("pipelines", "gitlab"), gitlabPipeline);
    await deliver(await addHook("deployment", "gitlab"), gitlabDeployment);
    expect(await cardsOf("pipelines")).toMatchObject([
      { title: "Idempotent invoice retries", stage: "passed", data: { service: "billing", seconds: 63 } },
    ]);
    expect(await cardsOf("deployment")).toMatchObject([
      {
        title: "billing 7.2.0 to staging",
        stage: "live",
        data: { environment: "Staging", commit: "279484c09fbe69ededfced8c1bb6e6d24616b468" },
      },
    ]);
  });

  test("Grafana's missing data is a stage of its own, and never counts as fine", async () => {
    await deliver(await addHook("monitoring", "grafana"), grafanaNoData);
    expect(await cardsOf("monitoring")).toMatchObject([
      { title: "Reports sends no numbers", stage: "no_data", data: { severity: "Medium" } },
    ]);
  });

  test("Alertmanager's alert fires, tells who is on call, is resolved, and stays closed", async () => {
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const onCall = { params: { slug: "devops" }, body: { personId: reader.id, until } };
    await dev.client.call(routes.setOnCall, onCall);
    const hook = await addHook("monitoring", "alertmanager");
    const [first, end, second] = ["2026-11-20T08:38:00Z", "2026-11-20T09:25:00Z", "2026-11-20T10:00:00Z"];
    await deliver(hook, alertmanager("firing", first));
    expect(await cardsOf("monitoring")).toMatchObject([
      {
        stage: "firing",
        data: { severity: "Urgent", service: "notifier", environment: "Production", times: 1 },
      },
    ]);
    expect(await reader.inbox()).toEqual([
      "• “Queue depth above 5,000” is firing, and you are on call",
      "• You are on call for DevOps",
    ]);
    const [card] = await cardsOf("monitoring");
    const acknowledge = { stage: "acknowledged", data: { acknowledged_by: reader.id } };
    const body = { changeId: uuidv7(), cardIds: [card!.id], set: acknowledge };
    await reader.client.call(routes.changeCards, { body });
    await deliver(hook, { ...alertmanager("firing", first), truncatedAlerts: 1 });
    expect((await cardsOf("monitoring"))[0]?.stage).toBe("acknowledged");
    await deliver(hook, alertmanager("resolved", first, end));
    await deliver(hook, { ...alertmanager("firing", first), truncatedAlerts: 2 });
    expect((await cardsOf("monitoring"))[0]?.stage).toBe("resolved");
    await deliver(hook, alertmanager("firing", second));
    expect((await cardsOf("monitoring"))[0]).toMatchObject({ stage: "firing", data: { times: 2 } });
    expect((await cardsOf("monitoring"))[0]?.data).not.toHaveProperty("flapping");
    await deliver(hook, alertmanager("resolved", second, "2026-11-20T10:01:00Z"));
    expect((await cardsOf("monitoring"))[0]?.data.flapping).toBe("Flapping");
  });

  test("an alert that is resolved before it fired is closed", async () => {
    const hook = await addHook("monitoring", "alertmanager");
    await deliver(hook, alertmanager("resolved", "2026-11-20T08:38:00Z", "2026-11-20T09:25:00Z"));
    await deliver(hook, alertmanager("firing", "2026-11-20T08:38:00Z"));
    expect(await cardsOf("monitoring")).toMatchObject([{ stage: "resolved" }]);
  });
});

test("deployments replace each other, and make the four figures", async () => {
  const delivery = () => dev.client.call(hookRoutes.readDelivery, { params: { slug: "devops" } });
  expect(await delivery()).toMatchObject({ frequency: { value: null, of: 0 }, leadHours: { value: null } });
  await deliver(
    await addHook("pipelines", "github"),
    githubRun("completed", "success", "2026-11-20T09:06:05Z"),
    "workflow_run",
  );
  const hook = await addHook("deployment", "github");
  await deliver(hook, githubDeployment(1, "success", "2026-11-20T09:10:00Z"), "deployment_status");
  await deliver(hook, githubDeployment(1, "failure", "2026-11-20T09:20:00Z"), "deployment_status");
  await deliver(hook, githubDeployment(2, "success", "2026-11-20T09:40:00Z"), "deployment_status");
  const stages = (await cardsOf("deployment")).map(({ title, stage }) => `${title}: ${stage}`);
  expect(stages.toSorted()).toEqual([
    "checkout v4.18.1 to production: replaced",
    "checkout v4.18.2 to production: live",
  ]);
  const figures = await delivery();
  expect(figures).toMatchObject({
    frequency: { of: 2 },
    leadHours: { of: 2 },
    failureRate: { value: 0.5, of: 2 },
    failed: 1,
    restoreMinutes: { of: 1 },
  });
  expect(figures.leadHours.value).toBeGreaterThan(0);
});

test("does not make an older deployment live when it is reported late or again", async () => {
  const hook = await addHook("deployment", "github");
  const stages = async () =>
    Object.fromEntries((await cardsOf("deployment")).map(({ title, stage }) => [title.split(" ")[1], stage]));
  await deliver(hook, githubDeployment(2, "success", "2026-11-20T09:40:00Z"), "deployment_status");
  await deliver(hook, githubDeployment(1, "success", "2026-11-20T09:10:00Z"), "deployment_status");
  expect(await stages()).toEqual({ "v4.18.1": "replaced", "v4.18.2": "live" });
  await deliver(hook, githubDeployment(3, "success", "2026-11-20T10:00:00Z"), "deployment_status");
  const [, , first] = await deliveries(hook);
  const params = { hookId: hook.id, deliveryId: first!.id };
  await dev.client.call(hookRoutes.replayDelivery, { params });
  await vi.waitFor(async () => expect((await deliveries(hook))[2]?.outcome).toBe("ignored"));
  expect(await stages()).toEqual({ "v4.18.1": "replaced", "v4.18.2": "replaced", "v4.18.3": "live" });
  // The two reports of one second, in the wrong order.
  await deliver(hook, githubDeployment(3, "in_progress", "2026-11-20T10:00:00Z"), "deployment_status");
  expect((await stages())["v4.18.3"]).toBe("live");
});

test("adds unknown environments as choices, but no branches, and records a violated freeze", async () => {
  const hook = await addHook("deployment", "generic");
  const typeId = types.get("deployment")!.id;
  const report = (id: string, environment: string) =>
    deliver(hook, {
      id,
      service: "site",
      environment,
      version: "1.0",
      status: "live",
      at: "2026-11-20T09:00:00Z",
    });
  for (const [at, name] of ["github-pages", "prod-eu", "review/fix-1", "review/fix-2", "PROD"].entries())
    await report(String(at), name);
  const environments = (await cardsOf("deployment")).map(({ data }) => data.environment).toSorted();
  expect(environments).toEqual(["Production", "Review", "Review", "github-pages", "prod-eu"]);
  const { sections } = await dev.client.call(routes.listSections, { params: { slug: "devops" } });
  const options = sections
    .find(({ type }) => type.id === typeId)
    ?.type.fields.find(({ name }) => name === "environment")?.options;
  expect(options).toEqual(["Development", "Staging", "Production", "github-pages", "prod-eu", "Review"]);
  const data = { service: "site", environment: "prod-eu" };
  const freeze = { id: uuidv7(), title: "Freeze", stage: "freeze", data };
  await dev.client.call(routes.createCard, { params: { typeId }, body: freeze });
  await report("frozen", "prod-eu");
  const card = (await cardsOf("deployment")).find(
    ({ data: of, stage }) => of.environment === "prod-eu" && stage === "live",
  );
  const { items } = await dev.client.call(routes.readHistory, { params: { cardId: card!.id }, query: {} });
  expect(items.map(({ field }) => field)).toContain("breach");
});

test("webhooks are for members with the permission, and only of systems that fit the section", async () => {
  const typeId = types.get("pipelines")!.id;
  expect(await reader.refused(hookRoutes.listHooks, { params: { typeId } })).toBe("forbidden");
  const body = { id: uuidv7(), name: "Alerts", kind: "alertmanager" as const };
  expect(await dev.refused(hookRoutes.createHook, { params: { typeId }, body })).toBe("card_hook_wrong");
  const hook = await addHook("pipelines", "generic");
  const again = { id: hook.id, name: "generic of pipelines", kind: hook.kind };
  const { secret } = await dev.client.call(hookRoutes.createHook, { params: { typeId }, body: again });
  expect(secret).toBe(hook.secret);
  await dev.client.call(hookRoutes.deleteHook, { params: { hookId: hook.id } });
  expect(await dev.refused(hookRoutes.deleteHook, { params: { hookId: hook.id } })).toBe(
    "card_hook_not_found",
  );
});
