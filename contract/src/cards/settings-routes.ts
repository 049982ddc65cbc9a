import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { defineRoute, rateLimits } from "../route.ts";
import {
  conversionCheckSchema,
  conversionSchema,
  departmentSettingsSchema,
  fieldChangeSchema,
  newFieldSchema,
  newSectionSchema,
  sectionChangeSchema,
  sectionSettingsSchema,
} from "./settings-schemas.ts";

const ofDepartment = z.object({ departmentId: idSchema });
const ofSection = z.object({ sectionId: idSchema });
const ofField = z.object({ sectionId: idSchema, field: z.string().max(40) });
const section = z.object({ section: sectionSettingsSchema });
const versioned = z.object({ version: z.int() });
const fieldErrors = ["forbidden", "section_not_found", "section_field_wrong", "changed_meanwhile"] as const;

/** Sections and fields that administrators add, for those who manage departments. */
export const settingsRoutes = {
  listSettings: defineRoute({
    method: "GET",
    path: "/api/admin/departments/:departmentId/sections",
    summary: "The sections of a department with their settings, also for administrators who are no members.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofDepartment,
    status: 200,
    response: departmentSettingsSchema,
    errors: ["forbidden", "department_not_found"],
  }),
  createSection: defineRoute({
    method: "POST",
    path: "/api/admin/departments/:departmentId/sections",
    summary: "Add a section with its fields and stages. Its address is made from its name and stays.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofDepartment,
    body: newSectionSchema,
    status: 200,
    response: section,
    errors: [
      "forbidden",
      "department_not_found",
      "section_id_taken",
      "section_name_taken",
      "too_many_sections",
    ],
  }),
  changeSection: defineRoute({
    method: "PATCH",
    path: "/api/admin/sections/:sectionId",
    summary:
      "Change the name, icon, views, stages or order of the fields of a section, archive or restore it.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofSection,
    body: sectionChangeSchema,
    status: 200,
    response: section,
    errors: [
      ...fieldErrors,
      "section_name_taken",
      "section_part_used",
      "section_part_ruled",
      "section_built_in",
      "too_many_sections",
      "card_not_ready",
    ],
  }),
  addField: defineRoute({
    method: "POST",
    path: "/api/admin/sections/:sectionId/fields",
    summary: "Add a field to a section.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofSection,
    body: versioned.and(newFieldSchema),
    status: 200,
    response: section,
    errors: [...fieldErrors, "too_many_fields"],
  }),
  changeField: defineRoute({
    method: "PATCH",
    path: "/api/admin/sections/:sectionId/fields/:field",
    summary: "Rename, retire or restore an added field, or change its options. Cards keep their values.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofField,
    body: fieldChangeSchema,
    status: 200,
    response: section,
    errors: [
      ...fieldErrors,
      "section_part_used",
      "section_part_ruled",
      "section_built_in",
      "section_converting",
      "too_many_fields",
    ],
  }),
  checkConversion: defineRoute({
    method: "POST",
    path: "/api/admin/sections/:sectionId/fields/:field/conversion-check",
    summary:
      "Dry run of a change of a field's type: how many values convert, and examples of those that do not.",
    access: "signed-in",
    rateLimit: { max: 30, windowSeconds: 60, by: "viewer" },
    heavy: "bulk",
    params: ofField,
    body: conversionSchema,
    status: 200,
    response: z.object({ check: conversionCheckSchema, version: z.int() }),
    errors: ["forbidden", "section_not_found", "section_field_wrong", "section_built_in"],
  }),
  convertField: defineRoute({
    method: "POST",
    path: "/api/admin/sections/:sectionId/fields/:field/conversions",
    summary: "Change the type of an added field. A job converts the values; those that do not fit are kept.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofField,
    body: versioned.and(conversionSchema),
    status: 200,
    response: section,
    errors: [...fieldErrors, "section_built_in", "section_converting"],
  }),
};
