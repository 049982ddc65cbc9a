const programs = [
  {
    name: "Google Calendar",
    steps:
      "On a computer, press the plus next to “Other calendars”, choose “From URL”, paste the address and add the calendar. Google looks for changes a few times a day.",
  },
  {
    name: "Apple Calendar",
    steps:
      "On a Mac choose File, New Calendar Subscription. On an iPhone open Settings, Apps, Calendar, Calendar Accounts, Add Account, Other, Add Subscribed Calendar. Paste the address, and choose how often it looks for changes.",
  },
  {
    name: "Outlook",
    steps:
      "In the calendar choose Add calendar, then Subscribe from web. Paste the address, give the calendar a name and import it. Outlook looks for changes every few hours.",
  },
] as const;

/** How the address gets into the programs that most people use. */
export function FeedHelp() {
  return (
    <section aria-label="How to add it" className="flex flex-col">
      {programs.map(({ name, steps }) => (
        <details className="border-t py-2 last:border-b" key={name}>
          <summary className="min-h-8 cursor-pointer rounded-xs py-1 font-medium text-sm">{name}</summary>
          <p className="pb-1 text-muted text-sm">{steps}</p>
        </details>
      ))}
    </section>
  );
}
