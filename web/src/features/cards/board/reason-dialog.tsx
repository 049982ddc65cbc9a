import { maxStageReason } from "@atoll/contract/cards/limits";
import { z } from "zod";
import { useForm } from "../../../lib/form/use-form.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";

const schema = z.object({ reason: z.string().trim().min(1, "Give a reason").max(maxStageReason) });

/** Asks for one text before something is done, such as why a deal is lost. */
export function ReasonDialog({
  heading,
  label = "Reason",
  verb,
  onReason,
  onClose,
}: {
  heading: string;
  label?: string;
  verb: string;
  onReason: (reason: string) => void;
  onClose: () => void;
}) {
  const form = useForm({
    values: { reason: "" },
    schema,
    send({ reason }) {
      onReason(reason);
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={heading} verb={verb} onClose={onClose}>
      <TextArea {...form.field("reason")} label={label} maxLength={maxStageReason} />
    </FormDialog>
  );
}
