import { Copy } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../ui/button/button.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { copyText } from "../../ui/toast/copy-text.ts";
import type { NewSecret } from "./renew-secret-dialog.tsx";

const copiedTexts = { secret: "Secret copied", address: "Address copied", token: "Token copied" } as const;

interface SecretAlertProps {
  made: NewSecret;
  /** The name of such a secret in the interface. */
  label?: keyof typeof copiedTexts;
  onDismiss: () => void;
  children: ReactNode;
}

/** Shows a secret that the server returns only once. */
export function SecretAlert({
  made: { secret, token },
  label = "secret",
  onDismiss,
  children,
}: SecretAlertProps) {
  return (
    <InlineAlert
      action={
        <Button icon={Copy} onClick={() => copyText(secret, copiedTexts[label])} size="sm">
          Copy {label}
        </Button>
      }
      onDismiss={onDismiss}
      tone="notice"
    >
      {children}
      <code className="mt-2 block break-all text-xs">{secret}</code>
      {token && <code className="block break-all text-xs">{token}</code>}
    </InlineAlert>
  );
}
