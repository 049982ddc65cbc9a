import type { FaqAnswer } from "@atoll/contract/knowledge/faq-schemas";
import { articleTitleMaxLength, faqAnswerMaxLength } from "@atoll/contract/knowledge/limits";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { useDraft } from "../../../capabilities/offline/drafts/use-draft.ts";
import { GrowingTextArea } from "../../../capabilities/writing/field/growing-text-area.tsx";
import { LengthCount } from "../../../capabilities/writing/field/length-count.tsx";
import { useForm } from "../../../lib/form/use-form.ts";
import { SpokenError } from "../../../lib/request/api-error.ts";
import { isChangedMeanwhile } from "../../../lib/request/judge-error.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { parseJson } from "../../../lib/shape.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { Button } from "../../../ui/button/button.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { fetchVersion, saveFaqAnswer } from "../data/api.ts";
import { keys } from "../data/keys.ts";
import { mergeWords } from "./merge-words.ts";

interface Written {
  question: string;
  answer: string;
  category: string;
}

interface FaqEditorProps {
  /** Undefined: a new one, whose question may be given. */
  answer: FaqAnswer | undefined;
  question: string;
  categories: readonly string[];
  onClose: () => void;
}

/**
 * Writes an answer of the FAQ. What somebody else saved at the same time is merged by words; where both changed the same
 * words, both texts are shown and the person decides.
 */
export function FaqEditor({ answer, question, categories, onClose }: FaqEditorProps) {
  const [id] = useState(() => answer?.id ?? uuidv7());
  const viewer = useViewer();
  const draft = useDraft(`answer/${answer?.id ?? viewer.id}`);
  const queryClient = useQueryClient();
  const listId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [base, setBase] = useState(() => baseOf(answer, readDraft(draft.text)));
  const [theirs, setTheirs] = useState<Written>();
  const kept = readDraft(draft.text);
  const fields: Written = kept?.written ?? { ...writtenOf(answer), ...(answer ? {} : { question }) };
  const set = (change: Partial<Written>, from = base) =>
    draft.write(
      JSON.stringify({ ...fields, ...change, baseVersion: from.version, baseCategory: from.category }),
    );

  const form = useForm({
    // The draft has the fields.
    values: {},
    send: () => save(fields, base.version),
    fallback: "Failed to save the answer",
  });

  async function save(wanted: Written, baseVersion: number): Promise<void> {
    try {
      const saved = await saveFaqAnswer(id, { ...wanted, baseVersion });
      draft.write("");
      queryClient.setQueryData<FaqAnswer[]>(keys.faq, (held) =>
        held?.some((one) => one.id === saved.id)
          ? held.map((one) => (one.id === saved.id ? saved : one))
          : held && [...held, saved],
      );
      notify.success(answer ? "Answer saved" : "Answer published");
      onClose();
    } catch (error) {
      if (!isChangedMeanwhile(error)) throw error;
      await mergeOrShow(wanted);
    }
  }

  /** Someone else saved a newer version: their words are merged in, or shown as a conflict. */
  async function mergeOrShow(mine: Written): Promise<void> {
    await queryClient.refetchQueries({ queryKey: keys.faq });
    const now = queryClient.getQueryData<FaqAnswer[]>(keys.faq)?.find((one) => one.id === id);
    if (!now?.version) throw new SpokenError("This answer no longer exists. Copy your text to keep it.");
    const other = writtenOf(now);
    // Refetch the base version: the field may contain a draft of an older one.
    const from = base.version > 0 ? await fetchVersion(id, base.version) : undefined;
    const merged = {
      question: mergeWords(from?.title ?? base.question, mine.question, other.question),
      answer: mergeWords(from?.body ?? base.answer, mine.answer, other.answer),
      category: mine.category === base.category ? other.category : mine.category,
    };
    const next = { version: now.version, ...other };
    setBase(next);
    if (merged.question !== null && merged.answer !== null) {
      set({ question: merged.question, answer: merged.answer, category: merged.category }, next);
      throw new SpokenError(
        "Someone else changed this answer, and both changes fit together. Check it, then save.",
      );
    }
    setTheirs(other);
  }

  return (
    <FormDialog
      keepsWords
      form={form}
      onClose={onClose}
      title={answer ? "Edit answer" : "New answer"}
      width={640}
      verb={answer ? "Save answer" : "Publish answer"}
      isDisabled={fields.question.trim() === "" || fields.answer.trim() === ""}
      alert={form.failure && <InlineAlert tone="notice">{form.failure.text}</InlineAlert>}
    >
      {theirs && (
        <InlineAlert tone="notice">
          <p className="font-medium">Someone else changed the same words. This is what they saved:</p>
          <p className="my-2 max-h-48 overflow-y-auto whitespace-pre-wrap rounded-sm bg-surface-raised p-2.5 text-xs wrap-anywhere">
            {`${theirs.question}\n\n${theirs.answer}`}
          </p>
          <div className="flex gap-2">
            <Button size="xs" onClick={() => setTheirs(undefined)}>
              Keep editing mine
            </Button>
            <Button
              size="xs"
              variant="ghost"
              onClick={() => {
                draft.write("");
                setTheirs(undefined);
                onClose();
              }}
            >
              Take theirs, discard mine
            </Button>
          </div>
        </InlineAlert>
      )}
      <TextField
        label="Question"
        value={fields.question}
        maxLength={articleTitleMaxLength}
        onChange={({ target }) => set({ question: target.value })}
      />
      <div className="flex flex-col gap-1.5">
        <span className="flex items-baseline justify-between font-semibold text-xs">
          Answer
          <LengthCount text={fields.answer} max={faqAnswerMaxLength} />
        </span>
        <div className="field-box px-3 py-2">
          <GrowingTextArea
            ref={field}
            aria-label="Answer"
            className="min-h-40"
            placeholder="Keep it short. Markdown is supported."
            value={fields.answer}
            onChange={({ target }) => set({ answer: target.value })}
          />
        </div>
      </div>
      <TextField
        label="Category"
        value={fields.category}
        list={listId}
        onChange={({ target }) => set({ category: target.value })}
      />
      <datalist id={listId}>
        {categories.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </FormDialog>
  );
}

const writtenOf = (answer: FaqAnswer | undefined): Written => ({
  question: answer?.title ?? "",
  answer: answer?.answer ?? "",
  category: answer?.category ?? "",
});

interface Base extends Written {
  version: number;
}

/** The version that the text began from: a draft that was kept may be of an older one than the answer is now. */
function baseOf(answer: FaqAnswer | undefined, kept: KeptDraft | null): Base {
  const base = { version: answer?.version ?? 0, ...writtenOf(answer) };
  if (!answer || kept?.baseVersion === undefined) return base;
  return { ...base, version: kept.baseVersion, category: kept.baseCategory };
}

interface KeptDraft {
  written: Written;
  /** Undefined in drafts of an older version of this page. */
  baseVersion: number | undefined;
  baseCategory: string;
}

/** The stored draft; null when there is none, or it is not a draft of an answer. */
function readDraft(text: string): KeptDraft | null {
  const kept = text === "" ? undefined : parseJson(text);
  if (typeof kept !== "object" || kept === null) return null;
  const of = (name: string) => {
    const value: unknown = Reflect.get(kept, name);
    return typeof value === "string" ? value : "";
  };
  const baseVersion: unknown = Reflect.get(kept, "baseVersion");
  return {
    written: { question: of("question"), answer: of("answer"), category: of("category") },
    baseVersion: typeof baseVersion === "number" ? baseVersion : undefined,
    baseCategory: of("baseCategory"),
  };
}
