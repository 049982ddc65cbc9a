import { errorTexts } from "./error-texts.ts";

/** Part of the error table: the errors of accounts, their roles and departments, second factors and passkeys. */
export const identityErrors = {
  second_factor_required: { status: 401, text: errorTexts.second_factor_required },
  second_factor_wrong: { status: 401, text: "Incorrect code. Enter the code that your app shows now." },
  second_factor_setup_required: { status: 403, text: errorTexts.second_factor_setup_required },
  second_factor_on: { status: 409, text: "An authenticator app is already set up." },
  second_factor_off: { status: 409, text: "No authenticator app is set up." },
  second_factor_needed: { status: 409, text: errorTexts.second_factor_needed },
  passkey_required: { status: 401, text: errorTexts.passkey_required },
  passkey_setup_required: {
    status: 403,
    text: "Use a passkey to continue: the password alone does not let you in.",
  },
  passkey_untried: {
    status: 409,
    text: "Sign in with a passkey yourself first, so that it is certain that people can.",
  },
  passkey_failed: {
    status: 401,
    text: "This passkey was not accepted. Try again, or sign in another way.",
  },
  passkeys_off: {
    status: 409,
    text: "Passkeys do not work at this address. An administrator has to set the address of the workspace first.",
  },
  passkey_not_found: { status: 404, text: "This passkey no longer exists." },
  passkey_missing: { status: 409, text: "Add a passkey first." },
  passkey_needed: {
    status: 409,
    text: "You need this passkey to sign in, so you cannot remove the last one.",
  },
  too_many_passkeys: { status: 409, text: "You have the maximum number of passkeys. Remove one first." },
  guest_name_taken: {
    status: 409,
    text: "This name looks too similar to another one. Choose a different name.",
  },
  guest_apart: { status: 409, text: errorTexts.guest_apart },
  guest_not_found: { status: 404, text: "This guest no longer exists. Reload the page." },
  too_many_guests: { status: 409, text: "It has the maximum number of guests. Remove one first." },
  guest_end_not_possible: {
    status: 400,
    text: "Choose an end between tomorrow and a year from now.",
  },
  user_not_found: { status: 404, text: "User not found" },
  role_not_found: { status: 404, text: "This role no longer exists. Reload the page." },
  department_not_found: { status: 404, text: "This department no longer exists. Reload the page." },
  email_taken: { status: 409, text: "An account with this email already exists." },
  role_name_taken: { status: 409, text: "A role with this name already exists." },
  department_not_empty: { status: 409, text: "This department is not empty." },
  department_name_taken: { status: 409, text: "A department with this name already exists." },
  own_account: { status: 409, text: "You cannot do this to your own account." },
  last_super_admin: {
    status: 409,
    text: "This is the last super administrator who can sign in. Make someone else a super administrator first.",
  },
  built_in_role: { status: 409, text: "This role is part of Atoll and cannot be renamed or deleted." },
  role_in_use: { status: 409, text: "People still have this role. Give them another one first." },
  exported_thing_not_found: { status: 404, text: "This does not exist, or you may not export it." },
  full_export_not_allowed: {
    status: 403,
    text: "The operator of this server has not allowed exports of everything here. Ask them to set ATOLL_EXPORT_EVERYTHING.",
  },
  full_export_running: {
    status: 409,
    text: "An export of everything is not finished yet. Wait for it.",
  },
  person_export_not_found: { status: 404, text: "This export does not exist any more." },
  person_export_id_taken: { status: 409, text: "A different export was already started under this id." },
  person_export_running: {
    status: 409,
    text: "You have an export that is not finished yet. Wait for it, or cancel it.",
  },
} as const;
