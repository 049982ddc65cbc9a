import { maxStageReason } from "@atoll/contract/cards/limits";
import { z } from "zod";
import { useForm } from "../../../lib/form/use-form.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";

/** Asks for one text before something is done, such as why a deal is lost. It stays open if that is refused. */
export function ReasonDialog({
  about,
  heading,
  label = "Reason",
  verb,
  most = maxStageReason,
  onReason,
  onClose,
}: {
  /** Names the things that the reason is for, where the heading does not. */
  about?: string;
  heading: string;
  label?: string;
  verb: string;
  /** Characters. */
  most?: number;
  onReason: (reason: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const form = useForm({
    values: { reason: "" },
    schema: z.object({
      reason: z.string().trim().min(1, "Give a reason").max(most, `Use at most ${most} characters`),
    }),
    async send({ reason }) {
      await onReason(reason);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      {...(about && { keptAs: `reason/${about}` })}
      title={heading}
      verb={verb}
      onClose={onClose}
    >
      <TextArea {...form.field("reason")} label={label} />
    </FormDialog>
  );
}
