import { reviewIntervals } from "@atoll/contract/knowledge/limits";
import type { OpenArticle } from "@atoll/contract/knowledge/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { useQueryClient } from "@tanstack/react-query";
import { z } from "zod";
import { undoAndRefetch } from "../../capabilities/changes/area-changes.ts";
import { offerUndo } from "../../capabilities/changes/offer-undo.ts";
import { PeoplePicker } from "../../capabilities/people/people-picker.tsx";
import { useChoice, useToggle } from "../../lib/form/use-choice.ts";
import { useEditForm } from "../../lib/form/use-edit-form.ts";
import { uuidv7 } from "../../lib/uuidv7.ts";
import { FormDialog } from "../../ui/dialog/form-dialog.tsx";
import { Select } from "../../ui/field/select.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { Toggle } from "../../ui/field/toggle.tsx";
import { FormClashes } from "../../ui/state/form-clashes.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { pageQueries, sendPageAct } from "./data/changes.ts";
import { keys } from "./data/keys.ts";
import { useKeepArticle } from "./data/queries.ts";
import { ReadersFields } from "./writing/readers-fields.tsx";

const intervals = [
  { value: "never", label: "Never" },
  ...reviewIntervals.map((days) => ({ value: String(days), label: `Every ${days} days` })),
];

/** Settings of a page: owner, readers, review interval, category and tags. */
export function ArticleSettings({ article, onClose }: { article: OpenArticle; onClose: () => void }) {
  const keep = useKeepArticle();
  const queryClient = useQueryClient();
  const form = useEditForm({
    stored: {
      values: {
        owner: [article.owner] as Person[],
        departmentIds: article.departments.map(({ id }) => id),
        roleIds: article.roles.map(({ id }) => id),
        reviewDays: article.reviewDays === null ? "never" : String(article.reviewDays),
        category: article.category,
        isTemplate: article.isTemplate,
        tags: article.tags.join(", "),
      },
      version: article.revision,
    },
    schema,
    async fetchNewest() {
      await queryClient.invalidateQueries({ queryKey: keys.open(article.id) });
      return undefined;
    },
    async save({ owner, ...settings }, { version, changed, pick }) {
      const ownerId = changed.has("owner") ? owner[0]?.id : undefined;
      const changeId = uuidv7();
      const set = { revision: version, ...pick(settings), ...(ownerId !== undefined && { ownerId }) };
      keep(await sendPageAct(article.id, changeId, { act: "set", set }));
      offerUndo("pages", "Page changed", () => undoAndRefetch({ queryClient }, changeId, pageQueries));
      return undefined;
    },
    onDone: onClose,
  });
  const owner = useChoice(form, "owner");
  const departmentIds = useChoice(form, "departmentIds");
  const roleIds = useChoice(form, "roleIds");
  const isTemplate = useToggle(form, "isTemplate");
  return (
    <FormDialog
      form={form}
      keptAs={`article-settings/${article.id}`}
      onClose={onClose}
      title="Owner, readers and review"
      verb="Save changes"
    >
      <FormClashes form={form} labels={labels} say={(name, value) => sayReaders(article, name, value)} />
      {article.canGovern && (
        <>
          <PeoplePicker
            label="Owner"
            people={owner.value}
            error={owner.error}
            onChange={owner.onValueChange}
            max={1}
          />
          <ReadersFields
            pronoun="it"
            known={article}
            departmentIds={departmentIds.value}
            onDepartmentIds={departmentIds.onValueChange}
            roleIds={roleIds.value}
            onRoleIds={roleIds.onValueChange}
          />
          {article.hasGuests && (
            <InlineAlert tone="notice">
              If fewer people can read this page, its guests lose access, and those who invited them are
              notified.
            </InlineAlert>
          )}
          {article.parentId !== null && (
            <p className="text-muted text-xs">The page above may leave fewer readers than you choose here.</p>
          )}
        </>
      )}
      <Select {...useChoice(form, "reviewDays")} label="Review" options={intervals} />
      <TextField {...form.field("category")} label="Category" maxLength={60} />
      <TextField {...form.field("tags")} label="Tags" help="Separated by commas" />
      {article.kind !== "faq" && (
        <Toggle
          {...isTemplate}
          label="Template"
          help="New pages can begin from the published text of this page."
        />
      )}
    </FormDialog>
  );
}

const schema = z.object({
  owner: z.array(z.custom<Person>()).length(1, "Choose who owns it"),
  departmentIds: z.array(z.string()),
  roleIds: z.array(z.string()),
  reviewDays: z.string().transform((days) => (days === "never" ? null : Number(days))),
  category: z.string(),
  isTemplate: z.boolean(),
  tags: z
    .string()
    .transform((text) =>
      [...new Set(text.split(",").map((tag) => tag.trim()))].filter((tag) => tag !== "").slice(0, 12),
    ),
});

const labels = {
  owner: "Owner",
  departmentIds: "Departments that read it",
  roleIds: "Roles that read it",
  reviewDays: "Review",
  category: "Category",
  isTemplate: "Template",
  tags: "Tags",
};

/** The names of the departments and roles that a field holds by their ids, and the words for a review interval. */
function sayReaders({ departments, roles }: OpenArticle, name: string, value: unknown): string | undefined {
  if (name === "reviewDays") return intervals.find((interval) => interval.value === value)?.label;
  if (!name.endsWith("Ids") || !Array.isArray(value)) return undefined;
  const known = new Map([...departments, ...roles].map((one) => [one.id, one.name]));
  return value.map((id) => known.get(id) ?? "another one").join(", ") || "All";
}
