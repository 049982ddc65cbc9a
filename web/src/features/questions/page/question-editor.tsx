import {
  maxTagsPerQuestion,
  questionTitleMaxLength,
  tagNameMaxLength,
} from "@atoll/contract/questions/limits";
import type { OpenQuestion } from "@atoll/contract/questions/schemas";
import { useState } from "react";
import { TextField } from "../../../ui/field/text-field.tsx";
import { TagField } from "../ask/tag-field.tsx";
import { changeQuestion } from "../data/api.ts";
import { TextEditor } from "./text-editor.tsx";

interface QuestionEditorProps {
  question: OpenQuestion;
  onSaved: (question: OpenQuestion) => void;
  onDone: () => void;
}

/** Changes the words and tags of one's own question. */
export function QuestionEditor({ question, onSaved, onDone }: QuestionEditorProps) {
  const [title, setTitle] = useState(question.title);
  const [tags, setTags] = useState(() => question.tags.map(({ name }) => name));
  return (
    <TextEditor
      label="Details"
      content={question.content}
      version={question.textVersion}
      mayBeEmpty
      known={question.mentions}
      isReady={title.trim() !== ""}
      above={
        <>
          <TextField
            label="Your question"
            value={title}
            maxLength={questionTitleMaxLength}
            onChange={({ target }) => setTitle(target.value)}
          />
          <TagField tags={tags} onChange={setTags} max={maxTagsPerQuestion} maxLength={tagNameMaxLength} />
        </>
      }
      save={async (content, mentionIds, textVersion) =>
        onSaved(
          await changeQuestion(question.id, { title: title.trim(), content, tags, mentionIds, textVersion }),
        )
      }
      onDone={onDone}
    />
  );
}
