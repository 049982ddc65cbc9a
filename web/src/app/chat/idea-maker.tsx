import { type ReactNode, useCallback, useState } from "react";
import { CreateIdeaContext } from "../../features/chat/selection/create-idea.ts";
import type { SelectedText } from "../../features/chat/selection/selected-text.ts";
import { lazyPart, useLazyPart } from "../../ui/base/lazy-part.ts";

const dialogPart = lazyPart(() => import("./idea-from-message.tsx"));

/** Lets people start an idea from a message. */
export function IdeaMaker({ children }: { children: ReactNode }) {
  const [selected, setSelected] = useState<SelectedText | null>(null);
  const close = useCallback(() => setSelected(null), []);
  const part = useLazyPart(dialogPart, selected !== null, close);
  return (
    <CreateIdeaContext value={setSelected}>
      {children}
      {part && selected && <part.IdeaFromMessage selected={selected} onClose={close} />}
    </CreateIdeaContext>
  );
}
