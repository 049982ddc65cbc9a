import type { ProgramButton } from "@atoll/contract/chat/schemas";
import { commandRoutes } from "@atoll/contract/commands/routes";
import { useRef, useState } from "react";
import { call, errorMessage } from "../../../lib/server/api-client.ts";
import { useIsOffline } from "../../../lib/server/use-offline.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { Button } from "../../../ui/button/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { takeProgramAnswer } from "./answers.ts";

/** The buttons of a program, below its message or its answer to the viewer alone. */
export function ProgramButtons({
  messageId,
  buttons,
}: {
  messageId: string;
  buttons: readonly ProgramButton[];
}) {
  const signedIn = useSignedIn();
  const isOffline = useIsOffline();
  const [pressed, setPressed] = useState<string | null>(null);
  /** As it was when it was pressed: its message may change while the dialog is open. */
  const [asked, setAsked] = useState<ProgramButton | null>(null);
  /** The press whose answer was lost: pressed again, it is the same one. */
  const unanswered = useRef<{ button: string; id: string }>(null);
  const confirm = asked?.confirm;
  async function press(button: string) {
    setAsked(null);
    setPressed(button);
    const id = unanswered.current?.button === button ? unanswered.current.id : uuidv7();
    unanswered.current = { button, id };
    try {
      const { answer } = await call(commandRoutes.pressButton, {
        params: { messageId },
        body: { id, button },
      });
      unanswered.current = null;
      if (answer) takeProgramAnswer(signedIn, answer);
    } catch (error) {
      // The server has it: a further press is another one.
      if (!isLost(error)) unanswered.current = null;
      notify.error(errorMessage(error, "The program did not get this"));
    }
    setPressed(null);
  }
  // Only colleagues answer programs.
  if (signedIn.viewer.isGuest) return null;
  return (
    <div className="flex flex-wrap gap-2 pt-1.5 pb-1">
      {buttons.map((button) => (
        <Button
          key={button.id}
          size="sm"
          variant={button.style ?? "secondary"}
          loading={pressed === button.id}
          disabled={isOffline || (pressed !== null && pressed !== button.id)}
          onClick={({ detail }) => {
            // The second click of a double click is not another press, also when the answer came between the two.
            if (detail > 1) return;
            if (button.confirm) setAsked(button);
            else void press(button.id);
          }}
          className="max-md:min-h-11"
        >
          {button.label}
        </Button>
      ))}
      {asked && confirm && (
        <ConfirmDialog
          open
          title={confirm.title}
          verb={confirm.verb}
          tone={asked.style === "danger" ? "danger" : "primary"}
          onClose={() => setAsked(null)}
          onConfirm={() => void press(asked.id)}
        >
          {confirm.text}
        </ConfirmDialog>
      )}
    </div>
  );
}

function isLost(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === "network_error";
}
