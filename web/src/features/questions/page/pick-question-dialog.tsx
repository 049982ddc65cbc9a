import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useSimilarSearch } from "../../../capabilities/similar/use-similar.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { RetryAlert } from "../../../ui/state/retry-alert.tsx";
import { SimilarRow } from "../ask/similar-row.tsx";

interface PickQuestionDialogProps {
  /** The question that is merged or closed. */
  question: { id: string; title: string };
  title: string;
  description: string;
  /** The button next to each question. */
  verb: string;
  onPick: (id: string) => Promise<unknown>;
  onClose: () => void;
}

/** Chooses another question, the ones that say nearly the same first. */
export function PickQuestionDialog(props: PickQuestionDialogProps) {
  const { question, title, description, verb, onPick, onClose } = props;
  const [text, setText] = useState(question.title);
  const field = useRef<HTMLInputElement>(null);
  const search = useSimilarSearch(text, { kinds: ["question"], exceptId: question.id });
  const picking = useMutation({ mutationFn: onPick, onSuccess: onClose });
  return (
    <Dialog keepsWords onClose={onClose} title={title} description={description}>
      {picking.error && <InlineAlert tone="error">{errorMessage(picking.error)}</InlineAlert>}
      <TextField
        ref={field}
        label="Find a question"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {search.error !== null && (
        <RetryAlert
          message={errorMessage(search.error, "Failed to search the questions")}
          retrying={search.isSearching}
          onRetry={() => void search.refetch()}
          focusAfter={field}
        />
      )}
      <ul aria-busy={search.isSearching} className="min-h-24">
        {search.hits.map((hit) => (
          <SimilarRow
            key={hit.id}
            hit={hit}
            action={
              <Button size="sm" loading={picking.isPending} onClick={() => picking.mutate(hit.id)}>
                {verb}
              </Button>
            }
          />
        ))}
        {search.hits.length === 0 && search.error === null && (
          <li className="py-2 text-muted">
            {search.isTooShort
              ? "Type a few more letters to find a question."
              : search.isSearching
                ? "Searching…"
                : "No question says this. Try other words."}
          </li>
        )}
      </ul>
    </Dialog>
  );
}
