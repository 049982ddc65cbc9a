import type { Colleague, SliceContext } from "../../slice.ts";
import { kindOfRun } from "./access.ts";
import { readSubject } from "./subjects.ts";

/**
 * Returns what a run of an automation of this person is about, as they can see it now. Undefined if they cannot, if the
 * automation is theirs no more, or if it starts by something else now.
 */
export async function readRun(
  sources: Pick<SliceContext, "db" | "people" | "publicUrl">,
  owner: Colleague,
  runId: string,
): Promise<Record<string, unknown> | undefined> {
  const run = await sources.db
    .selectFrom("automation_runs as r")
    .innerJoin("automations as a", "a.id", "r.automation_id")
    .select(["a.id", "a.name", "a.place_kind", "a.place_id", "a.trigger", "r.event_key", "r.subject_id"])
    .where("r.id", "=", runId)
    .where("a.owner_id", "=", owner.id)
    .executeTakeFirst();
  if (!run || kindOfRun(run) !== run.trigger.kind) return undefined;
  const place = { kind: run.place_kind, id: run.place_id };
  const event = { trigger: run.trigger, subjectId: run.subject_id };
  const subject = await readSubject(sources, owner, place, event);
  if (!subject) return undefined;
  return {
    automation: { id: run.id, name: run.name },
    event: run.trigger.kind,
    subject: run.subject_id === null ? null : { id: run.subject_id, title: subject.title },
    values: Object.fromEntries([...subject.values].map(([name, { text }]) => [name, text])),
  };
}
