import { initialDepartments } from "@atoll/contract/departments";
import { type SetUp, type SetUpStepName, setUpStepSchema } from "@atoll/contract/workspace/company-schemas";
import { sql } from "kysely";
import type { Database } from "../../tables.ts";
import { firstAdministratorName } from "../identity/public.ts";
import { type ConfiguredNames, selectCompany } from "./public.ts";

/**
 * Returns the company's set-up progress, detected from its data: a step counts as done no matter who did it and where,
 * and is open again when its result is gone.
 */
export async function readSetUp(db: Database, configured: ConfiguredNames): Promise<SetUp> {
  const company = await selectCompany(db);
  const done = await findDone(db);
  const isNamed = company.name !== null || configured.companyName !== configured.productName;
  const isDone: Record<SetUpStepName, boolean> = { company: isNamed, ...done };
  return {
    company: {
      name: company.name,
      configuredName: configured.companyName,
      colour: company.colour,
      logo: company.logo_url,
      workingDays: company.working_days,
      version: company.version,
    },
    steps: setUpStepSchema.options.map((step) => ({
      step,
      isDone: isDone[step],
      isSkipped: !isDone[step] && company.skipped_steps.includes(step),
    })),
  };
}

const hasInitialDepartments = sql<boolean>`(SELECT array_agg(name::text ORDER BY name::text) FROM departments)
  IS NOT DISTINCT FROM (SELECT array_agg(name ORDER BY name) FROM unnest(${[...initialDepartments]}::text[]) AS name)`;

/** Counts the departments, and says whether they are those of the beginning. It names none: strangers may read it. */
export async function countDepartments(
  db: Database,
): Promise<{ departmentCount: number; hasInitialDepartments: boolean }> {
  const { rows } = await sql<{ departmentCount: number; hasInitialDepartments: boolean }>`SELECT
    (SELECT count(*)::int FROM departments) AS "departmentCount",
    ${hasInitialDepartments} AS "hasInitialDepartments"`.execute(db);
  return rows[0] ?? { departmentCount: 0, hasInitialDepartments: false };
}

/**
 * "you" is open while an account has the name that the first administrator began with. Departments are looked after once they are others than those that everybody starts with, or somebody is in one. */
async function findDone(db: Database): Promise<Record<Exclude<SetUpStepName, "company">, boolean>> {
  const { rows } = await sql<{
    you: boolean;
    departments: boolean;
    people: boolean;
    channel: boolean;
  }>`SELECT NOT EXISTS (SELECT FROM profiles WHERE name = ${firstAdministratorName}) AS you,
    EXISTS (SELECT FROM user_departments) OR NOT ${hasInitialDepartments} AS departments,
    (SELECT count(*) FROM (SELECT FROM accounts WHERE NOT is_bot AND guest_until IS NULL LIMIT 2) AS few) > 1 AS people,
    EXISTS (SELECT FROM channels WHERE type <> 'DIRECT' AND lower(name) <> 'general' AND archived_at IS NULL)
      AS channel`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("a row of existence is always there");
  return row;
}
