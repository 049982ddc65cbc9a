import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";
import type { RequestViewer } from "../identity/public.ts";
import { isReadable } from "./readable.ts";

/**
 * Locks an onboarding that the viewer sees, and returns it.
 * @throws {AppError} `onboarding_not_found`.
 */
export async function lockOnboarding(tx: Database, viewer: RequestViewer, onboardingId: string) {
  const row = await tx
    .selectFrom("onboardings as o")
    .selectAll("o")
    .where("o.id", "=", onboardingId)
    .where(isReadable(viewer))
    .forNoKeyUpdate("o")
    .executeTakeFirst();
  if (!row) throw new AppError("onboarding_not_found");
  return row;
}

/**
 * Locks an item of an onboarding that the viewer sees, after the onboarding, and returns both.
 * @throws {AppError} `onboarding_not_found`.
 */
export async function lockItem(
  tx: Database,
  viewer: RequestViewer,
  { onboardingId, itemId }: { onboardingId: string; itemId: string },
) {
  const onboarding = await lockOnboarding(tx, viewer, onboardingId);
  const item = await tx
    .selectFrom("onboarding_items")
    .selectAll()
    .where("id", "=", itemId)
    .where("onboarding_id", "=", onboardingId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!item) throw new AppError("onboarding_not_found");
  return { onboarding, item };
}
