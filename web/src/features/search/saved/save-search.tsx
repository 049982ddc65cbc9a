import { savedSearchSchema } from "@atoll/contract/search/saved-schemas";
import { Bookmark, BookmarkCheck } from "lucide-react";
import { useState } from "react";
import { useForm } from "../../../lib/form/use-form.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { Button } from "../../../ui/button/button.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { addressOf, type ShownSearch } from "../data/shown.ts";
import { useSearchChanges, useSearches } from "../data/use-searches.ts";

/** Keeps the search that is shown under a name, or takes it off again. */
export function SaveSearch({ shown, proposed }: { shown: ShownSearch; proposed: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useSearches();
  const { remove } = useSearchChanges();
  const address = addressOf(shown);
  const saved = data?.saved.find((one) => one.address === address);
  if (saved)
    return (
      <Button
        variant="ghost"
        size="sm"
        icon={BookmarkCheck}
        aria-pressed
        title={`Saved as ${saved.name}`}
        onClick={() =>
          void remove(saved.id).catch((error) =>
            notify.error(errorMessage(error, "Failed to delete the search")),
          )
        }
      >
        Saved
      </Button>
    );
  return (
    <>
      <Button variant="ghost" size="sm" icon={Bookmark} onClick={() => setOpen(true)}>
        Save search
      </Button>
      {isOpen && <NameDialog address={address} proposed={proposed} onClose={() => setOpen(false)} />}
    </>
  );
}

const nameOfSearch = savedSearchSchema.pick({ name: true });

function NameDialog({
  address,
  proposed,
  onClose,
}: {
  address: string;
  proposed: string;
  onClose: () => void;
}) {
  const { save } = useSearchChanges();
  // One id for all tries.
  const [id] = useState(uuidv7);
  const form = useForm({
    values: { name: proposed },
    schema: nameOfSearch,
    send: async ({ name }) => {
      await save({ id, name, address });
      notify.success(`${name} saved`);
      onClose();
    },
    fieldOf: { saved_search_name_taken: "name" },
    fallback: "Failed to save the search",
  });
  return (
    <FormDialog form={form} onClose={onClose} title="Save search" verb="Save" width={420}>
      <TextField {...form.field("name")} label="Name" help="Only you see your searches." />
    </FormDialog>
  );
}
