import type { TaskTemplate } from "@atoll/contract/tasks/template-schemas";
import { useEffect, useEffectEvent, useState } from "react";
import type { Form } from "../../../lib/form/use-form.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { useTemplates } from "../data/use-templates.ts";
import { viewerAsPerson } from "../fields/people-fields.tsx";
import { type KeptTemplate, type NewTaskFields, readDraftTemplate } from "./new-task-form.ts";
import {
  type ChosenTemplate,
  chooseTemplate,
  fieldsFrom,
  refill,
  restoreTemplate,
} from "./template-picker.tsx";

interface FormTemplate {
  /** The template that filled the form. */
  chosen: ChosenTemplate | undefined;
  /** The template of the draft, until the templates are loaded. */
  awaited: KeptTemplate | undefined;
  /** Fills the form from a template, or empties what one has filled in. */
  fill: (next: ChosenTemplate | undefined) => void;
  /** Changes parts and roles of the chosen template. The person in the assignee's role gets the task. */
  change: (next: ChosenTemplate) => void;
  /** Drops the template, and leaves the form as it is. */
  forget: () => void;
}

const filledFields = [
  "title",
  "description",
  "priority",
  "dueDate",
  "tags",
  "departmentId",
  "assignees",
  "data",
] as const;

/** Fills the form for a new task from templates: that of its draft, the one that it was opened with, or a chosen one. */
export function useFormTemplate({
  form,
  first,
  draftText,
  templateId,
}: {
  form: Form<NewTaskFields>;
  /** The fields of an empty form. */
  first: NewTaskFields;
  draftText: string;
  templateId: string | undefined;
}): FormTemplate {
  const user = viewerAsPerson(useViewer());
  const templates = useTemplates().data?.templates;
  const [chosen, setChosen] = useState<ChosenTemplate>();
  const [awaited, setAwaited] = useState(() => readDraftTemplate(draftText));
  useEffect(() => {
    if (!awaited || !templates) return;
    setAwaited(undefined);
    const restored = restoreTemplate(awaited, templates);
    setChosen(restored);
    if (!restored) notify.info("The template of this draft was deleted. Its sub-tasks are not created.");
  }, [awaited, templates]);
  const [wanted, setWanted] = useState(templateId);
  const fillFrom = useEffectEvent((template: TaskTemplate) => fill(chooseTemplate(template)));
  useEffect(() => {
    // After that of the draft, which it replaces: what that one filled in has not been typed.
    if (wanted === undefined || awaited || !templates) return;
    setWanted(undefined);
    const template = templates.find(({ id }) => id === wanted);
    if (template) fillFrom(template);
    else notify.info("This template was deleted, or you cannot use it.");
  }, [wanted, awaited, templates]);
  function fill(next: ChosenTemplate | undefined) {
    const from = (one: ChosenTemplate | undefined) => (one ? fieldsFrom(one, first, user) : first);
    const filled = refill(form.getValues(), from(chosen), from(next));
    setChosen(next);
    setAwaited(undefined);
    for (const name of filledFields) form.fill(name, filled[name]);
  }
  function change(next: ChosenTemplate) {
    setChosen(next);
    const { assignee } = next.template.content;
    const person = assignee.is === "role" ? next.roles[assignee.name] : undefined;
    if (assignee.is === "role" && person !== chosen?.roles[assignee.name])
      form.fill("assignees", person ? [person] : []);
  }
  function forget() {
    setChosen(undefined);
    setAwaited(undefined);
  }
  return { chosen, awaited, fill, change, forget };
}
