import { taskTemplateRoutes } from "@atoll/contract/tasks/template-routes";
import type { TaskTemplate, TemplateAssignee } from "@atoll/contract/tasks/template-schemas";
import { refetchSpread } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { call } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";

/** The templates that the viewer may use: their own, and those of their departments. */
export function useTemplates() {
  const { departments } = useViewer();
  const own = departments.map(({ id }) => id).join();
  return useLiveQuery<{ templates: TaskTemplate[] }>({
    queryKey: ["tasks", "templates", own],
    queryFn: ({ signal }) => call(taskTemplateRoutes.listTaskTemplates, {}, { signal }),
    on: { "task-templates.changed": refetchSpread },
    retry: 1,
  });
}

/** The roles of a template, for each of which its user chooses a person. */
export function rolesOf({ content }: Pick<TaskTemplate, "content">): string[] {
  const roles = [content, ...content.subtasks].flatMap(({ assignee }: { assignee: TemplateAssignee }) =>
    assignee.is === "role" ? [assignee.name] : [],
  );
  return [...new Set(roles)];
}
