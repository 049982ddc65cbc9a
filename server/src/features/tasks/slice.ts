import type { Slice } from "../../slice.ts";
import { taskComments } from "./kinds/comment-kind.ts";
import { ownedTasks } from "./kinds/owned-tasks.ts";
import { placedTasks } from "./kinds/placed-tasks.ts";
import { taskSource } from "./kinds/task-source.ts";
import { taskViews } from "./kinds/view-place.ts";
import { registerTaskLists } from "./list-routes.ts";
import { taskCard } from "./lists/dashboard-card.ts";
import { registerTaskMatrix } from "./matrix/routes.ts";
import { taskNotificationDefinitions } from "./notifications/notification-kinds.ts";
import { dueNotifications } from "./notifications/notify-of-due.ts";
import { registerTaskParts } from "./part-routes.ts";
import { recentTaskActivity } from "./recent-activity.ts";
import { taskRecurring } from "./recurrence/recur-tasks.ts";
import { taskRooms } from "./rooms.ts";
import { registerTasks } from "./routes.ts";
import { taskSweeping } from "./sweep-tasks.ts";
import { taskFiles } from "./task-files.ts";

/** The slice of tasks. Specification, sections 3, 4, 5 and 7 (tasks). */
export const tasks: Slice = {
  name: "tasks",
  routes: [registerTasks, registerTaskLists, registerTaskParts, registerTaskMatrix],
  rooms: () => async (viewer) => taskRooms(viewer),
  owned: [ownedTasks],
  placed: [placedTasks],
  commentKinds: [taskComments],
  fileKinds: [taskFiles],
  notificationKinds: taskNotificationDefinitions,
  jobs: [taskSweeping, taskRecurring, dueNotifications],
  dashboardCards: [taskCard],
  recentActivity: recentTaskActivity,
  searchSources: [taskSource],
  viewPlaces: [taskViews],
};
