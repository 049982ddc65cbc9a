import { undoable } from "../../platform/changes/undo-change.ts";
import type { Slice } from "../../slice.ts";
import { taskComments } from "./comment-kind.ts";
import { taskCycling } from "./cycles/end-cycle.ts";
import { registerTaskCycles } from "./cycles/routes.ts";
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
  ],
  rooms: () => async (viewer) => taskRooms(viewer),
  owned: [ownedTasks],
  placed: [placedTasks, placedCycles, placedTemplates],
  commentKinds: [taskComments],
  fileKinds: [taskFiles],
  notificationKinds: taskNotificationDefinitions,
  jobs: [taskSweeping, taskRecurring, dueNotifications, renameOptionsJob, computeFormulasJob, taskCycling],
  dashboardCards: [taskCard],
  recentActivity: recentTaskActivity,
  searchSources: [taskSource],
  viewPlaces: [taskViews],
  changeKinds: [undoable(stateListChanges)],
};
