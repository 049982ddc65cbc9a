import { Paperclip } from "lucide-react";
import { useRef } from "react";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { pickerAccept } from "../wire.ts";

export interface AttachButtonProps {
  disabled?: boolean;
  onFiles: (files: readonly File[]) => void;
}

/** Opens the picker of files. Specification, section 5 (file picker): what it offers, several at once. */
export function AttachButton({ disabled, onFiles }: AttachButtonProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        label="Attach files"
        icon={Paperclip}
        size="sm"
        disabled={disabled}
        onClick={() => picker.current?.click()}
      />
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        accept={pickerAccept}
        aria-label="Files to attach"
        tabIndex={-1}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file may be chosen again.
          target.value = "";
        }}
      />
    </>
  );
}
