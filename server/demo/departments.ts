import { cell, parseTable } from "./table.ts";
import type { DemoDepartment, DemoRole } from "./types.ts";

export const demoDepartments: Omit<DemoDepartment, "id">[] = parseTable(`
  key                  | name                 | lead    | description
  business-development | Business Development | ruth    | Finds clients, agrees terms and looks after them once they are live.
  frontend             | Frontend             | aiko    | Builds the partner portal, the depot app and the design system.
  backend              | Backend              | kofi    | Builds billing, scheduling, search and the public API.
  devops               | DevOps               | dev     | Runs the platform, the releases and the on-call rota.
  marketing            | Marketing            | hanne   | Tells our clients' stories and fills the calendar.
`).map((row) => ({
  key: cell(row, "key"),
  name: cell(row, "name"),
  leadKey: cell(row, "lead"),
  description: cell(row, "description"),
}));

/** The four roles every workspace has, and four that this company added. */
export const demoRoles: Omit<DemoRole, "id">[] = parseTable(`
  key         | department           | description
  super_admin |                      | Everything, including roles and permissions.
  admin       |                      | People, departments and the admin panel.
  user        |                      | Every member of staff.
  pending     |                      | Waiting for approval.
  bd_lead     | business-development | Runs deals and may edit any task of the department.
  editor      | marketing            | Writes announcements and department pages.
  on_call     | devops               | Takes the pager in turn and may promote a release.
  auditor     |                      | Reads the audit log.
`).map((row) => ({
  key: cell(row, "key"),
  departmentKey: cell(row, "department") || null,
  description: cell(row, "description"),
}));
