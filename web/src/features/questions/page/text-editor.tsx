import { questionTextMaxLength } from "@atoll/contract/questions/limits";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { WriteField, type WriteFieldHandle } from "../../../capabilities/composer/write-field.tsx";
import { isTooLong } from "../../../capabilities/writing/field/text-length.ts";
import { isChangedMeanwhile } from "../../../lib/request/judge-error.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { Button } from "../../../ui/button/button.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";

interface TextEditorProps {
  label: string;
  content: string;
  /** The version on the screen now. */
  version: number;
  known: readonly { id: string; name: string }[];
  save: (content: string, mentionIds: string[], version: number) => Promise<unknown>;
  onDone: () => void;
}

/** Changes a text in its place. What somebody else changed at the same time is shown, and not overwritten unseen. */
export function TextEditor(props: TextEditorProps) {
  const { content, version, known, save, onDone } = props;
  const field = useRef<WriteFieldHandle>(null);
  const [text, setText] = useState(content);
  /** The version that the edit started from. */
  const [editedVersion] = useState(version);
  const saving = useMutation({
    mutationFn: (from: number) => save(text.trim(), field.current?.calledIds(known) ?? [], from),
    onSuccess: onDone,
  });
  const isMoved = isChangedMeanwhile(saving.error);
  const cannotSave = text.trim() === "" || isTooLong(text, questionTextMaxLength);
  // Pressed once more after the notice, it is meant.
  const submit = () => saving.mutate(isMoved ? version : editedVersion);
  return (
    <div className="flex flex-col gap-2">
      {isMoved && (
        <InlineAlert tone="notice">
          This was changed while you were editing. It now reads: “{content}”. Your text is kept; save again to
          replace it.
        </InlineAlert>
      )}
      {saving.error && !isMoved && <InlineAlert tone="error">{errorMessage(saving.error)}</InlineAlert>}
      <WriteField
        ref={field}
        label={props.label}
        max={questionTextMaxLength}
        isLong
        text={text}
        onTextChange={setText}
        onSubmit={() => !cannotSave && submit()}
      />
      <EditButtons onCancel={onDone}>
        <Button size="sm" variant="primary" disabled={cannotSave} loading={saving.isPending} onClick={submit}>
          Save
        </Button>
      </EditButtons>
    </div>
  );
}

/** The button that saves what is edited in its place, and the one that leaves it as it was. */
export function EditButtons({ children, onCancel }: { children: ReactNode; onCancel: () => void }) {
  return (
    <div className="flex gap-2">
      {children}
      <Button size="sm" variant="ghost" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
