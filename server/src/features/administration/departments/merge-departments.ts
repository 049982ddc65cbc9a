import type { AdminDepartment } from "@atoll/contract/administration/schemas";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { type Acting, actorOf, administer } from "../acting.ts";
import { notifyMembers, notifyPeople } from "../notify-others.ts";
import { canMergeDepartments } from "../organisation-policy.ts";
import { accessDepartment, accessDepartmentAlone } from "./department-access.ts";
import { countContents } from "./department-contents.ts";
import { presentDepartment } from "./present-department.ts";

/**
 * Moves everything in a department into another one, and removes it: people, roles, and the things of every slice.
 * Moved members are notified. If the person who merges is moved, everyone in the target department is notified.
 * @throws {AppError} `department_not_found`, also for a department into itself.
 */
export async function mergeDepartments(
  context: SliceContext,
  acting: Acting,
  { fromId, intoId }: { fromId: string; intoId: string },
): Promise<AdminDepartment> {
  const { db, placedKinds } = context;
  const { department, told } = await administer(db, acting, canMergeDepartments, async (tx, current) => {
    if (fromId === intoId) throw new AppError("department_not_found", { detail: "into itself" });
    // Lock in a fixed order, in case another person merges them the other way round. Nothing can be added to a
    // department that is being removed.
    for (const id of [fromId, intoId].toSorted()) await accessDepartmentAlone(tx, id);
    const from = await accessDepartment(tx, fromId);
    const into = await accessDepartment(tx, intoId);
    const contents = await countContents(tx, placedKinds, fromId);
    const joined = await moveMembers(tx, fromId, intoId);
    await sql`UPDATE roles SET department_id = ${intoId}, version = version + 1, updated_at = now()
      WHERE department_id = ${fromId}`.execute(tx);
    const tells = [];
    // The same people read the things, so their guests stay.
    await sql`SELECT set_config('atoll.keeps_guests', 'on', true)`.execute(tx);
    for (const { move } of placedKinds) tells.push(await move(tx, fromId, intoId));
    // Old links redirect, including those to departments merged into the removed one before.
    await sql`UPDATE departments SET former_slugs = former_slugs || (
        SELECT former_slugs || slug FROM departments WHERE id = ${fromId}
      ) WHERE id = ${intoId}`.execute(tx);
    await tx.deleteFrom("departments").where("id", "=", fromId).execute();
    const { id: actorId } = current.viewer;
    if (joined.people.length > 0)
      await notifyPeople(tx, current.viewer, joined.people, "department.joined", into);
    if (isNewTo(actorId, joined)) await notifyMembers(tx, current.viewer, into);
    await recordAct(tx, {
      ...actorOf(current),
      action: "department.merged",
      subject: { type: "department", id: fromId, name: from.name },
      before: { name: from.name, slug: from.slug, description: from.description },
      after: {
        into: into.name,
        intoId,
        ...Object.fromEntries(contents.map(({ kind, count }) => [kind, count])),
      },
    });
    return { department: presentDepartment(await accessDepartment(tx, intoId)), told: tells };
  });
  for (const tell of told) await tell?.(context);
  return department;
}

interface Joined {
  /** People who were only in the merged department. */
  people: string[];
  /** People who were only in the target department, and now see the things of the merged one. */
  others: string[];
}

const isNewTo = (userId: string, { people, others }: Joined) =>
  people.includes(userId) || others.includes(userId);

/** Moves the members. Account versions are incremented, so that people who are editing one are told. */
async function moveMembers(tx: Database, fromId: string, intoId: string): Promise<Joined> {
  const { rows } = await sql<{ user_id: string; departments: string[] }>`
    SELECT user_id, array_agg(department_id) AS departments FROM user_departments
    WHERE department_id IN (${fromId}, ${intoId}) GROUP BY user_id`.execute(tx);
  const alone = (departmentId: string) =>
    rows
      .filter(({ departments }) => departments.length === 1 && departments[0] === departmentId)
      .map(({ user_id }) => user_id);
  const joined = { people: alone(fromId), others: alone(intoId) };
  await sql`INSERT INTO user_departments (user_id, department_id)
    SELECT unnest(${joined.people}::uuid[]), ${intoId}`.execute(tx);
  await sql`UPDATE accounts SET version = version + 1, updated_at = now()
    WHERE id IN (SELECT user_id FROM user_departments WHERE department_id = ${fromId})`.execute(tx);
  return joined;
}
