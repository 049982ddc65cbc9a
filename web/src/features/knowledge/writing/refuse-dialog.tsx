import { articleNoteMaxLength } from "@atoll/contract/knowledge/limits";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "../../../lib/form/use-form.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { refuseDraft } from "../data/api.ts";
import { keys } from "../data/keys.ts";

/** Asks for changes to a draft instead of approving it. */
export function RefuseDialog({ articleId, onClose }: { articleId: string; onClose: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm({
    values: { why: "" },
    async send({ why }) {
      await refuseDraft(articleId, why).finally(() => {
        void queryClient.invalidateQueries({ queryKey: keys.draft(articleId) });
        void queryClient.invalidateQueries({ queryKey: keys.open(articleId) });
      });
      onClose();
      notify.success("Changes asked for");
    },
  });
  return (
    <FormDialog
      form={form}
      keptAs={`article-refusal/${articleId}`}
      onClose={onClose}
      title="Ask for changes"
      verb="Ask for changes"
    >
      <TextArea
        {...form.field("why")}
        label="What should change?"
        help="Shown above the draft until it is submitted again"
        grows
        maxLength={4 * articleNoteMaxLength}
      />
    </FormDialog>
  );
}
