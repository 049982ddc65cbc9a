/** Part of the error table: the errors of incidents. */
export const incidentErrors = {
  incident_not_found: { status: 404, text: "This incident does not exist, or you cannot see it." },
  incident_wrong: { status: 400, text: "The incident cannot be changed like this. Check what you entered." },
  incident_id_taken: { status: 409, text: "Something different was already saved under this id." },
  incident_full: {
    status: 409,
    text: "The timeline of this incident is full. Resolve it, and open another one.",
  },
  too_many_incidents: { status: 409, text: "Too many incidents are open. Resolve one first." },
} as const satisfies Record<string, { status: number; text: string }>;
