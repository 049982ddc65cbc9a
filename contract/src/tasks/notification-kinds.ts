import type { NotificationKindInfo } from "../notification-kind.ts";

const ways = { inbox: true, push: true, sound: true, mail: false };
const ofTasks = { tab: "tasks", area: "tasks", ways, isUrgent: false } as const;

/** The kinds of notifications about tasks. */
export const taskNotificationKinds = {
  "task.assigned": { ...ofTasks, icon: "circle-user-round", label: "someone gives me a task" },
  "task.mention": {
    ...ofTasks,
    tab: "mentions",
    icon: "at-sign",
    label: "someone mentions me in a comment on a task",
  },
  "task.comment": {
    ...ofTasks,
    tab: "replies",
    icon: "message-square",
    label: "someone comments on a task that I made, do or watch",
  },
  "task.done": { ...ofTasks, icon: "circle-check", label: "someone finishes a task that I made or watch" },
  "task.due-tomorrow": {
    ...ofTasks,
    icon: "calendar-clock",
    label: "a task of mine is due on the next day",
  },
  "task.overdue": { ...ofTasks, icon: "alarm-clock", label: "a task of mine is overdue" },
  "task.unblocked": {
    ...ofTasks,
    icon: "lock-open",
    label: "nothing holds up a task of mine any more",
  },
} as const satisfies Record<string, NotificationKindInfo>;
