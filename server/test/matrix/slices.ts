import { roleAdministrationSlice } from "./rows/administration-roles.ts";
import { userAdministrationSlice } from "./rows/administration-users.ts";
import { auditSlice } from "./rows/audit.ts";
import { chatSlice } from "./rows/chat.ts";
import { identitySlice } from "./rows/identity.ts";
import { peopleSlice } from "./rows/people.ts";
import { procedureSlice } from "./rows/procedures.ts";
import { workspaceSlice } from "./rows/workspace.ts";
import type { AnySlice } from "./slice.ts";

/** One line for each slice. */
export const slices: readonly AnySlice[] = [
  workspaceSlice,
  identitySlice,
  procedureSlice,
  userAdministrationSlice,
  roleAdministrationSlice,
  auditSlice,
  peopleSlice,
  chatSlice,
];
