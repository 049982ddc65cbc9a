import type { Person } from "@atoll/contract/people/schemas";
import type { NewTask } from "@atoll/contract/tasks/schemas";
import type { TaskTemplate, TemplateAssignee } from "@atoll/contract/tasks/template-schemas";
import { Pencil, X } from "lucide-react";
import { useState } from "react";
import { formText } from "../../../capabilities/fields/form-values.ts";
import { PeoplePicker } from "../../../capabilities/people/people-picker.tsx";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { dayOf } from "../../../lib/time/wall-clock.ts";
import { addDays } from "../../../lib/time/wall-time.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { lazyPart, useLazyPart } from "../../../ui/base/lazy-part.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { rolesOf, useTemplates } from "../data/use-templates.ts";
import { viewerAsPerson } from "../fields/people-fields.tsx";
import type { KeptTemplate, NewTaskFields } from "./new-task-form.ts";

/** A template that a new task is made from, with everything that is decided as it is chosen. */
export interface ChosenTemplate {
  template: TaskTemplate;
  /** The day from which its days are counted. */
  day: string;
  /** The sub-tasks that are made, by their place in the template, with their IDs: a repeated send makes the same ones. */
  parts: readonly { at: number; id: string }[];
  /** The people in its roles. */
  roles: Readonly<Record<string, Person | undefined>>;
}

/** Returns a choice with all sub-tasks of the template, and nobody in its roles yet. */
export function chooseTemplate(template: TaskTemplate): ChosenTemplate {
  const parts = template.content.subtasks.map((_part, at) => ({ at, id: uuidv7() }));
  return { template, day: dayOf(new Date()), parts, roles: {} };
}

/** Returns a choice as a draft keeps it. */
export function keepTemplate({ template, day, parts, roles }: ChosenTemplate): KeptTemplate {
  const { id, version } = template;
  return { id, version, day, parts: parts.map(({ at }) => ({ at })), roles };
}

/**
 * Returns the choice of a draft, or undefined if its template is gone. If the template has changed since, all of its
 * sub-tasks are made. They get new IDs, because the draft may have been sent before without its answer arriving.
 */
export function restoreTemplate(
  { id, version, day, parts, roles }: KeptTemplate,
  templates: readonly TaskTemplate[],
): ChosenTemplate | undefined {
  const template = templates.find((one) => one.id === id);
  if (!template) return undefined;
  const chosen = { ...chooseTemplate(template), day, roles };
  if (template.version !== version) return chosen;
  return { ...chosen, parts: chosen.parts.filter((part) => parts.some(({ at }) => at === part.at)) };
}

/** Pure: the person that a template names. */
function assigneeOf(
  { template, roles }: Pick<ChosenTemplate, "template" | "roles">,
  assignee: TemplateAssignee,
  user: Person,
): Person | null {
  if (assignee.is === "user") return user;
  if (assignee.is === "role") return roles[assignee.name] ?? null;
  return assignee.is === "person" ? (template.people.find(({ id }) => id === assignee.id) ?? null) : null;
}

const dueIn = (day: string, days: number | null) => (days === null ? null : { date: addDays(day, days) });

type Filled = Omit<NewTaskFields, "state" | "recurrence" | "startsOn" | "cycleId">;

/** Pure: the fields of the form as a template fills them. */
export function fieldsFrom(
  chosen: ChosenTemplate,
  first: Pick<NewTaskFields, "departmentId">,
  user: Person,
): Filled {
  const { content, departmentId } = chosen.template;
  const assignee = assigneeOf(chosen, content.assignee, user);
  return {
    title: content.title,
    description: content.description,
    priority: content.priority,
    dueDate: dueIn(chosen.day, content.dueDays)?.date ?? "",
    tags: content.tags.join(", "),
    departmentId: departmentId ?? first.departmentId,
    assignees: assignee ? [assignee] : [],
    data: Object.fromEntries(Object.entries(content.fields).map(([name, value]) => [name, formText(value)])),
  };
}

/**
 * Pure: the fields of the form after another choice of template. What was typed or chosen since the last one stays.
 * @param last what the template before filled in, or the empty form.
 * @param next what this one fills in.
 */
export function refill(now: Filled, last: Filled, next: Filled): Filled {
  const pick = <Name extends keyof Filled>(name: Name): Filled[Name] =>
    now[name] === last[name] ? next[name] : now[name];
  const idsIn = (people: readonly Person[]) => people.map(({ id }) => id).join();
  const untouched = Object.keys({ ...last.data, ...next.data }).filter(
    (name) => (now.data[name] ?? "") === (last.data[name] ?? ""),
  );
  return {
    title: now.title.trim() === "" ? next.title : pick("title"),
    description: now.description.trim() === "" ? next.description : pick("description"),
    priority: pick("priority"),
    dueDate: pick("dueDate"),
    tags: pick("tags"),
    departmentId: pick("departmentId"),
    assignees: idsIn(now.assignees) === idsIn(last.assignees) ? next.assignees : now.assignees,
    data: { ...now.data, ...Object.fromEntries(untouched.map((name) => [name, next.data[name] ?? ""])) },
  };
}

/** Pure: what a new task gets from its template beyond the fields of the form. */
export function partsFrom(
  chosen: ChosenTemplate,
  user: Person,
): Pick<NewTask, "subtasks" | "estimateMinutes"> {
  const { content } = chosen.template;
  return {
    estimateMinutes: content.estimateMinutes,
    subtasks: chosen.parts.flatMap(({ at, id }) => {
      const part = content.subtasks[at];
      if (!part) return [];
      const { title, description, priority, tags, estimateMinutes } = part;
      const assignee = assigneeOf(chosen, part.assignee, user);
      return [
        {
          ...{ id, title, description, priority, tags, estimateMinutes },
          due: dueIn(chosen.day, part.dueDays),
          assigneeId: assignee?.id ?? null,
        },
      ];
    }),
  };
}

const editPart = lazyPart(() => import("../templates/template-dialog.tsx"));

/** Chooses a template for a new task, the people in its roles, and which of its sub-tasks are made. */
export function TemplatePicker({
  chosen,
  onChoose,
  onChange,
}: {
  chosen: ChosenTemplate | undefined;
  /** Fills the form. */
  onChoose: (chosen: ChosenTemplate | undefined) => void;
  onChange: (chosen: ChosenTemplate) => void;
}) {
  const viewer = useViewer();
  const { data } = useTemplates();
  const [isEditing, setIsEditing] = useState(false);
  const editing = useLazyPart(editPart, isEditing, () => setIsEditing(false));
  const templates = data?.templates ?? [];
  if (templates.length === 0) return null;
  const nameOf = ({ name, departmentId }: TaskTemplate) => {
    const department = viewer.departments.find(({ id }) => id === departmentId)?.name;
    return department ? `${name} (${department})` : name;
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-end gap-2">
        <Select
          className="min-w-0 flex-1"
          label="Template"
          value={chosen?.template.id ?? ""}
          onValueChange={(id) => {
            const template = templates.find((one) => one.id === id);
            onChoose(template && chooseTemplate(template));
          }}
          options={[
            { value: "", label: "None" },
            ...templates.map((template) => ({ value: template.id, label: nameOf(template) })),
          ]}
        />
        {chosen?.template.canChange && (
          <IconButton icon={Pencil} label="Edit the template" onClick={() => setIsEditing(true)} />
        )}
      </div>
      {chosen &&
        rolesOf(chosen.template).map((role) => (
          <PeoplePicker
            floats
            key={role}
            label={role}
            max={1}
            people={chosen.roles[role] ? [chosen.roles[role]] : []}
            onChange={([person]) => onChange({ ...chosen, roles: { ...chosen.roles, [role]: person } })}
          />
        ))}
      {chosen && chosen.parts.length > 0 && (
        <section aria-label="Sub-tasks of the template" className="rounded-md border">
          <ul>
            {chosen.parts.map(({ at, id }) => {
              const part = chosen.template.content.subtasks[at];
              const assignee = part && assigneeOf(chosen, part.assignee, viewerAsPerson(viewer));
              return (
                <li
                  className="flex min-h-9 items-center gap-2 border-b py-0.5 pr-1 pl-3 text-sm last:border-b-0"
                  key={id}
                >
                  <span className="min-w-0 flex-1 truncate">{part?.title}</span>
                  {assignee && <span className="truncate text-muted text-xs">{assignee.name}</span>}
                  <IconButton
                    icon={X}
                    label={`Leave out ${part?.title}`}
                    onClick={() =>
                      onChange({ ...chosen, parts: chosen.parts.filter((one) => one.id !== id) })
                    }
                    size="xs"
                  />
                </li>
              );
            })}
          </ul>
        </section>
      )}
      {isEditing && editing && chosen && (
        <editing.TemplateDialog
          template={chosen.template}
          onClose={() => setIsEditing(false)}
          onSaved={(template) => onChoose(template && chooseTemplate(template))}
        />
      )}
    </div>
  );
}
