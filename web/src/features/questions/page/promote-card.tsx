import type { OpenQuestion } from "@atoll/contract/questions/schemas";
import { useMutation } from "@tanstack/react-query";
import { BookOpen } from "lucide-react";
import { useState } from "react";
import { counted } from "../../../lib/counted.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { Button } from "../../../ui/button/button.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { promoteQuestion } from "../data/api.ts";
import { useKeepQuestion } from "../data/use-questions.ts";

/** Offers to make an entry of the FAQ, where votes and an accepted answer speak for it. */
export function PromoteCard({ question }: { question: OpenQuestion }) {
  const keep = useKeepQuestion();
  const [isPutOff, setPutOff] = useState(false);
  const promotion = useMutation({
    mutationFn: () => promoteQuestion(question.id),
    onSuccess(promoted) {
      keep(promoted);
      notify.success("Added to the FAQ");
    },
    onError: (error) => notify.error(errorMessage(error, "Failed to add this to the FAQ")),
  });
  if (!question.rights.mayPromote || isPutOff) return null;
  return (
    <section className="rounded-lg border bg-surface-raised p-3 shadow-1">
      <h2 className="flex items-center gap-2 font-semibold">
        <BookOpen size={16} aria-hidden className="text-primary-text" /> Promote to FAQ
      </h2>
      <p className="mt-1 text-muted text-xs">
        {counted(question.standing.votes.count, "vote")} and an accepted answer. The same people will be able
        to read it in the knowledge base, and the question closes to new answers.
      </p>
      <div className="mt-2.5 flex gap-2">
        <Button size="sm" variant="primary" loading={promotion.isPending} onClick={() => promotion.mutate()}>
          Promote to FAQ
        </Button>
        <Button size="sm" variant="ghost" onClick={() => setPutOff(true)}>
          Not yet
        </Button>
      </div>
    </section>
  );
}
