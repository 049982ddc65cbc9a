import { newSavedViewSchema } from "@atoll/contract/saved-views/schemas";
import { useForm } from "../../lib/form/use-form.ts";
import { Button } from "../../ui/button/button.tsx";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";

export interface ViewDialogProps {
  title: string;
  /** The label of the button. */
  verb: string;
  name: string;
  onSave: (name: string) => Promise<unknown>;
  onClose: () => void;
}

const viewNameSchema = newSavedViewSchema.pick({ name: true });

/** The dialog for the name of a view. */
export function ViewDialog({ title, verb, name, onSave, onClose }: ViewDialogProps) {
  const form = useForm({
    values: { name },
    schema: viewNameSchema,
    send: async (view) => {
      await onSave(view.name);
      onClose();
    },
    fieldOf: { saved_view_name_taken: "name" },
    fallback: "Failed to save the view",
  });
  return (
    <Dialog
      footer={
        <>
          <Button onClick={onClose} variant="ghost">
            Cancel
          </Button>
          <Button loading={form.isSending} type="submit" variant="primary">
            {verb}
          </Button>
        </>
      }
      onOpenChange={(open) => !open && onClose()}
      onSubmit={form.submit}
      open
      title={title}
      width={420}
    >
      {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
      <TextField {...form.field("name")} help="Only you see your views." label="Name" />
    </Dialog>
  );
}
