import { KindsCard } from "./kinds-card.tsx";
import { NotificationsCard } from "./notifications-card.tsx";
import { QuietHoursCard } from "./quiet-hours-card.tsx";
import { SettingsLoaded } from "./settings-loaded.tsx";
import { UndisturbedCard } from "./undisturbed-card.tsx";
import { WhatRingsCard } from "./what-rings-card.tsx";

/** All that a person decides about being told. Specification, section 2, Settings. */
export function NotificationSettings() {
  return (
    <SettingsLoaded>
      {(shown) => (
        <>
          <NotificationsCard {...shown} />
          <UndisturbedCard {...shown} />
          <QuietHoursCard {...shown} />
          <KindsCard {...shown} />
          <WhatRingsCard settings={shown.settings} />
        </>
      )}
    </SettingsLoaded>
  );
}
