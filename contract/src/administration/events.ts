import { z } from "zod";
import { idSchema } from "../identifiers.ts";

/**
 * What the administration tells of itself, to whoever may list what an event is about. Each names a thing and holds
 * nothing of it: what is shown of it differs from one viewer to the next, and is fetched again by those who show it.
 */
export const administrationEvents = {
  /** An account, its name, roles or departments are new, gone or others. To whoever lists accounts. */
  "person.changed": z.object({ userId: idSchema }),
  /** A role, its permissions or how many hold it. To whoever lists roles. */
  "role.changed": z.object({ roleId: idSchema }),
  /** A department, who is in it, or what its members are called. To whoever lists departments. */
  "department.changed": z.object({ departmentId: idSchema }),
  /** Too much at once to name each, as by an import, or something may have been missed: fetch again what is shown. */
  "administration.changed": z.object({}),
};
