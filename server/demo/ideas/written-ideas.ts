import { cell, parseTable } from "../table.ts";

export interface WrittenIdea {
  key: string;
  title: string;
  /** The status it has now; it came there through those before. */
  status: string;
  department: string;
  author: string;
  /** Empty: nobody answers for it yet. */
  owner: string;
  /** Days since it was posted. */
  days: number;
  votes: number;
  /** From 1 to 5. 0 if nobody has scored it. */
  impact: number;
  weeks: number;
  tags: string[];
  text: string;
  /** The last official reply; empty: none yet. */
  reply: string;
}

/** The ideas of the staff of Pelican Works. "anonymous" is an idea without an author. */
export const writtenIdeas: WrittenIdea[] = parseTable(`
  key       | title                                           | status    | department           | author    | owner   | days | votes | impact | weeks | tags            | text | reply
  offline   | Offline mode for depots                         | started   | business-development | ruth      | malakai | 72   | 48    | 4.6    | 15    | depots, scanner | Scanners lose signal between racks. Keep the last list and send later. | Pilot at Kestrel Rail from 1 December. The list stays on the scanner; scans go out once there is signal.
  prices    | One price sheet for partners and direct         | planned   | business-development | marisol   | sunil   | 52   | 37    | 4      | 8     | pricing         | Two sheets drift apart by the second week of a quarter. | Q1, after the multi-site tier. Sunil merges the two sheets and keeps one history.
  freeze    | Show the payments freeze on every deploy button | planned   | devops               | aiko      | dev     | 11   | 18    | 3.1    | 5     | deploys, freeze | During the October freeze three of us found out from a failed pipeline. Put a small lock and the end date on every deploy button in the tools we own, and say who can approve a hotfix. | We will do this in December, before the next freeze. The lock reads the calendar event, so there is nothing new to keep up to date. The partner portal comes first, then the release page.
  map       | Client map on the landing page                  | in_review | marketing            | noor      | noor    | 19   | 19    | 2.6    | 13    | website         | Terminals by size, with a story behind each dot. | Noor is checking what clients allow us to show.
  digest    | Weekly digest instead of four mails             | new       |                      | sam       |         | 5    | 16    | 3.4    | 8     | mail            | One mail on Monday, with only what I follow. |
  keyboard  | Keyboard map for the partner portal             | in_review | frontend             | jonah     |         | 14   | 12    | 2.2    | 5     | portal          | Dispatchers never touch the mouse. Neither should we. | Jonah is collecting the ten most used screens.
  labels    | Print labels from the phone                     | declined  | frontend             | lucas     |         | 26   | 5     | 1.3    | 15    | depots          | Asked for by two depots, one said no. | Two depots have label printers without a network. We will look at it again when they are replaced.
  scanlist  | Keep the scan list when the signal drops        | in_review | business-development | ines      |         | 9    | 7     | 0      | 0     | depots          | The list is empty after every dead spot. | Close to Offline mode for depots. We may merge the two.
  quiet     | Quiet mode for site visits                      | in_review | business-development | ruth      |         | 21   | 4     | 1.8    | 3     | chat            | Nobody wants a ping during a site visit. | We are looking at what the calendar already knows.
  webhook   | Webhook replay                                  | started   | backend              | oksana    | oksana  | 48   | 18    | 3.6    | 5     | integrations    | Partners ask us to send yesterday again. Let them do it. | Replay of the last seven days works on staging.
  bulk      | Bulk edit for client contacts                   | planned   | business-development | ines      | yara    | 38   | 15    | 2.8    | 3     | contacts        | Forty contacts changed their domain. I edited forty forms. | Planned for January, together with the import.
  snooze    | Snooze a message until Monday                   | shipped   |                      | sam       | kofi    | 90   | 31    | 3.8    | 3     | chat            | Friday messages are lost by Monday. | Shipped: right-click a message and choose when to be reminded.
  receipts  | Read receipts on announcements                  | shipped   |                      | greta     | greta   | 110  | 22    | 3.2    | 5     | announcements   | I never know who has read the safety notes. | Shipped with the new announcements page.
  casestudy | Case study template                             | shipped   | marketing            | hanne     | hanne   | 80   | 14    | 2      | 1     | website         | Every case study begins with a blank page. | The template is in the knowledge base.
  darkmap   | Dark map tiles for the night desk               | shipped   | frontend             | xiaowen   | xiaowen | 70   | 11    | 2.4    | 2     | maps            | The map is the brightest thing in a dark room. | Shipped for everyone who uses the dark theme.
  oncall    | On-call handover in one page                    | planned   | devops               | meiling   | dev     | 33   | 13    | 3      | 2     | on-call         | Handover takes half an hour, because it is in four places. | Planned for December: the page fills itself from the week.
  freeze2   | Freeze countdown in the header                  | new       | devops               | omar      |         | 4    | 6     | 0      | 0     | freeze          | A countdown to the freeze, where everybody looks. |
  onecal    | One calendar for every freeze                   | shipped   | devops               | sam       | sam     | 120  | 11    | 2.6    | 2     | freeze          | Freezes are in three calendars. | All freezes are events of one calendar now.
  warn      | Warn before a freeze                            | new       | devops               | omar      |         | 9    | 6     | 0      | 0     | freeze          | A message the day before would have saved my Thursday. |
  lunch     | A lunch table for new people                    | shipped   |                      | zofia     | greta   | 64   | 17    | 2.2    | 1     | office          | The first week is lonely at lunch. | Every Tuesday, the long table by the window.
  bikes     | Covered bike racks at the quay                  | declined  |                      | tove      |         | 58   | 9     | 1.6    | 8     | office          | My saddle is wet from October to April. | The quay belongs to the harbour. They said no twice; we asked for the yard instead.
  etas      | Say why an arrival time changed                 | started   | backend              | elin      | minhanh | 40   | 20    | 4.2    | 8     | ferries         | Clients ask "why" and we look it up by hand. | The reason comes from the scheduler first; weather follows in January.
  invoices  | Warn before an invoice goes to an old address   | planned   | backend              | oksana    | tomasz  | 29   | 10    | 3.4    | 3     | billing         | Six invoices came back last month. | January, with the new contact import.
  refunds   | Refund in two steps, not in five                | in_review | backend              | juanpablo |         | 16   | 8     | 2.8    | 5     | billing         | Five screens for one refund. | Tomasz is measuring which steps nobody needs.
  testdata  | Anonymous test data, fresh every night          | started   | backend              | andrei    | andrei  | 60   | 14    | 3.2    | 13    | testing         | Test data is from March. | The nightly copy works; names and addresses are replaced.
  samlogin  | One sign-in for the partner portal              | in_review | frontend             | thandiwe  | aiko    | 44   | 13    | 4.4    | 20    | portal          | Partners have a password for every tool of ours. | We are talking to two partners about what they use.
  contrast  | Check contrast in every pull request            | shipped   | frontend             | bjork     | bjork   | 100  | 9     | 2.8    | 2     | accessibility   | We find it after the release. | The check runs on every pull request since October.
  standup   | Written stand-up on travel days                 | new       |                      | rafael    |         | 7    | 5     | 1.4    | 1     | meetings        | Half of us are on trains on Thursdays. |
  glossary  | A glossary of ferry words                       | new       |                      | nikhil    |         | 3    | 4     | 1.8    | 2     | onboarding      | What is a pax manifest? I asked three times. |
  photos    | Photos of the berths in the site pages          | new       | business-development | anouk     |         | 8    | 3     | 0      | 0     | depots          | A photo says more than our berth codes. |
  csv       | Remember my columns in exports                  | in_review | frontend             | daniel    |         | 12   | 6     | 2      | 2     | exports         | I choose the same nine columns every Friday. | Easy to do for lists; reports need a little more.
  alerts    | Group alerts of one outage                      | planned   | devops               | dev       | meiling | 35   | 16    | 3.8    | 5     | on-call         | One broken switch, sixty alerts. | Grouping by site comes first, in December.
  press     | Press kit that updates itself                   | new       | marketing            | hanne     |         | 6    | 4     | 1.2    | 3     | website         | Journalists still have the old logo. |
  quotes    | Quotes from clients next to features            | in_review | marketing            | matteo    |         | 23   | 7     | 2.2    | 2     | website         | We have the quotes, and nobody sees them. | Waiting for three approvals.
  shifts    | Swap a shift without asking three people        | new       | devops               | anonymous |         | 2    | 8     | 3      | 5     | on-call         | Swapping takes longer than the shift. |
  heat      | Open the office earlier in winter               | declined  |                      | anonymous |         | 47   | 6     | 1      | 1     | office          | The heating starts at nine, and so do we. | The landlord heats from eight, not earlier. There are blankets in the cabinet by the kitchen.
  salary    | Publish salary bands                            | in_review |                      | anonymous | greta   | 30   | 23    | 4.2    | 13    | people          | People guess, and guess wrong. | Greta is preparing bands for the next review round.
  bdnotes   | Shared notes for client calls                   | new       | business-development | camille   |         | 5    | 6     | 2.6    | 3     | calls           | Two of us called the same client with half of the story each. |
  mobile    | Approve quotes on the phone                     | planned   | business-development | luciana   | rafael  | 27   | 12    | 3.4    | 8     | pricing         | I sign quotes at the gate, with a laptop on my knees. | After the single price sheet.
  search    | Search in attachments of old tickets            | shipped   | backend              | priya     | priya   | 130  | 19    | 4      | 8     | search          | The answer is always in a PDF of 2023. | Search reads PDF and Word files now.
  welcome   | A first-week checklist                          | started   |                      | jonah     | greta   | 18   | 15    | 2.8    | 2     | onboarding      | I found out about the VPN on day six. | Greta and Jonah are testing it with the two people who start in December.
`).map((row) => ({
  key: cell(row, "key"),
  title: cell(row, "title"),
  status: cell(row, "status"),
  department: cell(row, "department"),
  author: cell(row, "author"),
  owner: cell(row, "owner"),
  days: Number(cell(row, "days")),
  votes: Number(cell(row, "votes")),
  impact: Number(cell(row, "impact")),
  weeks: Number(cell(row, "weeks")),
  tags: cell(row, "tags")
    .split(",")
    .map((tag) => tag.trim()),
  text: cell(row, "text"),
  reply: cell(row, "reply"),
}));
