import { sql } from "kysely";
import { undoable } from "../../platform/changes/undo-change.ts";
import { erasedText } from "../../platform/kinds/erasure.ts";
import {
  nobodyElseChanged,
  ofCompany,
  ofServers,
  ofThings,
  onlyForOwner,
} from "../../platform/kinds/personal-data.ts";
import type { Slice } from "../../slice.ts";
import { taskComments } from "./comment-kind.ts";
import { taskCycling } from "./cycles/end-cycle.ts";
import { registerTaskCycles } from "./cycles/routes.ts";
import { departmentTasksExport } from "./export-department.ts";
import { registerGuestTasks } from "./guests.ts";
import { ownedTasks, placedCycles, placedTasks, taskFiles, taskSource, taskViews } from "./kinds.ts";
import { registerTaskLists } from "./list-routes.ts";
import { taskCard } from "./lists/dashboard-card.ts";
import { registerTaskMatrix } from "./matrix/routes.ts";
import { taskNotificationDefinitions } from "./notifications/notification-kinds.ts";
import { dueNotifications } from "./notifications/notify-of-due.ts";
import { computeFormulasJob } from "./own-fields/compute-formulas.ts";
import { renameOptionsJob } from "./own-fields/rename-options.ts";
import { registerTaskFields } from "./own-fields/routes.ts";
import { registerTaskParts } from "./part-routes.ts";
import { recentTaskActivity } from "./recent-activity.ts";
import { taskRecurring } from "./recurrence/recur-tasks.ts";
import { taskRooms } from "./rooms.ts";
import { registerTasks } from "./routes.ts";
import { registerTaskStates } from "./states/routes.ts";
import { stateListChanges } from "./states/set-states.ts";
import { taskSweeping } from "./sweep-tasks.ts";
import { registerTaskTemplates } from "./templates/routes.ts";
import { placedTemplates } from "./templates/templates.ts";
import { registerTaskTime } from "./time/routes.ts";

/** The slice of tasks. Specification, sections 3, 4, 5 and 7 (tasks). */
export const tasks: Slice = {
  name: "tasks",
  routes: [
    registerTasks,
    registerTaskLists,
    registerTaskParts,
    registerTaskMatrix,
    registerTaskFields,
    registerTaskTime,
    registerTaskStates,
    registerTaskTemplates,
    registerTaskCycles,
    registerGuestTasks,
  ],
  rooms: () => async (viewer) => taskRooms(viewer),
  owned: [ownedTasks],
  placed: [placedTasks, placedCycles, placedTemplates],
  exportKinds: [departmentTasksExport],
  commentKinds: [taskComments],
  fileKinds: [taskFiles],
  notificationKinds: taskNotificationDefinitions,
  jobs: [taskSweeping, taskRecurring, dueNotifications, renameOptionsJob, computeFormulasJob, taskCycling],
  dashboardCards: [taskCard],
  recentActivity: recentTaskActivity,
  searchSources: [taskSource],
  viewPlaces: [taskViews],
  changeKinds: [undoable(stateListChanges)],
  personalData: {
    tasks: {
      title: "Tasks",
      // The text of a task from a message or in a series may be by somebody else.
      erase: {
        clears: { title: erasedText, description: "" },
        when: "written",
        where: (personId) => sql<boolean>`(t.created_by = ${personId} AND t.source_message_id IS NULL
          AND t.series_id IS NULL AND NOT EXISTS (SELECT FROM idea_tasks i WHERE i.task_id = t.id)
          AND ${nobodyElseChanged("task", ["title", "description"], personId)})`,
      },
      of: ["created_by", "assignee_id"],
      columns: [
        "created_at",
        "id",
        "status",
        "priority",
        "due_date",
        "due_time",
        "tags",
        "department_id",
        "completed_at",
        "deleted_at",
      ],
      more: (personId, isForOwner) => ({
        // Others may have rewritten them.
        title: onlyForOwner(isForOwner, sql`t.title`),
        description: onlyForOwner(isForOwner, sql`t.description`),
        is_creator: sql`t.created_by = ${personId}`,
        is_assignee: sql`t.assignee_id IS NOT DISTINCT FROM ${personId}`,
      }),
    },
    task_time_entries: {
      title: "Time on tasks",
      erase: { clears: { note: "" }, when: "written" },
      of: "user_id",
      columns: ["created_at", "task_id", "day", "minutes", "note"],
    },
    task_timers: {
      title: "Running timer",
      erase: "account",
      of: "user_id",
      columns: ["started_at", "task_id"],
    },
    task_watchers: { title: "Watched tasks", erase: "always", of: "user_id", columns: ["task_id"] },
    task_links: {
      title: "Links at tasks",
      erase: "written",
      of: "added_by",
      columns: ["created_at", "task_id", "url", "filename"],
    },
    task_templates: {
      title: "Own templates of tasks",
      erase: "account",
      of: "owner_id",
      where: () => sql<boolean>`t.department_id IS NULL`,
      columns: ["created_at", "name", "content"],
    },
    task_matrix_settings: {
      title: "Settings of the task matrix",
      erase: "account",
      of: "user_id",
      columns: ["urgent_days"],
    },
    task_cycle_lists: ofCompany,
    task_cycles: ofCompany,
    task_cycle_days: ofThings,
    task_cycle_outcomes: ofThings,
    task_cycle_spans: ofThings,
    task_dependencies: ofThings,
    task_requirements: ofThings,
    task_status_spans: ofThings,
    task_field_sets: ofCompany,
    task_option_renames: ofServers,
    task_state_lists: ofCompany,
    task_states: ofCompany,
    task_due_told: ofServers,
    task_told_together: ofServers,
  },
};
