import { getRouteApi } from "@tanstack/react-router";
import { CalendarSettings } from "../../features/calendar/settings/calendar-settings.tsx";
import { FeedsCard } from "../../features/feeds/feeds-card.tsx";
import { AccountCard } from "../../features/identity/account-card.tsx";
import { PasskeysCard } from "../../features/identity/passkeys/passkeys-card.tsx";
import { PasswordCard } from "../../features/identity/password-card.tsx";
import { AppearanceCards } from "../../features/identity/preferences/appearance-cards.tsx";
import { SecondFactorCard } from "../../features/identity/second-factor/second-factor-card.tsx";
import { SessionsCard } from "../../features/identity/sessions-card.tsx";
import { EmailCard } from "../../features/mail/email-card.tsx";
import { ProgramsCard } from "../../features/mcp/programs-card.tsx";
import { NotificationSettings } from "../../features/notifications/settings/notification-settings.tsx";
import { PersonalDataCard, ThingExportsCard } from "../../features/personal-data/personal-data-card.tsx";
import { TokensCard } from "../../features/personal-tokens/tokens-card.tsx";
import { useWorkspace } from "../../features/workspace/use-workspace.ts";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { Tabs } from "../../ui/layout/tabs.tsx";
import { PageHeader } from "../page/page-header.tsx";

const route = getRouteApi("/workspace/settings");

const tabs = [
  { value: "notifications", label: "Notifications" },
  { value: "account", label: "Account and devices" },
  { value: "appearance", label: "Appearance" },
  { value: "calendar", label: "Calendar" },
  { value: "tokens", label: "Access tokens" },
  { value: "data", label: "Your data" },
] as const;

/** Guests have no calendar, no programs and no export. */
const ofGuests: readonly string[] = ["notifications", "account", "appearance"];

/** A person's own settings. Specification, section 2, Settings. */
export function SettingsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { passkeySite } = useWorkspace();
  const { isGuest } = useViewer();
  const shown = tabs.filter(({ value }) => !isGuest || ofGuests.includes(value));
  const view = shown.find(({ value }) => value === search.view)?.value ?? "notifications";
  usePageTitle("Settings");
  return (
    <div className="page-pad mx-auto max-w-[760px]">
      <PageHeader title="Settings" />
      <Tabs
        label="Settings"
        onValueChange={(next) =>
          void navigate({ search: next === "notifications" ? {} : { view: next }, replace: true })
        }
        tabs={shown}
        value={view}
      >
        {view === "notifications" && <NotificationSettings email={<EmailCard />} />}
        {view === "account" && (
          <div className="flex flex-col gap-4">
            <div className="grid gap-4 md:grid-cols-2">
              <AccountCard />
              <PasswordCard />
            </div>
            <SecondFactorCard />
            <PasskeysCard site={passkeySite} />
            <SessionsCard />
          </div>
        )}
        {view === "appearance" && <AppearanceCards />}
        {view === "calendar" && <CalendarSettings />}
        {view === "tokens" && (
          <div className="flex flex-col gap-4">
            <TokensCard />
            <ProgramsCard />
            <FeedsCard />
          </div>
        )}
        {view === "data" && (
          <div className="flex flex-col gap-4">
            <PersonalDataCard />
            <ThingExportsCard />
          </div>
        )}
      </Tabs>
    </div>
  );
}
