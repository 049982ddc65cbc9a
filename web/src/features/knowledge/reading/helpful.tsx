import type { OpenArticle } from "@atoll/contract/knowledge/schemas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ThumbsDown, ThumbsUp } from "lucide-react";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { Button } from "../../../ui/button/button.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { voteOnArticle } from "../data/api.ts";
import { keys } from "../data/keys.ts";

/** Asks whether a page helped; pressing the same again takes the vote back. */
export function Helpful({ article }: { article: OpenArticle }) {
  const queryClient = useQueryClient();
  const vote = useMutation({
    mutationFn: (choice: "yes" | "no" | null) => voteOnArticle(article.id, choice),
    onSuccess: (counts) =>
      queryClient.setQueryData<OpenArticle>(keys.open(article.id), (held) => held && { ...held, ...counts }),
    onError: (error) => void notify.error(errorMessage(error, "Failed to save your vote")),
  });
  return (
    <div className="flex flex-wrap items-center gap-2 border-t pt-4 print:hidden">
      <span className="text-muted">Was this helpful?</span>
      {(["yes", "no"] as const).map((choice) => (
        <Button
          key={choice}
          size="sm"
          variant={article.myVote === choice ? "soft" : "secondary"}
          icon={choice === "yes" ? ThumbsUp : ThumbsDown}
          aria-pressed={article.myVote === choice}
          disabled={vote.isPending}
          onClick={() => vote.mutate(article.myVote === choice ? null : choice)}
        >
          {choice === "yes" ? "Yes" : "No"} {(choice === "yes" ? article.helpful : article.unhelpful) || ""}
        </Button>
      ))}
    </div>
  );
}
