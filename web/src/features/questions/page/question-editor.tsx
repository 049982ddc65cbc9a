import {
  maxTagsPerQuestion,
  questionTextMaxLength,
  questionTitleMaxLength,
  tagNameMaxLength,
} from "@atoll/contract/questions/limits";
import type { OpenQuestion } from "@atoll/contract/questions/schemas";
import { useRef } from "react";
import { z } from "zod";
import { WriteField, type WriteFieldHandle } from "../../../capabilities/composer/write-field.tsx";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useEditForm } from "../../../lib/form/use-edit-form.ts";
import { Button } from "../../../ui/button/button.tsx";
import { FormWords, forgetWords } from "../../../ui/dialog/form-words.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { FormClashes } from "../../../ui/state/form-clashes.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { TagField } from "../ask/tag-field.tsx";
import { changeQuestion } from "../data/api.ts";
import { useFetchQuestion } from "../data/use-questions.ts";
import { EditButtons } from "./text-editor.tsx";

interface QuestionEditorProps {
  question: OpenQuestion;
  onSaved: (question: OpenQuestion) => void;
  onDone: () => void;
}

const schema = z.object({
  title: z.string().trim().min(1, "Enter a question"),
  content: z.string().trim().max(questionTextMaxLength),
  tags: z.array(z.string()),
});

/** Changes the words and tags of one's own question. */
export function QuestionEditor({ question, onSaved, onDone }: QuestionEditorProps) {
  const element = useRef<HTMLFormElement>(null);
  const field = useRef<WriteFieldHandle>(null);
  const fetchQuestion = useFetchQuestion(question.id);
  const form = useEditForm({
    stored: storedOf(question),
    schema,
    fetchNewest: async () => storedOf(await fetchQuestion()),
    async save(values, { version }) {
      const mentionIds = field.current?.calledIds(question.mentions) ?? [];
      onSaved(await changeQuestion(question.id, { ...values, mentionIds, textVersion: version }));
      return undefined;
    },
    onDone,
    fallback: "Failed to save the question",
  });
  const tags = useChoice(form, "tags");
  const content = useChoice(form, "content");
  return (
    <form
      ref={element}
      noValidate
      aria-label="Edit the question"
      className="flex flex-col gap-2"
      onSubmit={form.submit}
    >
      <FormWords form={form} keptAs={`question/${question.id}`} title={question.title} />
      {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
      <FormClashes form={form} labels={{ title: "Your question", content: "Details", tags: "Tags" }} />
      <TextField {...form.field("title")} label="Your question" maxLength={questionTitleMaxLength} />
      <TagField
        tags={tags.value}
        onChange={tags.onValueChange}
        max={maxTagsPerQuestion}
        maxLength={tagNameMaxLength}
      />
      <WriteField
        isLong
        label="Details"
        max={questionTextMaxLength}
        onSubmit={() => element.current?.requestSubmit()}
        onTextChange={content.onValueChange}
        ref={field}
        text={content.value}
      />
      <EditButtons
        onCancel={() => {
          forgetWords(form);
          onDone();
        }}
      >
        <Button size="sm" type="submit" variant="primary" loading={form.isSending}>
          Save
        </Button>
      </EditButtons>
    </form>
  );
}

function storedOf({ title, content, tags, textVersion }: OpenQuestion) {
  return { values: { title, content, tags: tags.map(({ name }) => name) }, version: textVersion };
}
