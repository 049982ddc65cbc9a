import type { OpenArticle } from "@atoll/contract/knowledge/schemas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { Button } from "../../../ui/button/button.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { shareDraft } from "../data/api.ts";
import { keys } from "../data/keys.ts";

/** Says that a page that was never published is private, and shares it with the people who write for its readers. */
export function PrivateBar({ article }: { article: OpenArticle }) {
  const queryClient = useQueryClient();
  const share = useMutation({
    mutationFn: () => shareDraft(article.id),
    onSuccess(draft) {
      queryClient.setQueryData(keys.draft(article.id), draft);
      void queryClient.invalidateQueries({ queryKey: keys.open(article.id) });
      notify.success("Draft shared");
    },
  });
  return (
    <InlineAlert
      tone={share.error ? "error" : "info"}
      icon={Lock}
      action={
        article.canEdit && (
          <Button size="sm" loading={share.isPending} onClick={() => share.mutate()}>
            Share draft
          </Button>
        )
      }
    >
      {share.error
        ? errorMessage(share.error, "Failed to share the draft")
        : "This draft is private: only its author and owner can see it. Once shared, everyone who writes for its readers can see it and write in it."}
    </InlineAlert>
  );
}
