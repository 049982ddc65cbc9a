import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { useEffect } from "react";
import { type ExternalToast, Toaster as Sonner, toast } from "sonner";
import "sonner/dist/styles.css";
import { toastAction, toastBox, toastClose } from "./toast-look.ts";
import type { ToastMessage } from "./toast-message.ts";

export interface ToastStackProps {
  messages: readonly ToastMessage[];
  onShown: (messages: readonly ToastMessage[]) => void;
}

/** The part of Toaster that shows something. */
export function ToastStack({ messages, onShown }: ToastStackProps) {
  // A child's effects run first: Sonner below is listening by the time the messages are handed to it.
  useEffect(() => {
    if (messages.length === 0) return;
    for (const message of messages) {
      // React runs effects twice in development.
      if (!done.has(message)) show(message);
      done.add(message);
    }
    onShown(messages);
  }, [messages, onShown]);
  return (
    <Sonner
      position="bottom-right"
      offset={24}
      mobileOffset={16}
      gap={8}
      duration={5000}
      icons={icons}
      toastOptions={{
        unstyled: true,
        closeButtonAriaLabel: "Close",
        classNames: {
          toast: `w-(--width) ${toastBox}`,
          content: "min-w-0 flex-1",
          icon: "flex-none",
          actionButton: toastAction,
          closeButton: toastClose,
        },
      }}
    />
  );
}

const icons = {
  success: <CircleCheck className="size-4" />,
  error: <CircleAlert className="size-4" />,
  info: <Info className="size-4" />,
  close: <X className="size-3.5" />,
};

const done = new WeakSet<ToastMessage>();

function show({ kind, message, action, id }: ToastMessage): void {
  const options: ExternalToast = { ...(id !== undefined && { id }), ...(action && { action }) };
  if (kind === "error") options.duration = Number.POSITIVE_INFINITY;
  toast[kind](message, { ...options, closeButton: kind === "error" });
}
