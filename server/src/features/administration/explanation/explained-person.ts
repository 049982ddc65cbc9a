import type { ExplanationStep } from "@atoll/contract/administration/schemas";
import { roleTitle } from "@atoll/contract/identity/role-title";
import type { PermissionPair } from "@atoll/contract/permissions";
import { AppError } from "../../../platform/app-error.ts";
import { assertMayEnter } from "../../identity/policy.ts";
import type { ExplainedRow } from "./explanation-queries.ts";

/** The person an explanation is about, with the fields that the rules read. */
export type ExplainedPerson = ExplainedRow & { permissions: PermissionPair[] };

export interface Explanation {
  isAllowed: boolean;
  steps: ExplanationStep[];
}

export function asHolder(row: ExplainedRow): ExplainedPerson {
  return { ...row, permissions: row.roles.flatMap(({ permissions }) => permissions) };
}

/**
 * Returns the first step of every chain, except for that of a public page: whether the person can sign in. If not,
 * access is denied, and there are no further steps.
 */
export function explainAccount(person: ExplainedPerson): { isOpen: boolean; steps: ExplanationStep[] } {
  const refusal = refusalOf(person);
  if (refusal !== undefined) {
    return { isOpen: false, steps: [{ kind: "account", outcome: "denies", text: refusal }] };
  }
  const text = `${person.name} can sign in: the account is confirmed, approved and not disabled.`;
  return { isOpen: true, steps: [{ kind: "account", outcome: "neutral", text }, ...setUpSteps(person)] };
}

function refusalOf(person: ExplainedPerson): string | undefined {
  try {
    assertMayEnter(person);
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    switch (error.code) {
      case "account_disabled":
        return `The account of ${person.name} is disabled: they cannot sign in.`;
      case "email_not_confirmed":
        return `The email of ${person.name} is not confirmed: they cannot sign in.`;
      case "account_pending":
        return person.roles.length > 0
          ? `${person.name} has no role other than Pending: the account waits for approval, and they cannot sign in.`
          : `${person.name} has no role at all: the account waits for approval, and they cannot sign in.`;
      default:
        throw error;
    }
  }
}

function setUpSteps(person: ExplainedPerson): ExplanationStep[] {
  const demanding = person.roles.find(({ requires_passkey }) => requires_passkey);
  if (demanding || person.requires_passkey) {
    const who = demanding
      ? `The role ${roleTitle(demanding.name)} requires`
      : `${person.name} has chosen to require`;
    const text = `${who} a passkey: a session that began with a password does nothing until one is used or added.`;
    return [{ kind: "account", outcome: "neutral", text }];
  }
  const asking = person.roles.find(({ requires_second_factor }) => requires_second_factor);
  if (!asking || person.has_second_factor) return [];
  const text = `The role ${roleTitle(asking.name)} asks for a second factor, and ${person.name} has none yet: after signing in with a password, setting it up comes before everything else.`;
  return [{ kind: "account", outcome: "neutral", text }];
}
