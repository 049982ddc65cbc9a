import { errorTexts } from "@atoll/contract/errors/error-texts";
import { SecondFactorSetUp } from "../../features/identity/second-factor/second-factor-set-up.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { HeldBackFrame } from "./held-back-frame.tsx";

export interface SecondFactorScreenProps {
  /** The steps must stay on screen whatever the server reports. */
  onHold: (isHeld: boolean) => void;
}

/** In place of everything else, for somebody whose role asks for a second factor that is not set up yet. */
export function SecondFactorScreen({ onHold }: SecondFactorScreenProps) {
  usePageTitle("Second factor");
  return (
    <HeldBackFrame>
      <SecondFactorSetUp
        frame={({ title, body, actions, isSetUp }) => (
          <section className="flex flex-col gap-4 rounded-xl border bg-surface-raised p-5 shadow-2 md:p-6">
            <h1 className="type-page outline-none">{title}</h1>
            {!isSetUp && <InlineAlert tone="info">{errorTexts.second_factor_setup_required}</InlineAlert>}
            {body}
            <div className="flex items-center justify-end gap-2">{actions}</div>
          </section>
        )}
        onDone={() => undefined}
        onHold={onHold}
      />
    </HeldBackFrame>
  );
}
