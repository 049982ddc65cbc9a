/** The pages and parts by a step more: what each needs is listed here, and not in what everybody loads first. */
export const announcementsPage = () => import("./announcements-page.tsx");
export const palette = () => import("./palette.tsx");
export const shortcuts = () => import("../../features/announcements/list/shortcuts.ts");
