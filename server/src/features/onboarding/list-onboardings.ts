import { onboardingStates } from "@atoll/contract/onboarding/limits";
import { canManageOnboarding } from "@atoll/contract/onboarding/policy";
import type { Onboarding, OpenOnboarding } from "@atoll/contract/onboarding/schemas";
import { type RawBuilder, sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { fetchPage, isBehind, placeInTime } from "../../platform/page.ts";
import type { SliceContext } from "../../slice.ts";
import type { RequestViewer } from "../identity/public.ts";
import { presentListed, presentOpen } from "./present.ts";
import { selectOnboardings } from "./queries.ts";
import { hasOpenItems, isHelping, isReadable } from "./readable.ts";

type Sources = Pick<SliceContext, "db" | "people">;
type State = (typeof onboardingStates)[number];

const isIn: Readonly<Record<State, RawBuilder<boolean>>> = {
  running: sql<boolean>`(o.stopped_at IS NULL AND ${hasOpenItems})`,
  done: sql<boolean>`(o.stopped_at IS NULL AND NOT ${hasOpenItems})`,
  stopped: sql<boolean>`(o.stopped_at IS NOT NULL)`,
};

/** SQL: the onboarding `o` is in progress. */
export const isRunning = isIn.running;

/** SQL: the viewer helps with `o`, or manages all onboardings. Their own path is not included. */
export const isLed = (viewer: RequestViewer): RawBuilder<boolean> =>
  canManageOnboarding(viewer)
    ? sql<boolean>`(o.person_id <> ${viewer.id})`
    : sql<boolean>`(o.person_id <> ${viewer.id} AND ${isHelping(viewer)})`;

/** Returns a page of the people that the viewer leads or is buddy of, the newest first. */
export async function listOnboardings(
  sources: Sources,
  viewer: RequestViewer,
  query: { state: State; departmentId?: string | undefined; cursor?: string | undefined; limit: number },
): Promise<{ items: Onboarding[]; nextCursor: string | null }> {
  const { departmentId } = query;
  const { rows, nextCursor } = await fetchPage(
    query,
    placeInTime,
    (after, count) =>
      selectOnboardings(sources.db)
        .where(isLed(viewer))
        .where(isIn[query.state])
        .$if(departmentId !== undefined, (all) =>
          all.where(
            sql<boolean>`EXISTS (SELECT FROM user_departments ud
              WHERE ud.user_id = o.person_id AND ud.department_id = ${departmentId ?? null})`,
          ),
        )
        .where(isBehind("o.created_at", "o.id", after))
        .orderBy("o.created_at", "desc")
        .orderBy("o.id", "desc")
        .limit(count)
        .execute(),
    (row) => [row.created, row.id],
  );
  return { items: await presentListed(sources, viewer, rows), nextCursor };
}

/** Returns the viewer's own paths, those in progress first, then the newest. Nobody has more than a few. */
export async function listOwn(sources: Sources, viewer: RequestViewer): Promise<OpenOnboarding[]> {
  const rows = await selectOnboardings(sources.db)
    .where("o.person_id", "=", viewer.id)
    .orderBy("o.created_at", "desc")
    .limit(20)
    .execute();
  const all = await presentOpen(sources, viewer, rows);
  const rank = ({ state }: OpenOnboarding) => onboardingStates.indexOf(state);
  return all.toSorted((one, other) => rank(one) - rank(other));
}

/**
 * Returns an onboarding that the viewer sees.
 * @throws {AppError} `onboarding_not_found`.
 */
export async function openOnboarding(
  sources: Sources,
  viewer: RequestViewer,
  onboardingId: string,
): Promise<OpenOnboarding> {
  const rows = await selectOnboardings(sources.db)
    .where("o.id", "=", onboardingId)
    .where(isReadable(viewer))
    .execute();
  const [open] = await presentOpen(sources, viewer, rows);
  if (!open) throw new AppError("onboarding_not_found");
  return open;
}
