import { useEffect, useEffectEvent } from "react";
import { notify } from "../../../ui/toast/toast.tsx";

export interface LostEdit {
  /** What was being changed is gone: deleted by somebody else, or on another device. */
  isLost: boolean;
  /** What was typed, and what had stood there before. */
  text: string;
  before: string;
  /** Leaves the editor. */
  leave: () => void;
  /** Puts the text where the next one is written. */
  rescue: (text: string) => void;
  /** Says what happened, and where the text is now. */
  words: string;
}

/** What somebody changes may be deleted meanwhile: what they typed would go with it, and is put elsewhere instead. */
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
