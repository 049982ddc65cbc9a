/**
 * Every page that is not a first screen, by the name of its component. Loaded by a step more, so that what each needs
 * stays out of the first load.
 */
export const AdminLayout = () => import("./admin/admin-layout.tsx");
export const UsersPage = () => import("./admin/users-page.tsx");
export const CompanyPage = () => import("./admin/company-page.tsx");
export const RolesPage = () => import("./admin/roles-page.tsx");
export const DepartmentsPage = () => import("./admin/departments-page.tsx");
export const ImportPage = () => import("./admin/import-page.tsx");
export const AuditPage = () => import("./admin/audit-page.tsx");
export const WhyPage = () => import("./admin/why-page.tsx");
export const AskAiAdminPage = () => import("./admin/ask-ai-admin-page.tsx");
export const AskAiUsagePage = () => import("./admin/ask-ai-usage-page.tsx");
export const AnnouncementsPage = () => import("./announcements/announcements-page.tsx");
export const AskAiPage = () => import("./ask-ai/ask-ai-page.tsx");
export const SharedAnswerPage = () => import("./ask-ai/shared-answer-page.tsx");
export const BoardsPage = () => import("./brainstorm/boards-page.tsx");
export const BoardPage = () => import("./brainstorm/board-page.tsx");
export const CalendarPage = () => import("./calendar/calendar-page.tsx");
export const CalendarAnalyticsPage = () => import("./calendar/analytics-page.tsx");
export const CommunityPage = () => import("./community-faqs/community-page.tsx");
export const DepartmentPage = () => import("./departments/department-page.tsx");
export const DesignSystemPage = () => import("./design-system/design-system-page.tsx");
export const IdeasPage = () => import("./ideas/ideas-page.tsx");
export const InboxPage = () => import("./inbox/inbox-page.tsx");
export const KnowledgePage = () => import("./knowledge-base/knowledge-page.tsx");
export const NotSentPage = () => import("./not-sent/not-sent-page.tsx");
export const ProfilePage = () => import("./people/profile-page.tsx");
export const SearchPage = () => import("./search/search-page.tsx");
export const SensitiveDataPage = () => import("./sensitive-data/sensitive-data-page.tsx");
export const SettingsPage = () => import("./settings/settings-page.tsx");
export const TasksPage = () => import("./tasks/tasks-page.tsx");
export const MatrixPage = () => import("./tasks/matrix-page.tsx");
export const AnalyticsPage = () => import("./tasks/analytics-page.tsx");
export const OneTaskPage = () => import("./tasks/one-task-page.tsx");
