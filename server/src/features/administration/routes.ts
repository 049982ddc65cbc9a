import type { SliceDependencies } from "../../app.ts";
import { registerDepartmentAdministration } from "./department-routes.ts";
import { registerExplanation } from "./explanation-routes.ts";
import { registerRoleAdministration } from "./role-routes.ts";
import { registerUserAdministration } from "./user-routes.ts";

/** The admin panel. Specification, sections 2, 5, 6 and 8 (admin). */
export function registerAdministration(slice: SliceDependencies): void {
  registerUserAdministration(slice);
  registerRoleAdministration(slice);
  registerDepartmentAdministration(slice);
  registerExplanation(slice);
}
