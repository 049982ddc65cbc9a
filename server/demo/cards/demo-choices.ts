import type { CardField } from "@atoll/contract/cards/field-schemas";

/** The choices of the demo company, by "department/section/field": Atoll comes with none of these names. */
const demoChoices: Readonly<Record<string, readonly string[]>> = {
  "backend/api-docs/service": ["billing", "scheduling", "search", "webhooks"],
  "backend/schema/database": ["billing", "scheduling", "search", "identity"],
  "frontend/bugs/repository": ["atoll-web", "partner-portal", "invoice-emails", "depot-app"],
  "business-development/outreach/sector": [
    ...["Ferries", "Rail", "Cold storage", "Depots", "Retail", "Air cargo"],
  ],
  "business-development/proposals/template": ["Rollout", "Renewal", "Pilot", "Support tier"],
  "devops/deployment/zone": [
    ...["Europe/Lisbon", "Europe/Berlin", "America/New_York", "Asia/Singapore", "UTC"],
  ],
};

/** The fields of a section with the choices of the demo company. */
export function withDemoChoices(section: string, fields: readonly CardField[]): CardField[] {
  return fields.map((field) => {
    const options = demoChoices[`${section}/${field.name}`];
    return options ? { ...field, options: [...options] } : field;
  });
}
