import { Share2 } from "lucide-react";
import { useCallback, useState } from "react";
import { useOptionalChat } from "../../features/chat/session/chat-provider.tsx";
import { lazyPart, useOpenedPart } from "../../ui/base/lazy-part.ts";
import { IconButton } from "../../ui/button/icon-button.tsx";
import type { SharedThing } from "./share-text.ts";

const dialogPart = lazyPart(() => import("./share-dialog.tsx"));

/** Shares a thing in a chat. People who may not chat have no button. */
export function ShareButton({ thing }: { thing: SharedThing }) {
  const chat = useOptionalChat();
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const part = useOpenedPart(dialogPart, isOpen, close);
  if (!chat) return null;
  return (
    <>
      <IconButton icon={Share2} label="Share in chat" onClick={() => setOpen(true)} />
      {part && isOpen && <part.ShareDialog thing={thing} chat={chat} onClose={close} />}
    </>
  );
}
