import { errorTexts } from "@atoll/contract/errors/error-texts";
import { useState } from "react";
import { arePasskeysHere } from "../../features/identity/passkeys/device.ts";
import { PasskeySetUp } from "../../features/identity/passkeys/passkey-set-up.tsx";
import { SecondFactorSetUp } from "../../features/identity/second-factor/second-factor-set-up.tsx";
import { useWorkspace } from "../../features/workspace/use-workspace.ts";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { Button } from "../../ui/button/button.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { HeldBackFrame } from "./held-back-frame.tsx";

export interface SecondFactorScreenProps {
  /** The steps must stay on screen whatever the server reports. */
  onHold: (isHeld: boolean) => void;
}

/** In place of everything else, for somebody whose role asks for a second factor or a passkey. */
export function SecondFactorScreen({ onHold }: SecondFactorScreenProps) {
  const { mustUsePasskey, hasPasskey } = useViewer();
  const { passkeySite } = useWorkspace();
  const isHere = arePasskeysHere(passkeySite);
  const [wantsPasskey, setWantsPasskey] = useState(false);
  // Somebody who has a passkey proves with it that they are who they say.
  const needsPasskey = mustUsePasskey || hasPasskey === true;
  usePageTitle("Second factor");
  return (
    <HeldBackFrame>
      {needsPasskey || wantsPasskey ? (
        <PasskeySetUp isHere={isHere} onOtherWay={needsPasskey ? undefined : () => setWantsPasskey(false)} />
      ) : (
        <SecondFactorSetUp
          frame={({ title, body, actions, isSetUp }) => (
            <section className="flex flex-col gap-4 rounded-xl border bg-surface-raised p-5 shadow-2 md:p-6">
              <h1 className="type-page outline-none">{title}</h1>
              {!isSetUp && <InlineAlert tone="info">{errorTexts.second_factor_setup_required}</InlineAlert>}
              {body}
              <div className="flex flex-wrap items-center justify-end gap-2">
                {isHere && !isSetUp && (
                  <Button className="mr-auto -ml-2.5" onClick={() => setWantsPasskey(true)} variant="ghost">
                    Use a passkey instead
                  </Button>
                )}
                {actions}
              </div>
            </section>
          )}
          onDone={() => undefined}
          onHold={onHold}
        />
      )}
    </HeldBackFrame>
  );
}
