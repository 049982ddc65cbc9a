import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { placePath } from "../../features/chat/chat-place.ts";
import { useOptionalChat } from "../../features/chat/chat-provider.tsx";
import { type ChatDialog, LazyDialogs } from "../../features/chat/search/lazy-dialogs.tsx";
import { PaletteWindow } from "./palette-window.tsx";
import { useActionGoals } from "./use-action-goals.tsx";
import { useChatGoals } from "./use-chat-goals.tsx";
import { usePlaceGoals } from "./use-place-goals.tsx";

export interface PaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onShowShortcuts: () => void;
}

/** Goes to any chat, person or page by typing. */
export function Palette({ open, onOpenChange, onShowShortcuts }: PaletteProps) {
  const chat = useOptionalChat();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<ChatDialog | null>(null);
  function go(path: string) {
    onOpenChange(false);
    void navigate({ href: path });
  }
  function begin(wanted: ChatDialog) {
    onOpenChange(false);
    setDialog(wanted);
  }
  const parts = { open, onOpenChange, onGo: go, onBegin: begin, onShowShortcuts };
  if (!chat) return <PlainPalette {...parts} />;
  return (
    <>
      <ChatPalette {...parts} />
      <LazyDialogs
        shown={dialog}
        onShow={setDialog}
        onOpen={(channelId) => {
          setDialog(null);
          go(placePath({ channelId }));
        }}
      />
    </>
  );
}

interface PartProps extends PaletteProps {
  onGo: (path: string) => void;
  onBegin: (dialog: ChatDialog) => void;
}

function ChatPalette(props: PartProps) {
  const [text, setText] = useText(props.open);
  const { chats, people, error, isSearching } = useChatGoals(text, props.onGo);
  const places = usePlaceGoals(props.onGo);
  const actions = useActionGoals({ ...props, mayChat: true });
  const isEmpty = text.trim() === "";
  return (
    <PaletteWindow
      {...props}
      text={text}
      onTextChange={setText}
      found={[
        { title: isEmpty ? "Recent chats" : "Chats", goals: chats },
        { title: "People", goals: people },
      ]}
      named={[
        { title: "Go to", goals: places },
        { title: "Actions", goals: actions },
      ]}
      error={isEmpty ? null : error}
      isSearching={isSearching}
    />
  );
}

/** For someone who may not chat. */
function PlainPalette(props: PartProps) {
  const [text, setText] = useText(props.open);
  const places = usePlaceGoals(props.onGo);
  const actions = useActionGoals({ ...props, mayChat: false });
  return (
    <PaletteWindow
      {...props}
      text={text}
      onTextChange={setText}
      found={[]}
      named={[
        { title: "Go to", goals: places },
        { title: "Actions", goals: actions },
      ]}
      error={null}
      isSearching={false}
    />
  );
}

/** Each opening begins empty. */
function useText(isOpen: boolean): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState("");
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    if (isOpen) setText("");
  }
  return [text, setText];
}
