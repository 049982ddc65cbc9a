/** The pages and parts by a step more: what each needs is listed here, and not in what everybody loads first. */
export const knowledgePage = () => import("./knowledge-page.tsx");
export { shortcutGroups } from "../../features/knowledge/shortcuts.ts";
export const palette = () => import("./palette.tsx");
