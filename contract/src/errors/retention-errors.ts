/** Part of the error table: the errors of retention and legal holds. */
export const retentionErrors = {
  retention_rule_not_found: { status: 404, text: "This rule does not exist any more. Reload the page." },
  retention_place_not_found: {
    status: 404,
    text: "This channel or department does not exist any more. Choose another one.",
  },
  too_many_retention_rules: {
    status: 409,
    text: "There is the maximum number of exceptions. Remove one first.",
  },
  legal_hold_not_found: { status: 404, text: "This hold does not exist, or you cannot see it." },
  legal_hold_id_taken: { status: 409, text: "A different hold was already made under this id." },
  legal_hold_ended: { status: 409, text: "This hold has ended. Make a new one instead." },
  too_many_legal_holds: { status: 409, text: "There is the maximum number of holds. End one first." },
} as const;
