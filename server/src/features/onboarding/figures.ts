import { leadDays } from "@atoll/contract/onboarding/limits";
import type { OnboardingFigures, OpenOnboarding } from "@atoll/contract/onboarding/schemas";
import type { SliceContext } from "../../slice.ts";
import type { RequestViewer } from "../identity/public.ts";
import { isLed, isRunning } from "./list-onboardings.ts";
import { addDays, presentOpen } from "./present.ts";
import { selectOnboardings } from "./queries.ts";

/** Figures cover at most this many people. Larger companies read the list. */
const maxCounted = 200;
const maxListed = 20;

/** Returns the progress of the newcomers that the viewer leads, and the viewer's own open items for them. */
export async function findFigures(
  { db, people }: Pick<SliceContext, "db" | "people">,
  viewer: RequestViewer,
): Promise<OnboardingFigures> {
  const rows = await selectOnboardings(db)
    .where(isLed(viewer))
    .where(isRunning)
    .orderBy("o.created_at", "desc")
    .limit(maxCounted)
    .execute();
  const all = await presentOpen({ db, people }, viewer, rows);
  const mine = all.filter(({ manager }) => manager?.id === viewer.id);
  const soon = addDays(new Date().toISOString().slice(0, 10), leadDays * 2);
  const sum = (of: (one: OpenOnboarding) => number) => all.reduce((total, one) => total + of(one), 0);
  return {
    onPath: all.length,
    onPlan: all.filter(({ done, planned }) => done >= planned).length,
    medianShare: median(all.map(({ done, total }) => (total === 0 ? 0 : (100 * done) / total))),
    openReading: sum(({ reading }) => reading.total - reading.done),
    overdueReading: sum(({ reading }) => reading.overdue),
    overdueItems: sum(
      ({ items }) => items.filter(({ doer, isOverdue }) => doer === "newcomer" && isOverdue).length,
    ),
    ownItems: mine
      .flatMap(({ id, person, items }) =>
        items
          .filter(({ doer, doneAt, dueOn }) => doer === "manager" && doneAt === null && dueOn <= soon)
          .map((item) => ({ onboardingId: id, person, item })),
      )
      .toSorted((one, other) => one.item.dueOn.localeCompare(other.item.dueOn))
      .slice(0, maxListed),
    withoutBuddy: mine
      .filter(({ buddy }) => buddy === null)
      .map(({ id, person, startOn }) => ({ onboardingId: id, person, startOn }))
      .slice(0, maxListed),
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0);
}
