import type { Person } from "@atoll/contract/people/schemas";
import { maxTemplateParts } from "@atoll/contract/tasks/limits";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import type { OpenTask } from "@atoll/contract/tasks/schemas";
import type { TaskTemplate, TemplateAssignee, TemplatePart } from "@atoll/contract/tasks/template-schemas";
import { daysFrom } from "@atoll/contract/zones";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { dayOf } from "../../../lib/time/wall-clock.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { TemplateDialog } from "./template-dialog.tsx";

/** Saves an open task as a template, with its sub-tasks as they are now. */
export function SaveAsTemplate({ task, onClose }: { task: OpenTask; onClose: () => void }) {
  const viewer = useViewer();
  const [id] = useState(uuidv7);
  const parts = useQuery({
    queryKey: ["tasks", "template-parts", task.id, id],
    // Their texts are not part of the open task.
    queryFn: ({ signal }) =>
      Promise.all(
        task.subtaskList
          .slice(0, maxTemplateParts)
          .map(
            async (part) =>
              (await call(taskRoutes.getTask, { params: { taskId: part.id } }, { signal })).task,
          ),
      ),
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
  if (!parts.data) return null;
  return <TemplateDialog template={templateOf(id, task, parts.data, viewer.departments)} onClose={onClose} />;
}

/** Pure: a template that makes the same task, with days counted from the one on which it was created. */
function templateOf(
  id: string,
  task: OpenTask,
  parts: readonly OpenTask[],
  departments: readonly { id: string }[],
): TaskTemplate {
  const day = dayOf(new Date(task.createdAt));
  const people = [task, ...parts].flatMap(({ assignee, fieldPeople }) => [
    ...(assignee ? [assignee] : []),
    ...fieldPeople,
  ]);
  return {
    id,
    name: [...task.title].slice(0, 60).join(""),
    departmentId: departments.some((one) => one.id === task.departmentId) ? task.departmentId : null,
    version: 0,
    canChange: true,
    content: { ...partOf(task, day), fields: task.fields, subtasks: parts.map((part) => partOf(part, day)) },
    people: [...new Map(people.map((person) => [person.id, person])).values()],
  };
}

function partOf(task: OpenTask, day: string): TemplatePart {
  const { title, description, priority, tags, estimateMinutes, due, assignee } = task;
  return {
    ...{ title, description, priority, tags, estimateMinutes },
    dueDays: due && Math.max(0, daysFrom(day, due.date)),
    assignee: meant(assignee),
  };
}

const meant = (person: Person | null): TemplateAssignee =>
  person ? { is: "person", id: person.id } : { is: "nobody" };
