import { cell, parseTable } from "../table.ts";

/**
 * A page of the tree; `department` limits who reads it, and all that is below. In the text, `{person:key}` and
 * `{article:key}` are mentions, and `{card:key}` is a card.
 */
export interface WrittenArticle {
  key: string;
  parent: string;
  title: string;
  department: string;
  owner: string;
  versions: number;
  age: number;
  overdue: number;
  body: string;
}

export const writtenArticles: WrittenArticle[] = parseTable(`
  key        | parent    | title                          | department           | owner    | versions | age | overdue | text
  company    |           | About Pelican Works            |                      | greta    | 3 | 100 | 0  | We make software for terminals: ferries, rail depots and cold storage. Sixty people in Lisbon, and a few elsewhere. ¶ ## What we promise ¶ A terminal opens at six in the morning, and so do we. ¶ ## How we decide ¶ The person who does the work decides, and writes down why.
  values     | company   | How we work together           |                      | greta    | 2 | 140 | 0  | Say it early, say it plainly, and say it to the person. ¶ ## Meetings ¶ No agenda, no meeting. Notes are in the page by the evening. ¶ ## Quiet hours ¶ Nobody answers between seven in the evening and eight in the morning, unless they are on call.
  people     | company   | Who does what                  |                      | greta    | 1 | 60  | 0  | Each department has a lead and a channel. If you do not know who to ask, ask in **general**.
  offices    | company   | Offices and keys               |                      | greta    | 2 | 210 | 30 | Quay Street is open from seven to eight in the evening. ¶ ## Keys ¶ Your badge opens the gate and the second floor. The platform room needs a reason.
  glossary   | company   | Words of our trade             |                      | samira   | 2 | 95  | 0  | ¦ word ¦ means ¦ ¶ ¦ --- ¦ --- ¦ ¶ ¦ slot ¦ Half an hour at a gate. ¦ ¶ ¦ turn ¦ A vehicle in and out again. ¦ ¶ ¦ cold chain ¦ Goods that stay below four degrees. ¦
  benefits   | company   | Benefits                       |                      | greta    | 1 | 160 | 0  | Health insurance, a travel card, and 600 euros a year for learning.
  learning   | benefits  | Your learning budget           |                      | greta    | 1 | 150 | 0  | Ask your lead, and tell the others what you learnt. ¶ - Courses and books ¶ - Conferences, with one talk at home afterwards
  travel     | company   | Travel guide                   |                      | ines     | 2 | 80  | 0  | Book early, travel by train where you can, and keep the receipts. ¶ :::tip ¶ A day trip to Porto is faster by train than by plane. ¶ ::: ¶ :::toggle ¶ What a receipt has to show ¶ The date, the place, and ==who paid==. A photograph is enough. ¶ :::
  security   |           | Security                       |                      | viktor   | 2 | 50  | 0  | Security is everybody's work. Report what looks odd, also when it was you. ¶ ## Passwords ¶ One for each account, in the company's vault. ¶ ## Lost devices ¶ Tell Viktor Dimitrov at once. Nobody is blamed for a lost phone that was reported.
  phishing   | security  | Spotting a forged mail         |                      | viktor   | 1 | 50  | 0  | Look at the address, not at the name. If it is urgent and about money, call the person. ¶ :::warning ¶ We never ask for a password, in no mail and in no chat. ¶ :::
  data       | security  | Data we may keep               |                      | viktor   | 2 | 190 | 8  | Bookings for seven years, messages as long as the account exists, logs for 30 days.
  clients    |           | Clients                        |                      | marisol  | 2 | 70  | 0  | Every client has one account manager, one page, and one channel.
  harbour    | clients   | Harbour Freight                | business-development | ruth     | 3 | 20  | 0  | Eleven terminals, three of them since October. ¶ ## What matters to them ¶ Latency at the gate. They measure it themselves. ¶ ## Contacts ¶ Operations answers within the hour, billing takes a day.
  kestrel    | clients   | Kestrel Rail                   | business-development | ruth     | 2 | 35  | 0  | A pilot of twelve weeks at two depots. ¶ ## Agreed ¶ One review in the middle, and no new feature before it.
  coldline   | clients   | Coldline Storage               | business-development | tove     | 1 | 110 | 0  | Four warehouses. Their day starts at three in the morning.
  pricing    | clients   | How prices are made            | business-development | sunil    | 2 | 65  | 0  | One price for each terminal, less from the third on. ¶ ## Exceptions ¶ Ruth Adeyemi approves them in writing.
  tenders    | clients   | Answering a tender             | business-development | daniel   | 1 | 130 | 0  | Read the questions twice before the first answer. ¶ 1. Decide within two days ¶ 2. Name one writer ¶ 3. Have it read by somebody who was not in the room
  renewals   | clients   | Renewals                       | business-development | yara     | 1 | 240 | 60 | Start three months before the end. A renewal that begins late is a discount.
  engineering |          | Engineering                    |                      | kofi     | 2 | 90  | 0  | Small changes, often. A change that nobody can explain does not ship. ¶ ## On this page ¶ Read how we review and how we release first.
  review     | engineering | Code review                  |                      | kofi     | 3 | 85  | 0  | A review is a conversation, not a gate. ¶ ## What to look for ¶ - What happens when it fails ¶ - What the next reader will not understand ¶ - Tests that would find the bug ¶ ## How fast ¶ Within half a day.
  release    | engineering | How we release                |                      | tadhg    | 2 | 55  | 0  | A train leaves on Wednesdays at ten. Hotfixes leave whenever two people agree, one of them {person:kofi}. Read {article:review} first. ¶ ## Before the train ¶ - [x] Notes for clients are written ¶ - [ ] The feature flags are off ¶ {card:testing} ¶ :::note ¶ Nobody releases on the day before a holiday. ¶ :::
  testing    | engineering | Testing                       |                      | mateja   | 2 | 100 | 0  | A flaky test is a bug. The first person to see it owns it until it is fixed.
  api        | engineering | Our API, for partners         |                      | samira   | 4 | 25  | 0  | Everything the portal can do, the API can do. ¶ ## Signing in ¶ With a key for each partner. ¶ ## A first request ¶ \`\`\`sh ¶ curl -H "Authorization: Bearer $KEY" https://api.pelicanworks.example/slots ¶ \`\`\` ¶ ## Limits ¶ 600 requests a minute.
  search     | engineering | How search works               | backend              | priya    | 1 | 75  | 0  | Words are folded, cut and counted at night. New bookings are found within seconds.
  billing    | engineering | How invoices are made          | backend              | tomasz   | 2 | 45  | 0  | Once a night, in one pass. ¶ ## Retries ¶ The same retry twice is one invoice: it carries the key of the first.
  queues     | billing   | Queues and their depth         | backend              | minhanh  | 1 | 40  | 0  | 5,000 is the line. Above it the alarm rings, below it nobody looks. ¶ A booking waits as long as the depth $\`d\`$ divided by the rate $\`r\`$: ¶ \`\`\`math ¶ w = \\frac{d}{r} ¶ \`\`\`
  schema     | engineering | Changing the database         | backend              | andrei   | 2 | 170 | 4  | Add first, fill later, remove last. Never in one release.
  portal     | engineering | The partner portal             | frontend             | aiko     | 2 | 60  | 0  | One screen for each job, and nothing that needs a manual.
  design     | engineering | Design system                  | frontend             | chloe    | 2 | 33  | 0  | Take what is there. If it is not there, ask before you draw it.
  maps       | portal    | Maps and depots                | frontend             | xiaowen  | 1 | 68  | 0  | Tiles are kept for a week. A depot without a signal still has its map.
  a11y       | design    | Accessibility notes            | frontend             | bjork    | 1 | 41  | 0  | Names before colours, words before icons.
  platform   |           | Platform                       | devops               | dev      | 2 | 30  | 0  | Two regions, one database each, and a bus between them. ¶ ## Who may do what ¶ Everybody reads, the platform team writes.
  pools      | platform  | Node pools                     | devops               | sam      | 2 | 15  | 0  | A new pool is cordoned until two probes are green. The numbers are in {article:costs}.
  network    | platform  | Network and VPN                | devops               | omar     | 1 | 88  | 0  | The new profile replaces the old one on 1 December.
  alerts     | platform  | Alerts worth waking for        | devops               | rania    | 3 | 50  | 0  | If nobody has to act, it is no alert. ¶ ## Levels ¶ ¦ level ¦ means ¦ ¶ ¦ --- ¦ --- ¦ ¶ ¦ red ¦ Somebody gets up. ¦ ¶ ¦ amber ¦ Somebody looks in the morning. ¦
  costs      | platform  | What the platform costs        | devops               | dev      | 1 | 120 | 0  | Storage is half of it. Logs are half of that.
  brand      |           | Brand                          |                      | hanne    | 2 | 70  | 0  | Calm, plain, and a little salt. ¶ ## Voice ¶ We say what happened and what to do. No jokes in errors.
  logo       | brand     | Logo and colours               |                      | saskia   | 2 | 95  | 0  | The lagoon logo on white, the white one on photographs, and nothing in between.
  events     | brand     | Trade fairs                    | marketing            | eszter   | 1 | 66  | 0  | Two a year. The stand is in the warehouse at Beato, row 4.
  campaigns  | brand     | Planning a campaign            | marketing            | noor     | 2 | 82  | 0  | One aim, one page, one person who decides.
`).map((row) => ({
  key: cell(row, "key"),
  parent: cell(row, "parent"),
  title: cell(row, "title"),
  department: cell(row, "department"),
  owner: cell(row, "owner"),
  versions: Number(cell(row, "versions")),
  age: Number(cell(row, "age")),
  overdue: Number(cell(row, "overdue")),
  // Cells are parted by a bar, so tables in a text have a broken one.
  body: cell(row, "text")
    .replaceAll("¦", "|")
    .replace(/(\|) ¶ (?=\|)/g, "$1\n")
    .replace(/ ¶ (?=- |\d\. )/g, "\n")
    .replace(/(```\w*) ¶ /g, "$1\n")
    .replace(/ ¶ (```)/g, "\n$1")
    .replaceAll(" ¶ ", "\n\n"),
}));
