import { reviewIntervals } from "@atoll/contract/knowledge/limits";
import type { ArticleChange, OpenArticle } from "@atoll/contract/knowledge/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { PeoplePicker } from "../../../capabilities/people/people-picker.tsx";
import { isChangedMeanwhile } from "../../../lib/request/judge-error.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { Toggle } from "../../../ui/field/toggle.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { changeArticle } from "../data/api.ts";
import { keys } from "../data/keys.ts";
import { useKeepArticle } from "../data/queries.ts";
import { ReadersFields } from "./readers-fields.tsx";

const intervals = [
  { value: "never", label: "Never" },
  ...reviewIntervals.map((days) => ({ value: String(days), label: `Every ${days} days` })),
];

/** Settings of a page: owner, readers, review interval, category and tags. */
export function ArticleSettings({ article, onClose }: { article: OpenArticle; onClose: () => void }) {
  // As the fields were filled: what nobody touched is not sent, and so overwrites nothing that others change.
  const [shown] = useState(article);
  const keep = useKeepArticle();
  const queryClient = useQueryClient();
  const [owner, setOwner] = useState<Person[]>([article.owner]);
  const [departmentIds, setDepartmentIds] = useState(() => article.departments.map(({ id }) => id));
  const [roleIds, setRoleIds] = useState(() => article.roles.map(({ id }) => id));
  const [reviewDays, setReviewDays] = useState(
    article.reviewDays === null ? "never" : String(article.reviewDays),
  );
  const [category, setCategory] = useState(article.category);
  const [isTemplate, setTemplate] = useState(article.isTemplate);
  const [tags, setTags] = useState(article.tags.join(", "));
  const change = useMutation({
    mutationFn: () =>
      changeArticle(article.id, {
        revision: article.revision,
        ...changesOf(shown, {
          category,
          isTemplate,
          tags: [...new Set(tags.split(",").map((tag) => tag.trim()))]
            .filter((tag) => tag !== "")
            .slice(0, 12),
          reviewDays: reviewDays === "never" ? null : Number(reviewDays),
          ...(article.canGovern && { departmentIds, roleIds, ownerId: owner[0]?.id ?? shown.owner.id }),
        }),
      }),
    onSuccess(answer) {
      keep(answer);
      notify.success("Page changed");
      onClose();
    },
    onError: (error) =>
      isChangedMeanwhile(error) && void queryClient.invalidateQueries({ queryKey: keys.open(article.id) }),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Owner, readers and review"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate();
      }}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" loading={change.isPending} disabled={owner.length === 0}>
            Save changes
          </Button>
        </>
      }
    >
      {change.error && <InlineAlert tone="error">{errorMessage(change.error)}</InlineAlert>}
      {article.canGovern && (
        <>
          <PeoplePicker label="Owner" people={owner} onChange={setOwner} max={1} />
          <ReadersFields
            pronoun="it"
            known={article}
            departmentIds={departmentIds}
            onDepartmentIds={setDepartmentIds}
            roleIds={roleIds}
            onRoleIds={setRoleIds}
          />
          {article.parentId !== null && (
            <p className="text-muted text-xs">The page above may leave fewer readers than you choose here.</p>
          )}
        </>
      )}
      <Select label="Review" options={intervals} value={reviewDays} onValueChange={setReviewDays} />
      <TextField
        label="Category"
        value={category}
        maxLength={60}
        onChange={({ target }) => setCategory(target.value)}
      />
      <TextField
        label="Tags"
        help="Separated by commas"
        value={tags}
        onChange={({ target }) => setTags(target.value)}
      />
      {article.kind !== "faq" && (
        <Toggle
          label="Template"
          help="New pages can begin from the published text of this page."
          checked={isTemplate}
          onChange={({ target }) => setTemplate(target.checked)}
        />
      )}
    </Dialog>
  );
}

type Settings = Omit<ArticleChange, "revision">;

/** The settings that are other than those of the page. */
function changesOf(page: OpenArticle, wanted: Settings): Settings {
  const idsOf = (things: readonly { id: string }[]) => things.map(({ id }) => id);
  const before: Settings = {
    ...page,
    ownerId: page.owner.id,
    departmentIds: idsOf(page.departments),
    roleIds: idsOf(page.roles),
  };
  const written = (settings: Settings, name: string) => JSON.stringify(Reflect.get(settings, name));
  return Object.fromEntries(
    Object.entries(wanted).filter(([name]) => written(wanted, name) !== written(before, name)),
  );
}
