import { triggersOfPlace } from "@atoll/contract/automations/limits";
import type { Automation, AutomationRun } from "@atoll/contract/automations/schemas";
import { type Selectable, sql } from "kysely";
import { z } from "zod";
import { exactInstant, fetchPage, isBehind, placeInTime } from "../../platform/page.ts";
import type { RequestViewer, SliceContext } from "../../slice.ts";
import type { Database, Tables } from "../../tables.ts";
import { isTypeReadable } from "../cards/public.ts";
import {
  type AutomationRow,
  accessAutomation,
  accessDepartment,
  assertManages,
  kindOfRun,
  orNull,
  selectVisible,
} from "./access.ts";

type Sources = Pick<SliceContext, "db" | "people">;
type RunRow = Selectable<Tables["automation_runs"]>;
interface PageQuery {
  limit: number;
  cursor?: string | undefined;
}

/** Lists the automations that the viewer may see, the newest first. */
export async function listAutomations(sources: Sources, viewer: RequestViewer, query: PageQuery) {
  assertManages(viewer);
  const { rows, nextCursor } = await fetchPage(
    query,
    placeInTime,
    (after, count) =>
      selectVisible(sources.db, viewer)
        .select(exactInstant("a.created_at").as("exact_at"))
        .where(isBehind("a.created_at", "a.id", after))
        .orderBy("a.created_at", "desc")
        .orderBy("a.id", "desc")
        .limit(count)
        .execute(),
    ({ exact_at, id }): [string, string] => [exact_at, id],
  );
  return { items: await presentAll(sources, viewer, rows), nextCursor };
}

/** Returns an automation for a viewer. @throws {AppError} as `accessAutomation`. */
export async function getAutomation(
  sources: Sources,
  viewer: RequestViewer,
  id: string,
): Promise<Automation> {
  const row = await accessAutomation(sources.db, viewer, id);
  const [automation] = await presentAll(sources, viewer, [row]);
  if (!automation) throw new Error("an automation without its presentation");
  return automation;
}

async function presentAll(
  { db, people }: Sources,
  viewer: RequestViewer,
  rows: readonly AutomationRow[],
): Promise<Automation[]> {
  const ids = rows.map(({ id }) => id);
  const { names, stages } = await namesFor({ db, people }, viewer, rows);
  const { rows: last } = await sql<RunRow>`SELECT r.* FROM unnest(${ids}::uuid[]) AS a (id),
    LATERAL (SELECT * FROM automation_runs WHERE automation_id = a.id ORDER BY number DESC LIMIT 1) r`.execute(
    db,
  );
  const { rows: failed } = await sql<{
    id: string;
    count: number;
  }>`SELECT automation_id AS id, count(*)::int AS count
    FROM automation_runs WHERE automation_id = ANY(${ids}::uuid[]) AND state = 'failed'
      AND at > now() - interval '7 days' GROUP BY automation_id`.execute(db);
  return rows.map((row) => {
    const run = last.find(({ automation_id: id }) => id === row.id);
    return {
      ...{ id: row.id, name: row.name, isOn: row.is_on, stopReason: row.stop_reason, version: row.version },
      ...{ trigger: row.trigger, conditions: row.conditions, actions: row.actions },
      owner: { id: row.owner_id, name: names[row.owner_id] ?? "Former colleague" },
      isOwn: row.owner_id === viewer.id,
      place: {
        ...{ kind: row.place_kind, id: row.place_id, name: names[row.place_id] ?? null },
        stages: stages.get(row.place_id) ?? [],
      },
      names,
      nextAt: row.is_on ? (row.next_at?.toISOString() ?? null) : null,
      lastRun: run ? presentRun(run) : null,
      failures: failed.find(({ id }) => id === row.id)?.count ?? 0,
    };
  });
}

/** Returns the names of what automations are about, and the stages of their sections, as far as the viewer can see them. */
async function namesFor(
  { db, people }: Sources,
  viewer: RequestViewer,
  rows: readonly AutomationRow[],
): Promise<{ names: Record<string, string>; stages: ReadonlyMap<string, Automation["place"]["stages"]> }> {
  const actions = rows.flatMap((row) => row.actions);
  const personIds = new Set([
    ...rows.map((row) => row.owner_id),
    ...rows.flatMap(({ conditions: { assignees = "", ownerId = "" } }) => [...assignees.split(","), ownerId]),
    ...actions.flatMap((action) => [
      ...("assigneeIds" in action ? action.assigneeIds : []),
      ...("personIds" in action ? action.personIds : []),
    ]),
  ]);
  const isId = (id: string) => z.uuid().safeParse(id).success;
  const known = await people.of([...personIds].filter(isId));
  const names: Record<string, string> = {};
  // Former colleagues have no name, so that people see that they are gone.
  for (const [id, { name, isFormer }] of known) if (!isFormer) names[id] = name;
  const placed = (kind: string) => rows.filter((row) => row.place_kind === kind).map((row) => row.place_id);
  const sections = [
    ...placed("section"),
    ...actions.flatMap((one) => ("sectionId" in one ? one.sectionId : [])),
  ];
  const channels = [
    ...placed("channel"),
    ...actions.flatMap((one) => ("channelId" in one ? one.channelId : [])),
  ];
  const departments = [
    ...placed("department"),
    ...actions.flatMap((one) => ("departmentId" in one && one.departmentId ? one.departmentId : [])),
  ];
  for (const id of new Set(departments)) keep(names, id, await orNull(accessDepartment(db, viewer, id)));
  const { rows: seen } = await sql<{
    id: string;
    name: string;
    stages: Automation["place"]["stages"] | null;
  }>`
    SELECT c.id, c.name, NULL::jsonb AS stages FROM channels c JOIN channel_members m ON m.channel_id = c.id AND m.user_id = ${viewer.id}
    WHERE c.id = ANY(${channels}::uuid[]) AND c.type <> 'DIRECT'
    UNION ALL SELECT ct.id, ct.name, ct.stages FROM card_types ct
    WHERE ct.id = ANY(${sections}::uuid[]) AND ${isTypeReadable(viewer)}`.execute(db);
  const stages = new Map<string, Automation["place"]["stages"]>();
  for (const one of seen) {
    names[one.id] = one.name;
    if (one.stages)
      stages.set(
        one.id,
        one.stages.map(({ id, name }) => ({ id, name })),
      );
  }
  return { names, stages };
}

function keep(names: Record<string, string>, id: string, name: string | null): void {
  if (name !== null) names[id] = name;
}

const triggerTexts: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(triggersOfPlace));

/** The pages of subjects that their ID alone leads to. */
const pages: Readonly<Record<string, string>> = {
  ...{ task: "/tasks?task=", question: "/community-faqs/", idea: "/ideas/" },
};

/** Returns a run for those who may see its automation. It has no words of what it is about. */
function presentRun(row: RunRow): AutomationRun {
  const trigger = kindOfRun(row);
  const page = pages[trigger.split(".", 1)[0] ?? ""];
  return {
    ...{ id: row.id, state: row.state, depth: row.depth, reason: row.reason, tries: row.tries },
    at: row.at.toISOString(),
    event: triggerTexts[trigger] ?? trigger,
    link: page && row.subject_id ? `${page}${row.subject_id}` : null,
    results: row.results,
  };
}

const placeByNumber = z.tuple([z.int().nonnegative()]);

/** Lists a page of the runs of an automation, the newest first. @throws {AppError} as `accessAutomation`. */
export async function listRuns(db: Database, viewer: RequestViewer, automationId: string, query: PageQuery) {
  await accessAutomation(db, viewer, automationId);
  const { rows, nextCursor } = await fetchPage(
    query,
    placeByNumber,
    (after, count) =>
      db
        .selectFrom("automation_runs")
        .selectAll()
        .where("automation_id", "=", automationId)
        .$if(after !== undefined, (part) => part.where("number", "<", after?.[0] ?? 0))
        .orderBy("number", "desc")
        .limit(count)
        .execute(),
    ({ number }) => [Number(number)] as [number],
  );
  return { items: rows.map(presentRun), nextCursor };
}
