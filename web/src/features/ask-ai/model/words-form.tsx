import { searchWordRoutes } from "@atoll/contract/search/word-routes";
import { type WordGroups, wordGroupsSchema } from "@atoll/contract/search/word-schemas";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { z } from "zod";
import { useEditForm } from "../../../lib/form/use-edit-form.ts";
import { call, errorMessage } from "../../../lib/server/api-client.ts";
import { Button } from "../../../ui/button/button.tsx";
import { FormWords } from "../../../ui/dialog/form-words.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { FormClashes } from "../../../ui/state/form-clashes.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";

const queryKey = ["search", "words"] as const;

/** The words of the company that mean the same. */
export function Words() {
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(searchWordRoutes.getWordGroups, {}, { signal }),
  });
  if (error) return <InlineAlert tone="error">{errorMessage(error)}</InlineAlert>;
  return data && <WordsForm words={data} />;
}

const fieldsSchema = z.object({
  lines: z.string().superRefine((lines, context) => {
    const read = wordGroupsSchema.shape.groups.safeParse(readLines(lines));
    const [issue] = read.error?.issues ?? [];
    if (!issue) return;
    const [line] = issue.path;
    const place = typeof line === "number" ? `${readLines(lines)[line]?.join(", ")}: ` : "";
    context.addIssue({ code: "custom", message: `${place}${issue.message}` });
  }),
});

function WordsForm({ words }: { words: WordGroups }) {
  const queryClient = useQueryClient();
  const form = useEditForm({
    stored: storedOf(words),
    schema: fieldsSchema,
    async fetchNewest() {
      await queryClient.invalidateQueries({ queryKey });
      return undefined;
    },
    async save({ lines }, { version }) {
      const saved = await call(searchWordRoutes.setWordGroups, {
        body: { groups: readLines(lines), version },
      });
      queryClient.setQueryData<WordGroups>(queryKey, saved);
      notify.success("Words saved");
      return storedOf(saved);
    },
    fallback: "Failed to save the words",
  });
  return (
    <Card title="Words with the same meaning">
      <form className="flex flex-col gap-4" noValidate onSubmit={form.submit}>
        <FormWords form={form} keptAs="search-words" title="Words with the same meaning" />
        <p className="text-muted">
          A search or a question with one of these words also finds texts with the others. Atoll knows common
          words of English and German; add those that only your company uses.
        </p>
        {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
        <FormClashes form={form} labels={{ lines: "Words" }} />
        <TextArea
          {...form.field("lines")}
          label="Words"
          rows={6}
          help="One group per line, with commas between the words: depot, yard, terminal"
        />
        <div>
          <Button loading={form.isSending} type="submit" variant="primary">
            Save words
          </Button>
        </div>
      </form>
    </Card>
  );
}

const storedOf = ({ groups, version }: WordGroups) => ({
  values: { lines: groups.map((group) => group.join(", ")).join("\n") },
  version,
});

function readLines(lines: string): string[][] {
  return lines
    .split("\n")
    .map((line) =>
      line
        .split(",")
        .map((word) => word.trim())
        .filter((word) => word !== ""),
    )
    .filter((group) => group.length > 0);
}
