import { administrationRoutes } from "@atoll/contract/administration/routes";
import { canManageDepartments, type PermissionHolder } from "@atoll/contract/permissions";
import { fetchPage, placeByName } from "../../platform/page.ts";
import type { SliceContext } from "../../slice.ts";
import { presentPerson } from "../people/public.ts";
import { createDepartment } from "./departments/create-department.ts";
import { accessDepartment } from "./departments/department-access.ts";
import { countContents } from "./departments/department-contents.ts";
import { addDepartmentMember, removeDepartmentMember } from "./departments/department-members.ts";
import { selectDepartments, selectMembers } from "./departments/department-queries.ts";
import { mergeDepartments } from "./departments/merge-departments.ts";
import { presentDepartment } from "./departments/present-department.ts";
import { removeDepartment } from "./departments/remove-department.ts";
import { updateDepartment } from "./departments/update-department.ts";
import {
  canListDepartments,
  canListMembers,
  canManageMembers,
  canMergeDepartments,
} from "./organisation-policy.ts";
import { assertAllowed } from "./policy.ts";

/** Registers the routes of departments and their members in the admin panel. Specification, sections 6 and 7. */
export function registerDepartmentAdministration(context: SliceContext): void {
  const { routes, db } = context;
  routes.route(administrationRoutes.listDepartments, async (_input, { viewer }) => {
    assertAllowed(canListDepartments(viewer), "listing departments");
    const rows = await selectDepartments(db).execute();
    return { departments: rows.map(presentDepartment) };
  });

  routes.route(administrationRoutes.createDepartment, async ({ body }, { viewer, request }) => {
    assertMayManage(viewer);
    return { department: await createDepartment(db, { viewer, address: request.ip }, body) };
  });

  routes.route(administrationRoutes.updateDepartment, async ({ params, body }, { viewer, request }) => {
    assertMayManage(viewer);
    const acting = { viewer, address: request.ip };
    return { department: await updateDepartment(db, acting, params.departmentId, body) };
  });

  routes.route(administrationRoutes.getDepartmentContents, async ({ params }, { viewer }) => {
    assertMayManage(viewer);
    const { id } = await accessDepartment(db, params.departmentId);
    return { contents: await countContents(db, context.placedKinds, id) };
  });

  routes.route(administrationRoutes.removeDepartment, async ({ params }, { viewer, request }) => {
    assertMayManage(viewer);
    await removeDepartment(context, { viewer, address: request.ip }, params.departmentId);
    return undefined;
  });

  routes.route(administrationRoutes.mergeDepartment, async ({ params, body }, { viewer, request }) => {
    assertAllowed(canMergeDepartments(viewer), "no super admin");
    const acting = { viewer, address: request.ip };
    const ids = { fromId: params.departmentId, intoId: body.intoId };
    return { department: await mergeDepartments(context, acting, ids) };
  });

  routes.route(administrationRoutes.listDepartmentMembers, async ({ params, query }, { viewer }) => {
    assertAllowed(canListMembers(viewer), "listing members");
    const { id } = await accessDepartment(db, params.departmentId);
    const { rows, nextCursor } = await fetchPage(
      query,
      placeByName,
      (after, count) => selectMembers(db, id, after, count),
      (row) => [row.name, row.id],
    );
    return { items: rows.map(presentPerson), nextCursor };
  });

  routes.route(administrationRoutes.addDepartmentMember, async ({ params }, { viewer, request }) => {
    assertMayManageMembers(viewer);
    await addDepartmentMember(db, { viewer, address: request.ip }, params);
    return undefined;
  });

  routes.route(administrationRoutes.removeDepartmentMember, async ({ params }, { viewer, request }) => {
    assertMayManageMembers(viewer);
    await removeDepartmentMember(db, { viewer, address: request.ip }, params);
    return undefined;
  });
}

function assertMayManage(viewer: PermissionHolder): void {
  assertAllowed(canManageDepartments(viewer), "no departments/manage");
}

function assertMayManageMembers(viewer: PermissionHolder): void {
  assertAllowed(canManageMembers(viewer), "no departments/manage or users/manage");
}
