import { settingsRoutes as routes } from "@atoll/contract/cards/settings-routes";
import type { SliceContext } from "../../../slice.ts";
import { addField, changeField } from "./change-field.ts";
import { changeSection } from "./change-section.ts";
import { assertMayManage } from "./change-settings.ts";
import { changeFieldType, checkConversion } from "./convert-field.ts";
import { createSection } from "./create-section.ts";
import { presentSettings, readSettings } from "./present-settings.ts";

/** Sections and fields that administrators add. Each route asks for the right before it looks for anything. */
export function registerSettings(context: SliceContext): void {
  const { routes: registrar, db } = context;

  registrar.route(routes.listSettings, async ({ params }, { viewer }) => {
    assertMayManage(viewer);
    return readSettings(db, params.departmentId);
  });

  registrar.route(routes.createSection, async ({ params, body }, { viewer, request }) => {
    assertMayManage(viewer);
    await createSection(context, { viewer, address: request.ip }, params.departmentId, body);
    return { section: await presentSettings(db, body.id) };
  });

  registrar.route(routes.changeSection, async ({ params, body }, { viewer, request }) => {
    assertMayManage(viewer);
    await changeSection(context, { viewer, address: request.ip }, params.sectionId, body);
    return { section: await presentSettings(db, params.sectionId) };
  });

  registrar.route(routes.addField, async ({ params, body }, { viewer, request }) => {
    assertMayManage(viewer);
    await addField(context, { viewer, address: request.ip }, params.sectionId, body);
    return { section: await presentSettings(db, params.sectionId) };
  });

  registrar.route(routes.changeField, async ({ params, body }, { viewer, request }) => {
    assertMayManage(viewer);
    const which = { sectionId: params.sectionId, name: params.field };
    await changeField(context, { viewer, address: request.ip }, which, body);
    return { section: await presentSettings(db, params.sectionId) };
  });

  registrar.route(routes.checkConversion, async ({ params, body }, { viewer }) => {
    assertMayManage(viewer);
    return checkConversion(context, viewer, { sectionId: params.sectionId, name: params.field }, body);
  });

  registrar.route(routes.convertField, async ({ params, body }, { viewer, request }) => {
    assertMayManage(viewer);
    const which = { sectionId: params.sectionId, name: params.field };
    await changeFieldType(context, { viewer, address: request.ip }, which, body);
    return { section: await presentSettings(db, params.sectionId) };
  });
}
