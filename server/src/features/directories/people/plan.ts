import { type DirectoryPlan, maxPlanned, type Planned } from "@atoll/contract/directories/schemas";
import { sql } from "kysely";
import type { Database } from "../../../tables.ts";
import { superAdminsWhoSignIn } from "../../administration/public.ts";
import { detailsOf, judgePeople, type Named, type Step } from "./judge-person.ts";
import { readMapped, readStates } from "./read-states.ts";

const planPage = 500;

/** Returns what would change if every account followed the directory now, with the first people by name. */
export async function planDirectory(db: Database, directoryId: string): Promise<DirectoryPlan> {
  const plan: DirectoryPlan = {
    counts: { create: 0, link: 0, disable: 0, enable: 0, update: 0, problems: 0, unchanged: 0 },
    people: [],
  };
  const mapped = await readMapped(db, directoryId, false);
  const superAdmins = await superAdminsWhoSignIn(db);
  const claimed = new Set<string>();
  for (let after = { name: "", id: "00000000-0000-0000-0000-000000000000" }; ; ) {
    const { rows } =
      await sql<Named>`SELECT id, name FROM directory_people WHERE directory_id = ${directoryId}
      AND (name, id) > (${after.name}, ${after.id}::uuid) ORDER BY name, id LIMIT ${planPage}`.execute(db);
    const states = await readStates(
      db,
      directoryId,
      rows.map(({ id }) => id),
    );
    const steps = judgePeople(states, mapped, superAdmins, { claimed });
    for (const step of steps) count(plan.counts, step);
    const shown = steps.filter(({ acts, problem }) => acts.length > 0 || problem !== null);
    plan.people.push(...shown.slice(0, maxPlanned - plan.people.length).map(presentStep));
    const last = rows.at(-1);
    if (!last || rows.length < planPage) return plan;
    after = last;
  }
}

function count(counts: DirectoryPlan["counts"], { acts, problem }: Step): void {
  for (const act of acts) counts[act] += 1;
  if (problem !== null) counts.problems += 1;
  if (acts.length === 0 && problem === null) counts.unchanged += 1;
}

function presentStep(step: Step): Planned {
  const { person, acts, problem } = step;
  return {
    ...{ personId: person.id, name: person.name, email: person.email, acts, problem },
    details: detailsOf(step),
  };
}
