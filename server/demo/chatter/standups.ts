/**
 * The stand-up entries of each person, in order. An entry is the plan for the day, and the next one looks back on it.
 * Entries are separated by semicolons; `from d6` and `until d6` limit a person to the days they were there.
 */
export const diaries: Record<string, string> = {
  frontend: `
aiko: listing every place that formats money; a first formatter with the rounding that accounting wants; moving the order summary to it; moving the booking dialog to it; the last five places, PDF included; numbers next to each other before and after; the description of the pull request, with pictures
lucas: finding out where the app loses a scan; scanning while killing the app, again and again; two taps to switch the person; watching somebody use it with gloves at Dock 4; the status for resting drivers; larger type with a setting; the words for "will be sent later"
xiaowen: measuring the map before touching it; drawing quays as one path; the tide as a layer that loads late; clusters when there are too many sites; five digits so that nobody is in the water; moving on the map with the arrow keys; a list next to the map for those who prefer one
zofia: two hours at a gate with a notebook; sorting what I saw into four heaps; booking dialog on paper, third round; booking dialog at 390 wide; the desktop version; words for the empty states with Noor; the bar for an old list, in daylight and at night
amara: what an empty filter should say; the export in the background; progress that tells the truth; keeping the hour when the day changes; filters per person and not per browser; skeletons in the shape of the rows; names for my eleven buttons
emre: the address per site in the invoice form; its errors and its translations; invoice preview that loads only when opened; cutting depot names in the middle; the condition for archived sites; dark theme for the invoice mails; a transparent logo and three mail programs
bjork: keyboard round through the booking; a test that tabs through every dialog; the sort order, said aloud; focus when a popover closes; grey prints of all screens; a session with a client and her screen reader; writing up the three findings
nikhil: moving fetching out of the cards; the conventions page, with examples; replacing the date library with Lucas; typed routes for settings; deleting the old settings pages; looking for dead code with the new tool; types for the map events
chloe: borders that pass on sand; the focus ring with its offset; wrapping long words in cells; one popover instead of four; muted text, warmer and darker; the grey switch; a page that shows each part in each state
mateja: counting what is flaky and how often; deleting thirty logins; two machines for the suite; untidy fixtures from Oksana; pinning the browser in the image; the font that comes late; a run on a slow line, on purpose
malakai: the migration for old devices; the same on the oldest scanner we own; labels as a picture if the font gives up; one beep per truck; the old-list bar with Zofia; battery use over a whole shift; an estimate for offline labels, in weeks
jonah from d6: my remarks on the setup page, and the second of eleven keys; five more keys and a sheet that lists them`,
  backend: `
tomasz: the plan for retries on one page; telling a slow bank from a dead one; storing the first answer; version 2 with its old names; the failure map, first half; the failure map, second half; getting the retries small enough to be read
priya: search words of a whole week; turning the index around; measuring old and new side by side; archived sites last; typing errors in streets; half the index, same answers; the retry review, with coffee
leila: ferries across midnight; clock changes in both directions; the lock per berth behind a switch; a night with recorded traffic; measuring how long we wait for ourselves; taking the switch away; an alarm for the waiting time with Rania
andrei: small batches for the site field; the first rehearsal of the money migration; the second one, with a way back; the real one at half past twelve; indexes that nobody uses; the index for idempotency keys; a copy of production with false names
thandiwe: the arrival files from Kestrel; two signing keys at once; waiting longer after each failed try; a process of its own for webhooks, with Sam; logging every try; the direct line to Kestrel; a page for partners on how to receive webhooks
hugo: logging the berth; hashing keys that are too long; finding out why the job waits; a plan is made again only if its input changed; removing the second queue; load on the scheduler before the holidays; cleaning up after the second queue
minhanh: the winter timetable; one pass for a whole morning; the function that I did not write; saying why a truck waits; review for the incident page; numbers for the dispatchers; what the plan does when a crane stops
oksana: credit notes that know their invoice; the reminder worker, line by line; three untidy clients; money in every column; numbers with a prefix per site; payment tries in the log; the monthly report against the retry branch
samira: the first half of the v3 page; collecting real mistakes; one example per error; the page per client, as a template; running every example before it is printed; the end of version 2, with dates; what a developer asks in the first hour
juanpablo: reports straight from the events; three reports that still join over customers; a lane for evening reports; latency by terminal with Dev; months with five weekends; the export as a job with progress; taking over the lock timeouts from Gustav
ibrahim: amounts with a comma; due dates in the zone of the site; the currency that we refuse; why webhooks live where they live; pages in the payment list; ferries at ten past midnight; reading the retry plan to learn from it
gustav until d6: the report queue and its locks; giving up after two seconds; a graph of which query waits for which; the handover to Juan Pablo`,
  devops: `
dev: sorting alerts with Rania; the plan for node pools; the freeze windows in the calendar; the rollback page, fourth version; twenty minutes of slow reports; the drill and its notes; the date for the node pool swap; approvals by role and not by name; the order of steps for the swap
sam: a list of who owns which secret; the rota until the end of the year; the way back, written before the way there; webhooks in a process of their own; the rollback drill; cordon and uncordon, with commands; queue depth at the end of the month; the runbook with Viktor
meiling: the shared build cache; a full disk, on purpose; the new node image; boot time, 95 seconds and why; boot time, 38 seconds and why; gateway on the new image; probes before code; staging on paper, before we do it in life
omar: the pipe in the basement; a second line that is really second; wifi between racks 4 and 9; access points at the ends of the aisle; the new VPN profile on five devices; a page for the VPN that my aunt could follow; clocks that are wrong
tadhg: who is on the train, in one line; the dashboard link in the runbook; release notes that write themselves; the mail counter; small shares first, as a default; runs that fail for no reason; quarantine for flaky tests; the train in the week of the freeze
rania: 43 alerts and what each did; moving nineteen to a page; five minutes and clients; a calm alert for "one of two is gone"; the morning board; the waiting time on it; Harbour Freight by terminal; thresholds that follow the month
viktor: tokens of people who left; what each token may do; the device reminder; the VPN root, renewed; who may move traffic; questions from Union Quay; the yearly test by outsiders`,
};

/** Ways to say it; `before` is the entry of last time and `now` the one of today. */
export const standupForms = [
  "Yesterday: {before}. Today: {now}.",
  "Since last time: {before}. Next: {now}. Nothing in my way.",
  "Done: {before}. Today: {now}.",
  "{Before}: done. Now {now}.",
  "Finished: {before}. Today's thing: {now}.",
  "- {before}\n- today: {now}\n- blocked by: nothing",
  "{Before}: took longer than I thought, but done. Today: {now}.",
  "Was on: {before}. Now on: {now}.",
  "Today {now}. Last time {before}, that is behind me.",
  "{Before}: in. Up next: {now}. I could use ten minutes of somebody's eyes in the afternoon.",
  "Short one. Done: {before}. Next: {now}.",
  "Still a rest of {before} this morning, then {now}.",
  "**Done** {before}\n**Doing** {now}",
];

/** The same for somebody's first entry. */
export const standupOpenings = [
  "Today: {now}.",
  "On my desk: {now}.",
  "First thing this week: {now}.",
  "{Now}, all day I think.",
];
