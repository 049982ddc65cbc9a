import { boardTitleMaxLength } from "@atoll/contract/brainstorm/limits";
import { boardTitleSchema } from "@atoll/contract/brainstorm/schemas";
import { useState } from "react";
import { z } from "zod";
import { useForm } from "../../../lib/form/use-form.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { useBoardStore } from "../canvas/board-store.tsx";
import { copyBoard, renameBoard } from "../data/api.ts";
import { useBoardCache } from "../data/use-board.ts";

const schema = z.object({ title: boardTitleSchema });

export function RenameDialog({ onClose }: { onClose: () => void }) {
  const { board } = useBoardStore();
  const cache = useBoardCache(board.id);
  const [seenTitle] = useState(board.title);
  return (
    <NameDialog
      title="Rename board"
      verb="Rename"
      name={board.title}
      onClose={onClose}
      send={async (title) => cache.setCachedBoard(await renameBoard(board.id, title, seenTitle))}
    />
  );
}

/** A copy belongs to the viewer alone. */
export function CopyDialog({
  onClose,
  onOpenBoard,
}: {
  onClose: () => void;
  onOpenBoard: (id: string) => void;
}) {
  const { board } = useBoardStore();
  // A copy that is sent again is the same one.
  const [id] = useState(uuidv7);
  return (
    <NameDialog
      title="Duplicate board"
      verb="Duplicate"
      name={[...`Copy of ${board.title}`].slice(0, boardTitleMaxLength).join("")}
      onClose={onClose}
      send={async (title) => {
        await copyBoard(board.id, { id, title, versionId: null });
        onOpenBoard(id);
      }}
    />
  );
}

interface NameDialogProps {
  title: string;
  verb: string;
  name: string;
  onClose: () => void;
  send: (name: string) => Promise<void>;
}

function NameDialog({ title, verb, name, onClose, send }: NameDialogProps) {
  const form = useForm({
    values: { title: name },
    schema,
    send: async (values) => {
      await send(values.title);
      onClose();
    },
    fieldOf: {},
    fallback: "Failed to save the name",
  });
  return (
    <FormDialog form={form} title={title} verb={verb} width={440} onClose={onClose}>
      <TextField {...form.field("title")} label="Name" />
    </FormDialog>
  );
}
