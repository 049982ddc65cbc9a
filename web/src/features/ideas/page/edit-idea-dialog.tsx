import { ideaTextSchema, ideaTitleSchema, type OpenIdea } from "@atoll/contract/ideas/schemas";
import { tagsSchema } from "@atoll/contract/tasks/schemas";
import { useQueryClient } from "@tanstack/react-query";
import { z } from "zod";
import { departmentOptions } from "../../../capabilities/people/department-options.tsx";
import { useAllDepartments } from "../../../capabilities/people/use-all-departments.ts";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useEditForm } from "../../../lib/form/use-edit-form.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { MultiSelect } from "../../../ui/field/multi-select.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { FormClashes } from "../../../ui/state/form-clashes.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { changeIdea } from "../api.ts";
import { ideaKey, useKeepAnswer } from "../data/use-ideas.ts";

const arrangedShape = {
  departmentId: z.string().transform((id) => (id === "" ? null : id)),
  tags: z
    .string()
    .transform((text) => text.split(",").filter((part) => part.trim() !== ""))
    .pipe(tagsSchema),
};
const arrangedSchema = z.object(arrangedShape);
const writtenSchema = z.object({
  ...arrangedShape,
  title: ideaTitleSchema,
  text: ideaTextSchema,
  audienceIds: z.array(z.string()),
});

/** Edits the text of an idea, for its author, and its place, also for people who manage ideas. */
export function EditIdeaDialog({ idea, onClose }: { idea: OpenIdea; onClose: () => void }) {
  const keep = useKeepAnswer();
  const queryClient = useQueryClient();
  const departments = useAllDepartments();
  const form = useEditForm({
    stored: {
      values: {
        title: idea.title,
        text: idea.text,
        departmentId: idea.department?.id ?? "",
        tags: idea.tags.join(", "),
        audienceIds: idea.audience.map(({ id }) => id),
      },
      version: idea.textVersion,
    },
    schema: (idea.mayEdit ? writtenSchema : arrangedSchema) as typeof writtenSchema,
    async fetchNewest() {
      await queryClient.invalidateQueries({ queryKey: ideaKey(idea.id) });
      return undefined;
    },
    async save(change, { version, pick }) {
      keep(await changeIdea(idea.id, { ...pick(change), textVersion: version }));
      return undefined;
    },
    onDone() {
      notify.success("Idea saved");
      onClose();
    },
    fieldOf: { department_not_found: "departmentId", idea_audience_not_own: "audienceIds" },
    fallback: "Failed to save the idea",
  });
  const options = departmentOptions(departments);
  const audience = useChoice(form, "audienceIds");
  return (
    <FormDialog
      form={form}
      keptAs={`idea/${idea.id}`}
      onClose={onClose}
      title="Edit idea"
      width={560}
      verb="Save"
    >
      <FormClashes form={form} labels={labels} say={(name, value) => sayIds(name, value, options)} />
      {idea.mayEdit && (
        <>
          <TextField {...form.field("title")} label="What would be better?" />
          <TextArea
            {...form.field("text")}
            label="Why does it matter?"
            help="Markdown works here"
            rows={6}
            grows
          />
        </>
      )}
      <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
        <Select
          {...useChoice(form, "departmentId")}
          label="Department"
          options={[{ value: "", label: "None" }, ...options]}
        />
        <TextField {...form.field("tags")} label="Tags" help="Separate several with commas" />
      </div>
      {idea.mayEdit && (
        <MultiSelect
          {...audience}
          label="Who can see it"
          help="Everyone, unless you choose departments"
          options={options}
        />
      )}
    </FormDialog>
  );
}

const labels = {
  title: "What would be better?",
  text: "Why does it matter?",
  departmentId: "Department",
  tags: "Tags",
  audienceIds: "Who can see it",
};

/** The names of departments that a field holds by their ids. */
function sayIds(name: string, value: unknown, options: readonly { value: string; label: string }[]) {
  if (!name.endsWith("Id") && !name.endsWith("Ids")) return undefined;
  const ids: unknown[] = Array.isArray(value) ? value : [value];
  return ids.flatMap((id) => options.find((option) => option.value === id)?.label ?? []).join(", ");
}
