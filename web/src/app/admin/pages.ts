/** The pages by a step more: what each needs is listed here, and not in what everybody loads first. */
export const adminLayout = () => import("./admin-layout.tsx");
export const usersPage = () => import("./users-page.tsx");
export const rolesPage = () => import("./roles-page.tsx");
export const departmentsPage = () => import("./departments-page.tsx");
export const importPage = () => import("./import-page.tsx");
export const auditPage = () => import("./audit-page.tsx");
export const whyPage = () => import("./why-page.tsx");
export const companyPage = () => import("./company-page.tsx");
export const askAiUsagePage = () => import("./ask-ai-usage-page.tsx");
export const askAiPage = () => import("./ask-ai-admin-page.tsx");
