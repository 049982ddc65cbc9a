import { sql } from "kysely";
import { byName } from "../../platform/database/by-name.ts";
import { exactInstant } from "../../platform/page.ts";
import type { Database } from "../../tables.ts";
import { hasOpenItems, today } from "./readable.ts";

/** Selects onboardings `o` with their paths. */
export function selectOnboardings(db: Database) {
  return db
    .selectFrom("onboardings as o")
    .innerJoin("onboarding_paths as t", "t.id", "o.path_id")
    .select([
      "o.id",
      "o.path_id",
      "t.name as path_name",
      "o.person_id",
      "o.manager_id",
      "o.buddy_id",
      "o.stages",
      "o.stopped_at",
      "o.nudged_at",
      "o.revision",
      sql<string>`to_char(o.start_on, 'YYYY-MM-DD')`.as("start_day"),
      exactInstant("o.created_at").as("created"),
      hasOpenItems.as("has_open_items"),
      sql<
        { id: string; name: string }[]
      >`coalesce((SELECT json_agg(json_build_object('id', d.id, 'name', d.name) ORDER BY ${byName("d.name")})
        FROM user_departments ud JOIN departments d ON d.id = ud.department_id WHERE ud.user_id = o.person_id), '[]')`.as(
        "departments",
      ),
    ]);
}

export type OnboardingRow = Awaited<ReturnType<ReturnType<typeof selectOnboardings>["execute"]>>[number];

/** Selects the items `i` of these onboardings, in order. */
export function selectItems(db: Database, onboardingIds: readonly string[]) {
  return db
    .selectFrom("onboarding_items as i")
    .select([
      "i.id",
      "i.onboarding_id",
      "i.kind",
      "i.title",
      "i.note",
      "i.day",
      "i.at_time",
      "i.minutes",
      "i.doer",
      "i.article_id",
      "i.person_id",
      "i.meets",
      "i.task_id",
      "i.event_id",
      "i.done_at",
      "i.done_by",
      sql<string>`to_char(i.due_on, 'YYYY-MM-DD')`.as("due_day"),
      sql<boolean>`(i.done_at IS NULL AND i.due_on < ${today})`.as("is_overdue"),
      sql<boolean>`(i.due_on < ${today})`.as("is_planned"),
    ])
    .where(sql<boolean>`i.onboarding_id = ANY(${[...onboardingIds]}::uuid[])`)
    .orderBy("i.due_on")
    .orderBy("i.at_time")
    .orderBy("i.position");
}

export type ItemRow = Awaited<ReturnType<ReturnType<typeof selectItems>["execute"]>>[number];
