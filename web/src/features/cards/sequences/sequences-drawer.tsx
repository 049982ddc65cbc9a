import type { CardType } from "@atoll/contract/cards/schemas";
import type { Sequence } from "@atoll/contract/cards/sequence-schemas";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { counted } from "../../../lib/counted.ts";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { Drawer } from "../../../ui/dialog/drawer.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { SequenceForm } from "./sequence-form.tsx";
import { deleteSequence, useSequences } from "./sequences-api.ts";

/** The sequences that a section keeps. */
export function SequencesDrawer({ type, onClose }: { type: CardType; onClose: () => void }) {
  const query = useSequences(type.id);
  const [edited, setEdited] = useState<{ id: string; opened?: Sequence }>();
  const [deleted, setDeleted] = useState<Sequence>();
  const done = () => setEdited(undefined);
  if (edited) {
    // As it is now: a colleague may be changing it too, and a new one may be there although its answer was lost.
    const newest = query.data?.sequences.find(({ id }) => id === edited.id) ?? edited.opened;
    return (
      <Drawer onClose={onClose} title={edited.opened?.name ?? "New sequence"}>
        <div className="p-4">
          <SequenceForm type={type} id={edited.id} sequence={newest} onDone={done} />
        </div>
      </Drawer>
    );
  }
  return (
    <Drawer onClose={onClose} title={`Sequences of ${type.name}`}>
      <div className="flex flex-col gap-4 p-4">
        <p className="text-muted text-sm">
          Each step becomes a task for the owner of the {type.singular}. The next step starts when its task is
          done.
        </p>
        <Button className="self-start" icon={Plus} onClick={() => setEdited({ id: uuidv7() })}>
          New Sequence
        </Button>
        {query.data ? (
          query.data.sequences.length === 0 ? (
            <EmptyState title="No sequences yet. Add one with its steps." />
          ) : (
            <ul aria-label="Sequences" className="flex flex-col divide-y rounded-lg border">
              {query.data.sequences.map((sequence) => (
                <Row
                  key={sequence.id}
                  sequence={sequence}
                  singular={type.singular}
                  onEdit={() => setEdited({ id: sequence.id, opened: sequence })}
                  onDelete={() => setDeleted(sequence)}
                />
              ))}
            </ul>
          )
        ) : query.error ? (
          <LoadState query={query} failure="Failed to load the sequences" />
        ) : (
          <RowSkeletons label="Loading the sequences" mark={28} rowClassName="py-2" />
        )}
      </div>
      {deleted && <DeleteDialog typeId={type.id} sequence={deleted} onClose={() => setDeleted(undefined)} />}
    </Drawer>
  );
}

function Row({
  sequence: { name, steps, running },
  singular,
  onEdit,
  onDelete,
}: {
  sequence: Sequence;
  singular: string;
  onEdit: () => void;
  onDelete: () => void;
}) {
  const days = steps.reduce((sum, step) => sum + step.days, 0);
  return (
    <li className="flex items-center gap-2 px-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold text-sm">{name}</p>
        <p className="text-muted text-xs">
          {counted(steps.length, "step")} over {counted(days, "day")}, {counted(running, singular)} in it
        </p>
      </div>
      <IconButton icon={Pencil} label={`Edit ${name}`} onClick={onEdit} />
      <IconButton icon={Trash2} label={`Delete ${name}`} onClick={onDelete} />
    </li>
  );
}

function DeleteDialog({
  typeId,
  sequence: { id, name },
  onClose,
}: {
  typeId: string;
  sequence: Sequence;
  onClose: () => void;
}) {
  const [error, setError] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  async function remove(): Promise<void> {
    setIsSending(true);
    try {
      await deleteSequence(typeId, id);
      notify.success(`${name} deleted`);
      onClose();
    } catch (failure) {
      setError(errorMessage(failure, "Failed to delete the sequence"));
      setIsSending(false);
    }
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Delete ${name}?`}
      verb="Delete sequence"
      onConfirm={() => void remove()}
      loading={isSending}
      {...(error !== undefined && { error })}
    >
      It can no longer be started. Cards that are in it finish it.
    </ConfirmDialog>
  );
}
