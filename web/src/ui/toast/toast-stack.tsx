import { Toast } from "@base-ui/react/toast";
import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { chosenToastTime } from "../../lib/page/toast-time.ts";
import { toastAction, toastBox, toastClose } from "./toast-look.ts";
import type { ToastEnd, ToastMessage } from "./toast-message.ts";
import { useClearGround } from "./use-clear-ground.ts";

export interface ToastStackProps {
  messages: readonly (ToastMessage | ToastEnd)[];
  onShown: (messages: readonly (ToastMessage | ToastEnd)[]) => void;
}

/** The part of Toaster that shows something: the newest three, the last below. F6 leads to them, Escape closes one. */
export function ToastStack(props: ToastStackProps) {
  return (
    <Toast.Provider limit={3} timeout={5000}>
      <Stack {...props} />
    </Toast.Provider>
  );
}

type Shown = Pick<ToastMessage, "kind" | "message" | "also"> & { stays: boolean };

function Stack({ messages, onShown }: ToastStackProps) {
  const { toasts, add, close } = Toast.useToastManager<Shown>();
  const viewport = useRef<HTMLDivElement>(null);
  useClearGround(viewport, toasts);

  const show = useEffectEvent(
    ({ kind, message, action, also, id, timeoutMs = 5000, ...rest }: ToastMessage) => {
      const stays = rest.stays ?? kind === "error";
      const shown = add({
        ...(id !== undefined && { id }),
        data: { kind, message, also, stays },
        // All of it, also what is not there: the same id takes on what it is given, and keeps the rest.
        timeout: stays ? 0 : Math.max(timeoutMs, chosenToastTime() * 1000),
        actionProps: action && {
          children: action.label,
          onClick() {
            // Before the act, which may say something under the same id.
            close(shown);
            action.onClick();
          },
        },
      });
    },
  );
  const take = useEffectEvent((message: ToastMessage | ToastEnd) => {
    if (message.kind === "done") close(message.id);
    else show(message);
  });
  useEffect(() => {
    if (messages.length === 0) return;
    for (const message of messages) {
      // React runs effects twice in development.
      if (!done.has(message)) take(message);
      done.add(message);
    }
    onShown(messages);
  }, [messages, onShown]);
  return (
    <Toast.Portal>
      <Toast.Viewport
        ref={viewport}
        className="fixed right-4 bottom-4 left-4 z-toast flex flex-col-reverse gap-2 md:right-6 md:bottom-6 md:left-auto md:w-[356px]"
      >
        {toasts.map((toast) => (
          <Toast.Root key={toast.id} toast={toast} {...noDialog} className={toastRoot}>
            {toast.data && <Message {...toast.data} onDone={() => close(toast.id)} />}
          </Toast.Root>
        ))}
      </Toast.Viewport>
    </Toast.Portal>
  );
}

/** Overrides the library's dialog role, which would confuse people who are asked to answer a dialog. */
const noDialog = { role: "group", "aria-modal": undefined } as const;

const done = new WeakSet<ToastMessage | ToastEnd>();

const toastRoot =
  `float-motion ${toastBox} touch-none data-limited:hidden ` +
  "translate-x-(--toast-swipe-movement-x) translate-y-(--toast-swipe-movement-y) data-swiping:translate-none";

function Message({ kind, message, also, stays, onDone }: Shown & { onDone: () => void }) {
  const Icon = icons[kind];
  return (
    <>
      <Icon className="size-4 flex-none" />
      {/* Politely as the region says, but for errors. The library's own way says an error in a second place. */}
      <Toast.Title render={<p />} role={kind === "error" ? "alert" : undefined} className="min-w-0 flex-1">
        {message}
      </Toast.Title>
      {also && (
        <button
          className={toastAction}
          onClick={() => {
            onDone();
            also.onClick();
          }}
          type="button"
        >
          {also.label}
        </button>
      )}
      <Toast.Action className={toastAction} />
      {stays && (
        // The library hides it from screen readers unless the pointer is over the toasts.
        <Toast.Close aria-label="Close" aria-hidden={false} className={toastClose}>
          <X className="size-3.5" />
        </Toast.Close>
      )}
    </>
  );
}

const icons = { success: CircleCheck, error: CircleAlert, info: Info };
