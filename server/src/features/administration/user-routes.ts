import { administrationRoutes } from "@atoll/contract/administration/routes";
import { canManageUsers, type PermissionHolder } from "@atoll/contract/permissions";
import { AppError } from "../../platform/app-error.ts";
import type { SliceContext } from "../../slice.ts";
import { workspaceNames } from "../workspace/public.ts";
import { importUsers } from "./import/import-users.ts";
import { assertAllowed, canChangeUser, canListUsers, canSeeSummary } from "./policy.ts";
import { canChangePeople, changePeople } from "./users/change-people.ts";
import { createUser } from "./users/create-user.ts";
import { deleteUser } from "./users/delete-user.ts";
import { disableUser } from "./users/disable-user.ts";
import { enableUser } from "./users/enable-user.ts";
import { listUsers } from "./users/list-users.ts";
import { presentUser } from "./users/present-user.ts";
import { endUserSessions } from "./users/sign-in/end-user-sessions.ts";
import { resetUserSecondFactor } from "./users/sign-in/reset-user-second-factor.ts";
import { setUserPassword } from "./users/sign-in/set-user-password.ts";
import { updateUser } from "./users/update-user.ts";
import { accessUser } from "./users/user-access.ts";
import { findUser, readSummary } from "./users/user-queries.ts";

/** The summary and the accounts of the admin panel. Specification, sections 2, 5, 6 and 8 (admin). */
export function registerUserAdministration(context: SliceContext): void {
  const { routes, db, workspace, ownership } = context;
  const namesNow = () => workspaceNames(db, workspace);

  routes.route(administrationRoutes.getSummary, async (_input, { viewer }) => {
    assertAllowed(canSeeSummary(viewer), "reading the summary");
    return readSummary(db);
  });

  routes.route(administrationRoutes.listUsers, async ({ query }, { viewer }) => {
    assertAllowed(canListUsers(viewer), "listing users");
    const { rows, total, page } = await listUsers(db, query);
    return { users: rows.map((row) => presentUser(row, viewer)), total, page };
  });

  routes.route(administrationRoutes.getUser, async ({ params }, { viewer }) => {
    assertAllowed(canListUsers(viewer), "reading a user");
    const row = await findUser(db, params.userId);
    if (!row) throw new AppError("user_not_found");
    return { user: presentUser(row, viewer) };
  });

  routes.route(administrationRoutes.createUser, async ({ body }, { viewer, request }) => {
    assertMayManage(viewer);
    return { user: await createUser({ db, names: await namesNow() }, { viewer, address: request.ip }, body) };
  });

  routes.route(administrationRoutes.updateUser, async ({ params, body }, { viewer, request }) => {
    assertAllowed(canChangeUser(viewer, body), "no users/manage");
    return { user: await updateUser(db, { viewer, address: request.ip }, params.userId, body) };
  });

  routes.route(administrationRoutes.changePeople, async ({ body }, { viewer, request }) => {
    assertAllowed(canChangePeople(viewer, body), "no users/manage");
    return { outcomes: await changePeople(db, { viewer, address: request.ip }, body) };
  });

  routes.route(administrationRoutes.deleteUser, async ({ params, body }, { viewer, request }) => {
    assertMayManage(viewer);
    const acting = { viewer, address: request.ip };
    await deleteUser(context, acting, params.userId, body.handOverTo);
    return undefined;
  });

  routes.route(administrationRoutes.countOwned, async ({ params }, { viewer }) => {
    assertMayManage(viewer);
    const { id } = await accessUser(db, viewer, params.userId);
    return { owned: await ownership.count(db, id) };
  });

  routes.route(administrationRoutes.disableUser, async ({ params }, { viewer, request }) => {
    assertMayManage(viewer);
    return { user: await disableUser(db, { viewer, address: request.ip }, params.userId) };
  });

  routes.route(administrationRoutes.enableUser, async ({ params }, { viewer, request }) => {
    assertMayManage(viewer);
    return { user: await enableUser(db, { viewer, address: request.ip }, params.userId) };
  });

  routes.route(administrationRoutes.setUserPassword, async ({ params, body }, { viewer, request }) => {
    assertMayManage(viewer);
    const acting = { viewer, address: request.ip };
    await setUserPassword({ db, names: await namesNow() }, acting, params.userId, body.password);
    return undefined;
  });

  routes.route(administrationRoutes.endUserSessions, async ({ params }, { viewer, request }) => {
    assertMayManage(viewer);
    await endUserSessions(db, { viewer, address: request.ip }, params.userId);
    return undefined;
  });

  routes.route(administrationRoutes.resetUserSecondFactor, async ({ params }, { viewer, request }) => {
    assertMayManage(viewer);
    await resetUserSecondFactor(db, { viewer, address: request.ip }, params.userId);
    return undefined;
  });

  routes.route(administrationRoutes.importUsers, async ({ body }, { viewer, viewerNow, request }) => {
    assertMayManage(viewer);
    const assertAllowed = async () => assertMayManage(await viewerNow());
    return importUsers({ db, names: await namesNow(), assertAllowed }, { viewer, address: request.ip }, body);
  });
}

function assertMayManage(viewer: PermissionHolder): void {
  assertAllowed(canManageUsers(viewer), "no users/manage");
}
