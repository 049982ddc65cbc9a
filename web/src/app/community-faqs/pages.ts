/** The page and its parts by a step more: what each needs is listed here, and not in what everybody loads first. */
export const communityPage = () => import("./community-page.tsx");
export const shortcuts = () => import("../../features/questions/list/shortcuts.ts");
export const palette = () => import("./palette.tsx");
