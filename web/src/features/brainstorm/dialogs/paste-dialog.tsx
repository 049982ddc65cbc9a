import { canvasMaxElements, canvasTextMaxLength } from "@atoll/contract/documents/canvas-limits";
import { documentUpdateMaxBytes } from "@atoll/contract/documents/limits";
import { useState } from "react";
import { counted } from "../../../lib/counted.ts";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { formatNumber } from "../../../lib/format-number.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { RadioGroup } from "../../../ui/field/radio.tsx";
import { useBoardStore } from "../canvas/board-store.tsx";
import type { PastedText } from "../canvas/notes/paste-notes.ts";
import { linesOf, piecesOf } from "../canvas/notes/split-text.ts";

/** Notes that are added at once are one update, which the server takes up to a size. */
const maxPastedBytes = 0.9 * documentUpdateMaxBytes;
/** The fields of a note around its text. */
const noteBytes = 200;

/** Asks what becomes of a pasted text that is more than one note holds, or that has several lines. */
export function PasteDialog({ pasted, onClose }: { pasted: PastedText; onClose: () => void }) {
  const { snapshot } = useBoardStore();
  const [lines] = useState(() => linesOf(pasted.text));
  const [bytes] = useState(() => new TextEncoder().encode(pasted.text).length + lines.length * noteBytes);
  const [pieces] = useState(() => piecesOf(pasted.text));
  const choices = [
    ...(lines.length > 1
      ? [{ value: "lines", label: `One note for each line: ${counted(lines.length, "note")}` }]
      : []),
    ...(pasted.onOne
      ? [{ value: "one", label: "All of it in one note" }]
      : [
          {
            value: "pieces",
            label: `Split into as few notes as possible: ${counted(pieces.length, "note")}`,
          },
        ]),
  ];
  const form = useForm({
    values: { choice: choices[0]?.value ?? "pieces" },
    send({ choice: wanted }) {
      if (wanted === "one") pasted.onOne?.();
      else pasted.onNotes(wanted === "lines" ? lines : pieces);
      onClose();
    },
  });
  const { value: choice, onValueChange: setChoice } = useChoice(form, "choice");
  const count = choice === "lines" ? lines.length : choice === "pieces" ? pieces.length : 1;
  const space = canvasMaxElements - snapshot.items.size;
  const refusal =
    count > space
      ? `The board has space for ${formatNumber(Math.max(0, space))} more elements.`
      : bytes > maxPastedBytes
        ? "This text is too long to paste at once. Paste it in smaller parts."
        : undefined;
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Paste as notes"
      description={
        pasted.fits
          ? `The text has ${formatNumber(lines.length)} lines.`
          : `The text has ${formatNumber([...pasted.text].length)} characters, and a note takes ${formatNumber(canvasTextMaxLength)}.`
      }
      width={440}
      verb={count === 1 ? "Add one note" : `Add ${counted(count, "note")}`}
      isDisabled={refusal !== undefined}
    >
      <RadioGroup label="What to add" value={choice} onValueChange={setChoice} options={choices} />
      {refusal && (
        <p role="alert" className="text-danger-text text-sm">
          {refusal}
        </p>
      )}
    </FormDialog>
  );
}
