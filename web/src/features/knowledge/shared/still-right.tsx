import type { Article } from "@atoll/contract/knowledge/schemas";
import { useMutation } from "@tanstack/react-query";
import { BadgeCheck } from "lucide-react";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { Button } from "../../../ui/button/button.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { verifyArticle } from "../data/api.ts";
import { useKeepArticle } from "../data/queries.ts";

/** Verifies the published version in place. */
export function StillRight({ article }: { article: Pick<Article, "id" | "version" | "title"> }) {
  const keep = useKeepArticle();
  const verification = useMutation({
    mutationFn: (version: number) => verifyArticle(article.id, version),
    onSuccess(answer) {
      keep(answer);
      notify.success(`${article.title} is verified`);
    },
    onError: (error) => void notify.error(errorMessage(error, "Failed to verify this page")),
  });
  const { version } = article;
  if (version === null) return null;
  return (
    <Button
      size="sm"
      icon={BadgeCheck}
      loading={verification.isPending}
      onClick={() => verification.mutate(version)}
    >
      Still right
    </Button>
  );
}
