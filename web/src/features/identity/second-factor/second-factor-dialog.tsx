import { useState } from "react";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { SecondFactorSetUp } from "./second-factor-set-up.tsx";

/** The set-up in a dialog. It cannot be closed by accident while the recovery codes are shown. */
export function SecondFactorDialog({ onClose }: { onClose: () => void }) {
  const [isHeld, setIsHeld] = useState(false);
  const tryToClose = () => {
    if (!isHeld) onClose();
    else notify.info("Keep your recovery codes first: they are not shown again.", { id: "recovery-codes" });
  };
  return (
    <SecondFactorSetUp
      frame={({ title, body, actions }) => (
        <Dialog footer={actions} onOpenChange={(open) => !open && tryToClose()} open title={title}>
          {body}
        </Dialog>
      )}
      onCancel={onClose}
      onDone={onClose}
      onHold={setIsHeld}
    />
  );
}
