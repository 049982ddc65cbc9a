import { errorTexts } from "@atoll/contract/errors/error-texts";
import { ShieldCheck, Smartphone, TicketCheck } from "lucide-react";
import { useState } from "react";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { Badge } from "../../../ui/badge/badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { SettingCard, SettingRow } from "../../../ui/layout/setting-card.tsx";
import { RemoveSecondFactorDialog } from "./remove-second-factor-dialog.tsx";
import { SecondFactorDialog } from "./second-factor-dialog.tsx";

/** The authenticator app of the own account: on or off, and whether it may go. */
export function SecondFactorCard() {
  const { hasPassword, hasSecondFactor, needsSecondFactor } = useViewer();
  const [dialog, setDialog] = useState<"set up" | "remove">();
  const close = () => setDialog(undefined);
  return (
    <SettingCard
      end={
        hasSecondFactor ? (
          <Badge icon={ShieldCheck} tone="success">
            On
          </Badge>
        ) : (
          <Badge>Off</Badge>
        )
      }
      text="Asked for when you sign in with your password."
      title="Second factor"
    >
      {hasSecondFactor ? (
        <>
          <SettingRow
            end={
              !needsSecondFactor && (
                <Button onClick={() => setDialog("remove")} size="xs">
                  Remove
                </Button>
              )
            }
            icon={Smartphone}
            text={needsSecondFactor ? errorTexts.second_factor_needed : "Shows a new code every half minute."}
            title="Authenticator app"
          />
          <SettingRow
            icon={TicketCheck}
            text={`They were shown when the app was set up. For new ones, ${
              needsSecondFactor
                ? "ask an administrator to reset your second factor"
                : "remove the app and set it up again"
            }.`}
            title="Recovery codes"
          />
        </>
      ) : (
        <SettingRow
          end={
            hasPassword && (
              <Button onClick={() => setDialog("set up")} size="xs">
                Set up
              </Button>
            )
          }
          icon={Smartphone}
          text={
            hasPassword
              ? "Not set up. With it, somebody who learns your password still cannot get in."
              : "You sign in through your company, which asks for a second factor itself."
          }
          title="Authenticator app"
        />
      )}
      {dialog === "set up" && <SecondFactorDialog onClose={close} />}
      {dialog === "remove" && <RemoveSecondFactorDialog onClose={close} />}
    </SettingCard>
  );
}
