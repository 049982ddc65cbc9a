import { profileRoutes } from "@atoll/contract/identity/profile-routes";
import type { Viewer } from "@atoll/contract/identity/schemas";
import { AppError } from "../../../platform/app-error.ts";
import type { SliceContext } from "../../../slice.ts";
import type { RequestViewer } from "../access.ts";
import { presentViewer } from "../present.ts";
import { findAccount } from "../queries.ts";
import { changePreferences } from "./change-preferences.ts";
import { setPicture } from "./set-picture.ts";

/** How one is seen, and how one reads. Specification, sections 2 (settings) and 3 (profile). */
export function registerProfile({ routes, db }: SliceContext): void {
  routes.route(profileRoutes.setPicture, async ({ body }, { viewer }) => {
    await setPicture(db, viewer, body.attachmentId);
    return { user: await present(viewer) };
  });

  routes.route(profileRoutes.changePreferences, async ({ body }, { viewer }) => {
    await changePreferences(db, viewer, body);
    return { user: await present(viewer) };
  });

  async function present({ id, way }: RequestViewer): Promise<Viewer> {
    const account = await findAccount(db, { id });
    if (!account) throw new AppError("session_expired");
    return presentViewer(account, way);
  }
}
