import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";
import { explainPage } from "./explain-page.ts";
import { explainPermission } from "./explain-permission.ts";
import type { Explanation } from "./explained-person.ts";
import { findExplained } from "./explanation-queries.ts";

/**
 * Why a person can or cannot open a page or use a permission, as a chain in words for an administrator. It is
 * decided by the predicates that guard the pages and the routes, so that explanation and decision are one.
 * @param question a path, with or without query, or a permission as `resource:action`.
 * @throws {AppError} `user_not_found`; `invalid_request` for a permission that does not exist.
 */
export async function explainAccess(
  db: Database,
  userId: string,
  question: { path?: string | undefined; permission?: string | undefined },
): Promise<Explanation> {
  const person = await findExplained(db, userId);
  if (!person) throw new AppError("user_not_found");
  return question.permission === undefined
    ? explainPage(db, person, question.path ?? "/")
    : explainPermission(db, person, question.permission);
}
