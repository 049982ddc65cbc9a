import { createHash } from "node:crypto";
import { sql } from "kysely";
import { hookSecret } from "../../src/features/cards/hooks/hook-secret.ts";
import { renewSigningKey } from "../../src/features/identity/sessions/signing-keys.ts";
import type { Database } from "../../src/tables.ts";
import { demoId } from "../ids.ts";
import type { DemoCompany } from "../types.ts";

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** Production deployments of the last weeks, by service and days ago; `failed` is the minutes until it was restored. */
const past: readonly {
  service: string;
  version: string;
  owner: string;
  days: number;
  hours: number;
  failed?: number;
}[] = [
  { service: "checkout", version: "4.17.2", owner: "dev", days: 4.2, hours: 2.5 },
  { service: "checkout", version: "4.17.1", owner: "dev", days: 6.1, hours: 3.1, failed: 24 },
  { service: "checkout", version: "4.17.0", owner: "dev", days: 11, hours: 5 },
  { service: "checkout", version: "4.16.4", owner: "dev", days: 17, hours: 26 },
  { service: "billing", version: "7.1.3", owner: "tadhg", days: 5, hours: 4 },
  { service: "billing", version: "7.1.2", owner: "tadhg", days: 13, hours: 8, failed: 61 },
  { service: "billing", version: "7.1.1", owner: "tadhg", days: 22, hours: 3 },
  { service: "gateway", version: "2.9.1", owner: "sam", days: 14, hours: 1.5 },
  { service: "gateway", version: "2.9.0", owner: "sam", days: 20, hours: 2 },
  { service: "partner-portal", version: "3.12.0", owner: "meiling", days: 7, hours: 6, failed: 12 },
  { service: "partner-portal", version: "3.11.4", owner: "meiling", days: 15, hours: 7 },
  { service: "atoll-web", version: "1.43.2", owner: "rania", days: 2.5, hours: 1 },
  { service: "atoll-web", version: "1.43.1", owner: "rania", days: 5.5, hours: 2 },
  { service: "atoll-web", version: "1.43.0", owner: "rania", days: 9, hours: 3 },
  { service: "search", version: "0.31.1", owner: "meiling", days: 12, hours: 30 },
  { service: "notifier", version: "1.7.9", owner: "sam", days: 10, hours: 4 },
  { service: "reports", version: "2.2.0", owner: "tadhg", days: 16, hours: 50 },
  { service: "webhooks", version: "1.12.3", owner: "omar", days: 18, hours: 12 },
];

/** Writes the deployments that newer ones have replaced, with the history that the figures of delivery count, and webhooks. */
export async function seedDelivery(tx: Database, company: DemoCompany, now: Date): Promise<void> {
  await renewSigningKey(tx);
  const idOf = (key: string) => {
    const person = company.people.find((one) => one.key === key);
    if (!person) throw new Error(`the demo company has no ${key}`);
    return person.id;
  };
  const types = await tx
    .selectFrom("card_types as ct")
    .innerJoin("departments as d", "d.id", "ct.department_id")
    .select(["ct.id", "ct.slug", "ct.department_id"])
    .where("d.slug", "=", "devops")
    .execute();
  const typeOf = (slug: string) => {
    const type = types.find((one) => one.slug === slug);
    if (!type) throw new Error(`there is no section ${slug}`);
    return type;
  };
  const deployment = typeOf("deployment");
  for (const [index, { service, version, owner, days, hours, failed }] of past.entries()) {
    const at = new Date(now.getTime() - days * dayMs);
    const commit = createHash("sha1").update(`${service} ${version}`).digest("hex");
    const id = demoId(at, `deployment ${service} ${version}`);
    const data = { service, environment: "Production", version, commit };
    const until = new Date(at.getTime() + (failed === undefined ? dayMs : (failed + 40) * minuteMs));
    await tx
      .insertInto("cards")
      .values({
        id,
        type_id: deployment.id,
        title: `${service} ${version} to production`,
        stage: "replaced",
        stage_since: until,
        rank: `b${String(index).padStart(4, "0")}V`,
        owner_id: idOf(owner),
        due_on: null,
        data: JSON.stringify(data),
        sent_hash: Buffer.alloc(32),
        created_by: idOf(owner),
        created_at: at,
        updated_at: until,
      })
      .execute();
    await tx
      .insertInto("card_values")
      .values(
        Object.entries(data).map(([field, text]) => ({
          card_id: id,
          field,
          type_id: deployment.id,
          text_value: text,
          number_value: null,
          date_value: null,
          currency: null,
        })),
      )
      .execute();
    await tx
      .insertInto("card_commits")
      .values({
        department_id: deployment.department_id,
        sha: commit,
        committed_at: new Date(at.getTime() - hours * 60 * minuteMs),
      })
      .execute();
    const moves: [string, Date][] = [["live", at]];
    if (failed !== undefined) moves.push(["failing", new Date(until.getTime() - failed * minuteMs)]);
    moves.push(["replaced", until]);
    for (const [stage, moved] of moves)
      await tx
        .insertInto("object_changes")
        .values({
          subject_kind: "card",
          subject_id: id,
          change_id: demoId(moved, `deployment ${service} ${version} ${stage}`),
          actor_id: idOf(owner),
          at: moved,
          field: "stage",
          before: null,
          after: JSON.stringify(stage),
        })
        .execute();
  }
  await seedLead(tx, deployment.department_id, idOf("dev"));
  await seedHook(
    tx,
    typeOf("pipelines").id,
    { name: "checkout on GitHub", kind: "github", by: idOf("dev") },
    now,
  );
  await seedHook(
    tx,
    typeOf("monitoring").id,
    { name: "Prometheus", kind: "alertmanager", by: idOf("sam") },
    now,
  );
}

/** A role for the person who manages the webhooks of DevOps. */
async function seedLead(tx: Database, departmentId: string, personId: string): Promise<void> {
  const { id } = await tx
    .insertInto("roles")
    .values({ name: "DevOps lead", department_id: departmentId })
    .returning("id")
    .executeTakeFirstOrThrow();
  await sql`INSERT INTO role_permissions (role_id, permission_id)
    SELECT ${id}, id FROM permissions WHERE resource = 'cards' AND action = 'devops'`.execute(tx);
  await tx.insertInto("user_roles").values({ user_id: personId, role_id: id }).execute();
}

async function seedHook(
  tx: Database,
  typeId: string,
  { name, kind, by }: { name: string; kind: "github" | "alertmanager"; by: string },
  now: Date,
): Promise<void> {
  const id = demoId(new Date(now.getTime() - 40 * dayMs), `hook ${name}`);
  const secret = `whsec_${createHash("sha256").update(name).digest("base64")}`;
  await tx
    .insertInto("card_hooks")
    .values({
      id,
      type_id: typeId,
      name,
      kind,
      created_by: by,
      created_at: new Date(now.getTime() - 40 * dayMs),
      sent_hash: Buffer.alloc(32),
      ...(await hookSecret.seal(tx, id, secret)),
    })
    .execute();
  const received = [
    { minutes: 4, outcome: "done", detail: "" },
    { minutes: 47, outcome: "done", detail: "" },
    { minutes: 130, outcome: "ignored", detail: "A newer report came first." },
    { minutes: 1400, outcome: "failed", detail: "The body is no JSON" },
  ] as const;
  await tx
    .insertInto("card_hook_deliveries")
    .values(
      received.map(({ minutes, ...result }) => {
        const at = new Date(now.getTime() - minutes * minuteMs);
        const body = Buffer.from(JSON.stringify({ demo: name, sentAt: at.toISOString() }));
        return {
          hook_id: id,
          at,
          event: kind === "github" ? "workflow_run" : "",
          body,
          body_hash: createHash("sha256").update(body).digest(),
          is_weak: kind === "alertmanager",
          ...result,
        };
      }),
    )
    .execute();
}
