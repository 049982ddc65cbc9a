// For other slices that write accounts by the rules of the administration.
export { changedFields } from "./changed-fields.ts";
export { deleteAccount } from "./users/delete-user.ts";
export { disableAccount } from "./users/disable-user.ts";
export { insertAccounts, namesOf } from "./users/insert-employees.ts";
export { superAdminsWhoSignIn } from "./users/super-admin-left.ts";
export { accessDepartments, accessRoles, findRoleByName } from "./users/user-access.ts";
export { findUser, selectUsers, type UserRow } from "./users/user-queries.ts";
