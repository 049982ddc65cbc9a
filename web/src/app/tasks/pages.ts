/** The pages by a step more: what each needs is listed here, and not in what everybody loads first. */
export const tasksPage = () => import("./tasks-page.tsx");
export const matrixPage = () => import("./matrix-page.tsx");
export const analyticsPage = () => import("./analytics-page.tsx");
export const oneTaskPage = () => import("./one-task-page.tsx");
export { shortcutGroups } from "../../features/tasks/keys/shortcuts.ts";
