/**
 * Questions of the demo company, written by hand, one block each:
 * `? author | hours ago | tags | votes | title`, then its text, then answers: `> author | hours later | votes | text`.
 * `= title` closes it as the duplicate of that question. `author` can be "nobody" (asked anonymously); `>*` is the accepted answer.
 */
export const writtenQuestions = `
? ines | 44 | releases, clients | 9 | Can a customer go live during the payments freeze?
Brightwater Ferries want to start on Thursday. Their tenant exists and the price list is loaded. Does turning them on count as a deploy, and who says yes?
>* kofi | 3 | 14 | Yes, if the go-live needs no billing change. Turning a tenant on is a setting, not a deploy. Invoicing stays off until Monday 09:00, and someone from Backend is named in the go-live note.
> dev | 8 | 5 | From our side it is fine too. Please start before 16:00, so that we see a full working hour of traffic.
> ruth | 43 | 2 | Lighthouse did this in the May freeze and it went well. Their note is a good template.
? marisol | 26 | contracts | 4 | Which clause covers shared terminals?
Harbour Freight shares Terminal C with two other lines and the contract is not clear on it.
> ines | 4 | 3 | Section 7.2, together with the annex on co-use. I can send the wording we used for Kestrel Rail.
> farid | 22 | 1 | The partner contract has its own clause, so check which one they signed.
? ruth | 6 | portal, demo | 7 | How do I test the offline mode without pulling the cable?
Depots lose signal between racks. I would like to show it in the demo.
? noor | 220 | contracts, people | 14 | What is our notice period for contractors?
There are two different numbers in two different templates.
>* greta | 5 | 11 | Four weeks. The template with two weeks is from before January, and I have taken it down.
> ines | 6 | 4 | I corrected the three contracts that still had the old number.
? jonah | 3 | billing | 3 | Where do retries show up in the invoice log?
I can see the first attempt and the last one, nothing between.
> oksana | 1 | 2 | They are in the job log, not in the invoice log. Filter by the invoice number.
? bea | 27 | brand, consent | 6 | Who signs off photos with client staff in them?
Photo day is on Tuesday and two people at Dock 4 are not ours.
? ines | 660 | demo, releases | 21 | Can I use the staging tenant for a client demo?
Asked every quarter, so here is the long version.
>* sam | 2 | 17 | Yes, with the demo data only. Ask in #releases the day before, so that nobody deploys while you show it.
> rafael | 30 | 6 | I keep a recording as a fallback. It has saved me twice.
? camille | 28 | demo | 2 | May I show staging to a client?
Kestrel Rail want to see the price list before they sign.
= Can I use the staging tenant for a client demo?
? elin | 4100 | portal | 12 | How long do we keep a customer's files after they leave?
A customer who left in spring asks for theirs.
>* viktor | 20 | 9 | Ninety days, then they are deleted for good. Legal hold stops that; ask me.
? henrik | 5 | clients | 2 | Is there a one-page description of the booking gateway?
I need something short for a first call tomorrow.
> hanne | 2 | 3 | The press kit has one. I will bring it up to date this afternoon.
? nobody | 31 | people | 18 | Why are the salary bands not published?
Three teams use different titles for the same work, and nobody can tell what they mean.
> greta | 6 | 12 | You are right. The bands are with the works council until the end of the month, and are published after that.
? nobody | 190 | people, office | 11 | Can we work from another country for a month?
My family lives abroad, and I would rather ask before I book anything.
>* greta | 4 | 8 | Up to thirty days a year within the EU, if your lead agrees. Outside of it we have to ask the tax adviser first.
? tove | 90 | pricing | 5 | Does cold storage have a minimum volume?
A bakery with two pallets a week is asking.
>* sunil | 3 | 6 | Four pallets a week. Below that the partner in Vigo takes them, and we earn a commission.
? camille | 12 | rail, contracts | 3 | Who approves a discount above 15 percent?
Kestrel Rail asks for 18 on a two-year term.
> marisol | 2 | 4 | I do, with a note on the margin. Send me the sheet.
? anouk | 300 | clients, ferries | 6 | Which time zone do ferry departures use?
The export says UTC and the customer says local.
>* minhanh | 5 | 9 | Both: planned times are local to the port, and the export is UTC. The column "port_time" has what customers expect.
? priya | 75 | search | 8 | Why does search find plurals in some languages only?
>* leila | 2 | 7 | English, German, French, Spanish and Portuguese have stems. Others match whole words and their beginnings.
? thandiwe | 50 | integrations | 4 | What is the rate limit of the partner API?
>* ibrahim | 1 | 5 | 600 requests a minute for each key. The answer has the rest in its header.
? aiko | 130 | design | 7 | Do we have a rule for icons without a label?
>* saskia | 6 | 6 | Only for the five everybody knows, and always with a tooltip. Everything else gets a word.
? tadhg | 18 | releases | 5 | Can a hotfix skip the canary?
> dev | 1 | 6 | No. Fifteen minutes on the canary have caught two of the last five.
? rania | 260 | monitoring | 4 | Which alerts page at night?
>* meiling | 3 | 8 | Those with severity 1 only: gateway down, payments failing, data loss. Everything else waits for the morning.
? omar | 400 | network | 3 | How do I get a new office printer onto the network?
>* sam | 9 | 4 | Register its address in the device list. It is let in within ten minutes.
? viktor | 140 | security | 10 | May I store a customer's test password in the tracker?
>* viktor | 1 | 13 | No. Use the vault and link the entry. The tracker is readable for all of engineering.
? andrei | 210 | database | 6 | How do I ask for a copy of production data?
>* andrei | 40 | 7 | You do not get one, you get the masked set, which is made every night. Ask for access with the purpose.
? hugo | 34 | onboarding, tools | 5 | Which editor settings do we share?
> samira | 5 | 3 | They are in the repository. Open the folder and accept the recommendation.
? oksana | 500 | billing | 7 | When does an invoice become final?
>* jonah | 12 | 8 | At 02:00 after the period ends. Until then a correction needs no credit note.
? samira | 62 | docs | 3 | Where do I link a page of the handbook from the API docs?
? juanpablo | 700 | reports | 5 | Can a report be sent on the first working day of the month?
>* priya | 30 | 6 | Yes: choose "working days" in the schedule. It knows the holidays of the office.
? hanne | 320 | brand | 9 | May partners use our logo in their newsletter?
>* lina | 4 | 10 | Yes, in the two versions of the partner kit, and not next to a competitor's.
? seun | 45 | web | 3 | Why is the landing page slow from South America?
> meiling | 7 | 4 | The images come from Frankfurt. The edge cache is planned for the next quarter.
? eszter | 22 | events | 4 | How many guests fit into the harbour room?
>* greta | 1 | 5 | Forty seated, sixty standing. The door to the terrace must stay free.
? theo | 160 | brand, consent | 6 | Do I need consent for photos from behind?
>* lina | 3 | 7 | If somebody can be recognised by their clothes or place, yes.
? saskia | 9 | brand | 3 | Which green may I use on dark backgrounds?
? matteo | 110 | social | 4 | Who answers when a customer complains in public?
>* yara | 2 | 9 | We do, within two hours. Please answer with "We look into it" and tag me.
? lina | 37 | press | 2 | Who may talk to journalists about the incident in May?
> marisol | 3 | 5 | Only me and Hanne. Please pass the call on.
? wanjiru | 280 | partners | 5 | What does a partner see of our roadmap?
>* farid | 8 | 6 | The page for partners, which has quarters and no dates.
? luciana | 14 | demo | 4 | Is there a data set with rail and ferry in one tenant?
> rafael | 2 | 3 | "Demo Harbour" has both since last week.
? daniel | 240 | tenders | 6 | Where are the answers to security questionnaires?
>* viktor | 7 | 8 | In the knowledge base, under Tenders. They are reviewed every three months.
? yara | 95 | clients | 7 | When do we call a customer at risk?
>* elin | 5 | 8 | Two missed reviews, or usage down by a third over four weeks.
? siobhan | 17 | clients, portal | 3 | Can a customer merge two tenants?
> thandiwe | 6 | 2 | Not by themselves. We can move the bookings in a maintenance window.
? rafael | 450 | demo | 5 | How do I reset the demo data?
>* sam | 6 | 7 | It is reset every night at 03:00. Before that, ask in #releases.
? sunil | 71 | pricing | 3 | Which exchange rate do quotes use?
>* sunil | 20 | 4 | That of the first working day of the month, for the whole month.
? farid | 19 | partners, contracts | 2 | Who countersigns partner contracts while Marisol is away?
? kofi | 330 | releases, billing | 6 | Which changes count as billing changes?
>* oksana | 9 | 9 | Everything that can change an amount, a tax or a date on an invoice. If in doubt, it is one.
? leila | 28 | search | 2 | How do I rebuild the search index on staging?
> priya | 4 | 3 | Run the reindex job; it takes about ten minutes and search keeps working.
? minhanh | 170 | scheduling | 4 | What happens to a departure in the lost hour of spring?
>* minhanh | 60 | 5 | It moves to the first minute after the hour, and the crew gets a note.
? ibrahim | 11 | onboarding | 4 | Who is my buddy for the first week?
>* gustav | 1 | 3 | I am. Let's meet at ten at the coffee machine.
? meiling | 380 | monitoring | 3 | Why do dashboards show gaps on Sundays?
>* rania | 5 | 4 | The weekly backup pauses the collector for about six minutes.
? dev | 550 | releases | 8 | How is a release named?
>* tadhg | 3 | 7 | Year, week and a letter, such as 2026.47b.
? gustav | 36 | tools | 3 | Is there a faster way to seed a test database?
> andrei | 2 | 5 | Use the template: a copy takes 40 ms instead of a minute.
? nanda | 52 | reports, marketing | 3 | Where does the number of active customers come from?
>* juanpablo | 6 | 5 | Customers with a booking in the last 28 days, without demo tenants.
? marisol | 118 | contracts, clients | 6 | Can we promise 99.95 percent to a new customer?
>* dev | 4 | 8 | 99.9 is what we sign. Above that only with the second region, which has a price.
? ruth | 66 | demo, clients | 3 | Which customers agreed to be named as a reference?
>* yara | 5 | 5 | Brightwater, Kestrel Rail and Lighthouse. Ask me before each call.
? greta | 29 | office | 5 | Who waters the plants on the third floor?
> eszter | 3 | 4 | I do on Mondays. Thursdays are free.
? aiko | 24 | design, portal | 2 | Do we support 320 pixel wide phones?
? sam | 610 | security | 6 | How do I report a lost laptop?
>* viktor | 1 | 9 | Call me, at any hour. We lock it at once, and it costs nothing to be wrong.
? noor | 40 | marketing | 2 | May we name competitors in a comparison?
> lina | 5 | 3 | Only with public figures, and legal reads it first.
? hanne | 8 | brand, press | 3 | Which year do we say we were founded in?
> greta | 1 | 4 | 2011. The company register has 2012, which is when the name changed.
? elin | 13 | portal | 2 | Can a customer see who exported their data?
? tadhg | 130 | releases, tools | 4 | How do I roll back a migration?
>* andrei | 2 | 9 | You do not: write a new one that puts it right. Old data may be gone by then.
? priya | 4200 | search, tools | 7 | Which version of the search engine do we run?
>* leila | 10 | 5 | The one that comes with the database, since the spring.
? bea | 15 | brand | 2 | Is "onboarding" one word in our texts?
>* hanne | 1 | 4 | Yes, one word, without a hyphen.
`;
