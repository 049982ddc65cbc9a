/** Part of the error table: the errors of erasures of people. */
export const erasureErrors = {
  erasure_not_found: { status: 404, text: "This erasure does not exist." },
  erasure_id_taken: { status: 409, text: "A different erasure was already started under this id." },
  person_erased: { status: 409, text: "This person was erased already." },
  person_not_erasable: {
    status: 409,
    text: "This person can still sign in. Disable or delete the account first.",
  },
  person_held: {
    status: 409,
    text: "A legal hold keeps what this person wrote. Nobody can erase them before it has ended for a day.",
  },
  erasure_name_wrong: { status: 422, text: "This is not the name of the person. Type it as it is shown." },
} as const;
