import { useEffect, useEffectEvent } from "react";
import { notify } from "../../../ui/toast/toast.tsx";

export interface LostEdit {
  /** Whether the edited thing has been deleted by another person or on another device. */
  isLost: boolean;
  /** The text that was typed, and the text before editing. */
  text: string;
  before: string;
  /** Leaves the editor. */
  leave: () => void;
  /** Puts the text where the next one is written. */
  rescue: (text: string) => void;
  /** Says what happened, and where the text is now. */
  words: string;
}

/** Preserves the text of an edit whose subject is deleted, by putting it elsewhere. */
export function useLostEdit(edit: LostEdit): void {
  const save = useEffectEvent(() => {
    edit.leave();
    if (edit.text.trim() === "" || edit.text.trim() === edit.before.trim()) return;
    edit.rescue(edit.text);
    notify.error(edit.words, { id: "lost edit" });
  });
  const { isLost } = edit;
  useEffect(() => {
    if (isLost) save();
  }, [isLost]);
}
