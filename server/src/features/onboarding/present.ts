import { type PathStage, pathStageSchema } from "@atoll/contract/onboarding/path-schemas";
import { canLeadOnboarding, canTickItem } from "@atoll/contract/onboarding/policy";
import type { Onboarding, OnboardingItem, OpenOnboarding } from "@atoll/contract/onboarding/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { z } from "zod";
import { AppError } from "../../platform/app-error.ts";
import type { SliceContext } from "../../slice.ts";
import type { RequestViewer } from "../identity/public.ts";
import { findPublished } from "../knowledge/public.ts";
import { partsOf } from "./policy.ts";
import { type ItemRow, type OnboardingRow, selectItems } from "./queries.ts";

type Sources = Pick<SliceContext, "db" | "people">;
type Pages = Awaited<ReturnType<typeof findPublished>>;
type People = ReadonlyMap<string, Person>;

/**
 * Returns onboardings with all items as this viewer may see them, with the current titles of pages and names of people.
 */
export async function presentOpen(
  { db, people }: Sources,
  viewer: RequestViewer,
  rows: readonly OnboardingRow[],
): Promise<OpenOnboarding[]> {
  if (rows.length === 0) return [];
  const items = await selectItems(
    db,
    rows.map(({ id }) => id),
  ).execute();
  const [known, pages] = await Promise.all([
    people.of([...rows.flatMap(peopleOf), ...items.flatMap(peopleOfItem)]),
    findPublished(
      db,
      viewer,
      items.flatMap(({ article_id }) => article_id ?? []),
    ),
  ]);
  const ofOnboarding = Map.groupBy(items, ({ onboarding_id }) => onboarding_id);
  return rows.map((row) => presentOne(viewer, row, ofOnboarding.get(row.id) ?? [], known, pages));
}

/** Returns onboardings for lists, without items. */
export async function presentListed(
  sources: Sources,
  viewer: RequestViewer,
  rows: readonly OnboardingRow[],
): Promise<Onboarding[]> {
  return (await presentOpen(sources, viewer, rows)).map(({ items: _, ...listed }) => listed);
}

function presentOne(
  viewer: RequestViewer,
  row: OnboardingRow,
  rows: readonly ItemRow[],
  known: People,
  pages: Pages,
): OpenOnboarding {
  const stages = z.array(pathStageSchema).parse(row.stages);
  const items = rows.map((item) => presentItem(viewer, row, item, { stages, known, pages }));
  const own = items.filter(({ doer }) => doer === "newcomer");
  const share = (some: readonly OnboardingItem[]) => ({
    done: some.filter(({ doneAt }) => doneAt !== null).length,
    total: some.length,
  });
  const reading = own.filter(({ kind }) => kind === "read" || kind === "sop");
  return {
    id: row.id,
    person: personIn(known, row.person_id),
    departments: row.departments,
    path: { id: row.path_id, name: row.path_name },
    state: row.stopped_at !== null ? "stopped" : row.has_open_items ? "running" : "done",
    startOn: row.start_day,
    endOn: [row.start_day, ...items.map(({ dueOn }) => dueOn)].toSorted().at(-1) ?? row.start_day,
    manager: row.manager_id === null ? null : personIn(known, row.manager_id),
    buddy: row.buddy_id === null ? null : personIn(known, row.buddy_id),
    ...share(own),
    planned: rows.filter(({ doer, is_planned }) => doer === "newcomer" && is_planned).length,
    stages: stages.map(({ name, note, day }, index) => ({
      name,
      note,
      startOn: addDays(row.start_day, day - 1),
      ...share(own.filter(({ stage }) => stage === index)),
    })),
    reading: { ...share(reading), overdue: reading.filter(({ isOverdue }) => isOverdue).length },
    next: own.find(({ doneAt }) => doneAt === null) ?? null,
    canLead: canLeadOnboarding(viewer, partsOf(row)),
    nudgedAt: row.nudged_at?.toISOString() ?? null,
    revision: row.revision,
    items,
  };
}

function presentItem(
  viewer: RequestViewer,
  row: OnboardingRow,
  item: ItemRow,
  { stages, known, pages }: { stages: readonly PathStage[]; known: People; pages: Pages },
): OnboardingItem {
  const page = item.article_id === null ? undefined : pages.get(item.article_id);
  const isPage = item.kind === "read" || item.kind === "sop";
  const personId = whomToMeet(row, item);
  return {
    id: item.id,
    kind: item.kind,
    title: isPage ? (page?.title ?? "") : item.title,
    note: item.note,
    dueOn: item.due_day,
    time: item.at_time,
    minutes: item.minutes,
    stage: Math.max(
      0,
      stages.findLastIndex(({ day }) => day <= item.day),
    ),
    doer: item.doer,
    article: page ? { id: page.id, kind: page.kind, words: page.words } : null,
    person: personId === null ? null : personIn(known, personId),
    meets: item.meets,
    taskId: item.task_id,
    eventId: item.event_id,
    doneAt: item.done_at?.toISOString() ?? null,
    doneBy: item.done_by === null ? null : personIn(known, item.done_by),
    isOverdue: item.is_overdue,
    canTick: canTickByHand(viewer, row, item),
  };
}

/** Returns the person that an item is a meeting with, according to the onboarding's current people. */
export function whomToMeet(
  row: { manager_id: string | null; buddy_id: string | null },
  item: { meets: "buddy" | "manager" | null; person_id: string | null },
): string | null {
  if (item.meets === null) return item.person_id;
  return item.meets === "buddy" ? row.buddy_id : row.manager_id;
}

/**
 * Returns whether the viewer may tick an item by hand: newcomers tick items that are not ticked automatically; people
 * who lead also tick pages that were read on paper. Tasks are ticked by finishing them.
 */
export function canTickByHand(
  viewer: RequestViewer,
  row: { person_id: string; manager_id: string | null },
  item: { doer: "newcomer" | "manager"; article_id: string | null; task_id: string | null },
): boolean {
  if (item.task_id !== null || !canTickItem(viewer, partsOf(row), item.doer)) return false;
  return item.article_id === null || canLeadOnboarding(viewer, partsOf(row));
}

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);

const present = (id: string | null): string[] => (id === null ? [] : [id]);
const peopleOf = (row: OnboardingRow) => [
  row.person_id,
  ...present(row.manager_id),
  ...present(row.buddy_id),
];
const peopleOfItem = (item: ItemRow) => [...present(item.person_id), ...present(item.done_by)];

/** @throws {AppError} `internal_error` for an unknown person: every ID in a row is that of a profile. */
export function personIn(known: People, id: string): Person {
  const person = known.get(id);
  if (!person) throw new AppError("internal_error", { detail: `no profile ${id}` });
  return person;
}
