/** The pages and parts by a step more: what each needs is listed here, and not in what everybody loads first. */
export const calendarPage = () => import("./calendar-page.tsx");
export const palette = () => import("./palette.tsx");
export const shortcuts = () => import("../../features/calendar/shortcuts.ts");
export const analyticsPage = () => import("./analytics-page.tsx");
