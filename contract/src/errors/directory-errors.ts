/** Part of the error table: the errors of directories. */
export const directoryErrors = {
  directory_not_found: { status: 404, text: "This directory does not exist." },
  directory_id_taken: { status: 409, text: "A different directory was already added under this id." },
  too_many_directories: {
    status: 409,
    text: "There is the maximum number of directories. Remove one first.",
  },
  directory_kind_taken: { status: 409, text: "There is already a directory of this kind. Open that one." },
  too_many_groups: { status: 409, text: "The directory has the maximum number of groups." },
  saml_not_set: {
    status: 409,
    text: "Enter the provider's settings first. SAML also needs ATOLL_PUBLIC_URL.",
  },
  saml_people_linked: {
    status: 409,
    text: "People have signed in with the former entity ID and identifier, and could not be recognised by others. Choose to link them again by their addresses, or keep both.",
  },
  saml_certificate_invalid: {
    status: 400,
    text: "Certificate {count} cannot be read, or its key is too short: RSA keys have at least 2,048 bits.",
  },
  saml_metadata_invalid: {
    status: 400,
    text: "These are not the metadata of a SAML 2.0 identity provider with a sign-in address for redirects and a certificate.",
  },
  saml_metadata_unreachable: {
    status: 502,
    text: "The metadata could not be read from this address. Check the address, or paste the text.",
  },
  saml_trial_not_found: { status: 404, text: "This sign-in is not known any more. Try another one." },
  logout_token_invalid: { status: 400, text: "The logout token was not accepted." },
  directory_not_started: { status: 409, text: "Look at what would change and start the directory first." },
  directory_group_not_found: {
    status: 404,
    text: "A group no longer exists in the directory. Reload the page.",
  },
  directory_person_not_found: {
    status: 404,
    text: "This person is not in the directory any more. Reload the page.",
  },
  managed_by_directory: {
    status: 409,
    text: "This account follows the directory {name}. Change it there.",
  },
  ldap_not_set: { status: 409, text: "Set how the directory is read first." },
  ldap_password_needed: {
    status: 400,
    text: "Enter the password again: it is sent only to the servers and the account that it was entered for.",
  },
  directory_unavailable: {
    status: 503,
    text: "The company's directory cannot be reached right now. Check your password, or try again in a moment.",
  },
  // SCIM clients write these into their logs.
  scim_secret_wrong: {
    status: 401,
    text: "The bearer token is missing or wrong, or the directory is switched off in Atoll.",
  },
  scim_not_found: { status: 404, text: "There is no resource with this id." },
  scim_filter_invalid: {
    status: 400,
    text: "The filter cannot be read, or names an attribute that cannot be searched.",
  },
  scim_body_invalid: { status: 400, text: "The body is not a SCIM message in JSON." },
  scim_path_invalid: { status: 400, text: "The path of an operation cannot be read." },
  scim_value_invalid: { status: 400, text: "A value is missing or not valid: {name}." },
  scim_no_target: { status: 400, text: "The path of an operation matches no value." },
  scim_read_only: { status: 400, text: "The id of a resource cannot be changed." },
  scim_taken: { status: 409, text: "A resource with this {name} already exists." },
  scim_full: { status: 409, text: "The directory has {count} of these, and cannot have more." },
  scim_changed: { status: 412, text: "The resource has changed since. Read it again." },
} as const satisfies Record<string, { status: number; text: string }>;
