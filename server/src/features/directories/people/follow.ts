import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import { violatedBy } from "../../../platform/database/reject-violation.ts";
import type { Database } from "../../../tables.ts";
import {
  changedFields,
  disableAccount,
  namesOf,
  superAdminsWhoSignIn,
  type UserRow,
} from "../../administration/public.ts";
import { notify } from "../../notifications/public.ts";
import { type By, createAccounts, usableNames } from "./create-accounts.ts";
import { detailsOf, judgePeople, type Named, type Step } from "./judge-person.ts";
import { countHeldLeavers, type DirectoryRow, isSignOn, leaversLeft, noteEvents } from "./mirror.ts";
import { readMapped, readStates } from "./read-states.ts";

export interface FollowOptions {
  /** The network address of the request; empty when the server acts by itself. */
  address: string;
  /** Refuses what cannot be done at all, so that the directory hears of it. Otherwise it is noted with the person. */
  isStrict?: boolean;
  /** People confirmed by an administrator. */
  confirmed?: readonly string[];
  /** However many people leave: an administrator has seen them. */
  mayLeave?: boolean | undefined;
}

/**
 * Brings the accounts of these people to what their directory says, in the caller's transaction, which holds the
 * directory (`holdDirectory`). Does nothing before the directory has been started. Unless strict, a person whose account
 * cannot follow is noted as a problem and keeps nobody else from following.
 * @throws {AppError} when strict: `last_super_admin`, `email_taken`.
 */
export async function followPeople(
  tx: Database,
  directory: DirectoryRow,
  personIds: readonly string[],
  options: FollowOptions,
): Promise<void> {
  if (directory.state !== "on" || personIds.length === 0) return;
  const by = { tx, directory, address: options.address };
  if (options.isStrict) await followTogether(by, personIds, options);
  else if (await fails(tx, () => followTogether(by, personIds, options)))
    for (const id of personIds) {
      const failure = await fails(tx, () => followTogether(by, [id], options));
      if (failure) await noteFailure(by, id, failure);
    }
  await sql`UPDATE directory_people SET is_due = false WHERE id = ANY(${[...personIds]}::uuid[])`.execute(tx);
}

async function followTogether(
  by: By,
  personIds: readonly string[],
  { isStrict = false, confirmed = [], mayLeave = false }: FollowOptions,
): Promise<void> {
  const { tx, directory } = by;
  const mapped = await readMapped(tx, directory.id);
  const superAdmins = await superAdminsWhoSignIn(tx);
  const states = await readStates(tx, directory.id, personIds);
  const steps = judgePeople(states, mapped, superAdmins, { confirmed });
  if (directory.kind === "scim" && !mayLeave) await holdLeavers(by, steps);
  if (isStrict) assertPossible(steps);
  // Sessions are locked before roles: see the order of locks at `holdViewer`.
  for (const step of steps) if (step.acts.includes("disable")) await disable(by, step);
  await createAccounts(
    by,
    steps.filter(({ acts }) => acts.includes("create")),
  );
  for (const step of steps)
    if (!step.acts.includes("create") && !step.acts.includes("disable")) await change(by, step);
  for (const { person, problem } of steps)
    if (problem !== person.problem) await noteProblem(by, person, problem);
  const isHeld = ({ person, problem }: Step) => [person.problem, problem].includes("many_leavers");
  if (directory.kind === "scim" && steps.some(isHeld)) await countHeldLeavers(tx, directory.id);
}

/** Leaves accounts enabled that are too many to be disabled at once. A super administrator lets them leave. */
async function holdLeavers({ tx, directory }: By, steps: readonly Step[]): Promise<void> {
  const leaving = steps.filter(({ acts }) => acts.includes("disable"));
  if (leaving.length === 0) return;
  for (const step of leaving.slice(await leaversLeft(tx, directory)))
    Object.assign(step, { acts: [], problem: "many_leavers" });
}

/** Does work, or undoes it if an account's data refuse it. @returns why. Other errors end the transaction. */
async function fails(tx: Database, work: () => Promise<void>): Promise<string | undefined> {
  await sql`SAVEPOINT follow`.execute(tx);
  try {
    await work();
  } catch (error) {
    const code = error instanceof AppError ? error.code : violatedBy(error);
    if (code === undefined) throw error;
    await sql`ROLLBACK TO SAVEPOINT follow`.execute(tx);
    return code;
  }
  await sql`RELEASE SAVEPOINT follow`.execute(tx);
  return undefined;
}

/** Notes with a person that their account cannot follow, for administrators, with what was refused. */
async function noteFailure(by: By, personId: string, code: string): Promise<void> {
  const person = await by.tx
    .selectFrom("directory_people")
    .selectAll()
    .where("id", "=", personId)
    .executeTakeFirst();
  if (!person) return;
  const problem = code === "email_taken" ? "address_taken" : "failed";
  if (person.problem !== problem)
    await noteProblem(by, person, problem, problem === "failed" ? code : problem);
}

/** Asserts that no new problem is in the way. One that was noted before refuses nothing else. */
function assertPossible(steps: readonly Step[]): void {
  for (const { person, problem } of steps) {
    if (problem === person.problem) continue;
    if (problem === "last_super_admin") throw new AppError("last_super_admin");
    if (problem === "address_taken" || problem === "other_directory") throw new AppError("email_taken");
  }
}

async function disable({ tx, directory, address }: By, { person, account }: Step): Promise<void> {
  if (!account) return;
  await disableAccount(tx, account, { actor: undefined, address, after: { directory: directory.name } });
  await sql`UPDATE directory_people SET disabled_at = (SELECT disabled_at FROM accounts WHERE id = ${account.id})
    WHERE id = ${person.id}`.execute(tx);
  await noteEvents(tx, directory.id, [{ kind: "disabled", name: account.name, userId: account.id }]);
}

async function link(tx: Database, personId: string, userId: string): Promise<void> {
  // A directory that no longer has the person has no say about the account any more, and a provider of single sign-on
  // has none while a directory has the person.
  await sql`DELETE FROM directory_people p USING directories d
    WHERE d.id = p.directory_id AND p.user_id = ${userId} AND p.id <> ${personId}
      AND (p.gone_at IS NOT NULL OR ${isSignOn(sql.ref("d.kind"))})`.execute(tx);
  await sql`UPDATE directory_people SET user_id = ${userId} WHERE id = ${personId}`.execute(tx);
}

async function change({ tx, directory, address }: By, step: Step): Promise<void> {
  const { person, account } = step;
  if (!account || step.acts.length === 0) return;
  if (step.acts.includes("link")) await link(tx, person.id, account.id);
  const [isUsable] = step.name === undefined ? [] : await usableNames(tx, [step.name], account.id);
  const name = step.name !== undefined && isUsable ? step.name : account.name;
  const email = step.email ?? account.email;
  if (name !== account.name)
    await sql`UPDATE profiles SET name = ${name}, updated_at = now() WHERE id = ${account.id}`.execute(tx);
  if (email !== account.email) {
    await sql`UPDATE accounts SET email = ${email} WHERE id = ${account.id}`.execute(tx).catch(refuseTaken);
    // Passwords are reset by mail, so this gives the account to the owner of the new address. The old one hears of it.
    const facts = { actor: `The directory ${directory.name}`, formerEmail: account.email };
    await notify(tx, { kind: "email.changed", subjectId: account.id, people: [account.id], facts });
  }
  if (step.acts.includes("enable")) {
    await sql`UPDATE accounts SET disabled_at = NULL WHERE id = ${account.id}`.execute(tx);
    await sql`UPDATE directory_people SET disabled_at = NULL WHERE id = ${person.id}`.execute(tx);
  }
  await changeRights(tx, account, step);
  const before = { name: account.name, email: account.email, ...rightsOf(account) };
  const changed = changedFields(before, { name, email, ...rightsAfter(account, step) });
  if (!changed && !step.acts.includes("enable") && !step.acts.includes("link")) return;
  await sql`UPDATE accounts SET version = version + 1, updated_at = now() WHERE id = ${account.id}`.execute(
    tx,
  );
  const acts = step.acts.filter((act) => act !== "update" || changed);
  await noteEvents(
    tx,
    directory.id,
    acts.map((act) => ({
      ...{ kind: past[act], name, userId: account.id },
      detail: act === "update" ? detailsOf(step).join(", ") : "",
    })),
  );
  await recordAct(tx, {
    actor: undefined,
    address,
    action: step.acts.includes("enable") && !changed ? "user.enabled" : "user.updated",
    subject: { type: "user", id: account.id, name: account.name },
    ...(changed ? { before: changed.before } : {}),
    after: {
      ...changed?.after,
      ...(step.acts.includes("enable") ? { isDisabled: false } : {}),
      directory: directory.name,
    },
  });
}

const past = {
  ...{ create: "created", link: "linked", disable: "disabled", enable: "enabled", update: "updated" },
} as const;

function refuseTaken(error: unknown): never {
  throw violatedBy(error) === "accounts_email_key" ? new AppError("email_taken", { cause: error }) : error;
}

async function changeRights(tx: Database, { id }: UserRow, step: Step): Promise<void> {
  const ids = (list: readonly Named[]) => list.map((one) => one.id);
  const { addRoles, removeRoles, addDepartments, removeDepartments } = step;
  if (removeRoles.length > 0)
    await sql`DELETE FROM user_roles WHERE user_id = ${id} AND role_id = ANY(${ids(removeRoles)}::uuid[])`.execute(
      tx,
    );
  if (addRoles.length > 0)
    await sql`INSERT INTO user_roles (user_id, role_id) SELECT ${id}, unnest(${ids(addRoles)}::uuid[])`.execute(
      tx,
    );
  if (removeDepartments.length > 0)
    await sql`DELETE FROM user_departments
      WHERE user_id = ${id} AND department_id = ANY(${ids(removeDepartments)}::uuid[])`.execute(tx);
  if (addDepartments.length > 0)
    await sql`INSERT INTO user_departments (user_id, department_id)
      SELECT ${id}, unnest(${ids(addDepartments)}::uuid[])`.execute(tx);
}

function rightsOf({ roles, departments }: Pick<UserRow, "roles" | "departments">) {
  return { roles: namesOf(roles), departments: namesOf(departments) };
}

function rightsAfter(account: UserRow, step: Step) {
  const after = (held: readonly Named[], added: readonly Named[], removed: readonly Named[]) => [
    ...held.filter(({ id }) => !removed.some((one) => one.id === id)),
    ...added,
  ];
  return rightsOf({
    roles: after(account.roles, step.addRoles, step.removeRoles),
    departments: after(account.departments, step.addDepartments, step.removeDepartments),
  });
}

async function noteProblem(
  { tx, directory }: By,
  person: Step["person"],
  problem: Step["problem"],
  detail: string | null = problem,
): Promise<void> {
  await sql`UPDATE directory_people SET problem = ${problem} WHERE id = ${person.id}`.execute(tx);
  if (problem === null) return;
  const { name, user_id } = person;
  await noteEvents(tx, directory.id, [{ kind: "problem", name, userId: user_id, detail: detail ?? "" }]);
}
