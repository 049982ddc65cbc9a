import { useRouter } from "@tanstack/react-router";
import { Sparkles } from "lucide-react";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { useChat } from "../session/chat-provider.tsx";

export interface SummaryButtonProps {
  label: string;
  /** As in the address of Ask AI: `channel` or `ofThread` with an ID. */
  query: { channel: string } | { ofThread: string };
}

/** Opens Ask AI, where the person can have a chat or a thread summarised. */
export function SummaryButton({ label, query }: SummaryButtonProps) {
  const router = useRouter({ warn: false });
  const { isGuest } = useChat().viewer;
  if (isGuest) return null;
  return (
    <IconButton
      label={label}
      icon={Sparkles}
      size="sm"
      onClick={() => void router.navigate({ href: `/ask-ai?${new URLSearchParams(query)}` })}
    />
  );
}
