import { departmentAdministrationRoutes } from "./department-routes.ts";
import { importAdministrationRoutes } from "./import-routes.ts";
import { peopleAdministrationRoutes } from "./people-routes.ts";
import { roleAdministrationRoutes } from "./role-routes.ts";
import { userAdministrationRoutes } from "./user-routes.ts";

/** The admin panel. Every route answers `forbidden` to who may not; specification, sections 2, 5, 6 and 8. */
export const administrationRoutes = {
  ...userAdministrationRoutes,
  ...peopleAdministrationRoutes,
  ...importAdministrationRoutes,
  ...roleAdministrationRoutes,
  ...departmentAdministrationRoutes,
};
