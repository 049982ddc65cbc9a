import { z } from "zod";
import { idSchema } from "../identifiers.ts";

/**
 * Events of the administration, sent to viewers who may list the thing an event refers to. Each contains only an ID:
 * what is shown of the thing differs per viewer, so those who show it refetch it.
 */
export const administrationEvents = {
  /**
   * An account was added or removed, or its name, roles or departments changed. Sent to viewers who may list accounts.
   */
  "person.changed": z.object({ userId: idSchema }),
  /** A role, its permissions or its number of holders changed. Sent to viewers who may list roles. */
  "role.changed": z.object({ roleId: idSchema }),
  /** A department, its members or their names changed. Sent to viewers who may list departments. */
  "department.changed": z.object({ departmentId: idSchema }),
  /** Too much at once to name each, as by an import, or something may have been missed: fetch again what is shown. */
  "administration.changed": z.object({}),
};
