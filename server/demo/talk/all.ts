import { announcementsTalk } from "./announcements.ts";
import { backendTalk } from "./backend.ts";
import { businessDevelopmentTalk } from "./business-development.ts";
import { deploysTalk } from "./deploys.ts";
import { devopsTalk } from "./devops.ts";
import { marisolTalk } from "./direct-marisol.ts";
import { directTalk } from "./direct-others.ts";
import { frontendTalk } from "./frontend.ts";
import { generalTalk } from "./general.ts";
import { hiringTalk } from "./hiring.ts";
import { incidentReviewTalk } from "./incident-review.ts";
import { kestrelRailTalk } from "./kestrel-rail.ts";
import { kitchenTalk } from "./kitchen.ts";
import { marketingTalk } from "./marketing.ts";
import { newJoinersTalk } from "./new-joiners.ts";
import { onCallTalk } from "./on-call.ts";
import { partnerPortalTalk } from "./partner-portal.ts";
import { supportDeskTalk } from "./support-desk.ts";
import { teamTalk } from "./teams.ts";

const harbourFreightTalk = `
# d29 14:12
ruth: Harbour Freight asked us to look at three terminals instead of one. I open this channel so that we keep it in one place. People: Marisol for the deal, Ines for terms, Dev and Kofi for the technical side, Luciana for the demo, Daniel for the words, Siobhán for after.
marisol +4: Their COO, Jo Reyes, signs. The person who decides is their head of terminals, and he likes numbers.
dev +3: Which kind of numbers?
marisol +2: How long a plan takes in the morning when everything arrives at once.

# d26 11:20
luciana: First walk at Terminal A done. Four gates, five berths, two shifts, and a whiteboard that knows more than their system. I took pictures of the whiteboard, with permission.
aiko +5: May I have those? The whiteboard is the real design.
luciana +2: In the folder. Mind the arrows, they mean something.

# d23 15:30
kofi: Their integration wants to send bookings in batches of 500. Our limit is 60 requests a minute, a batch counts as one, so that is fine. What is not fine: they retry the whole batch if one line fails.
dev +4: Can we answer per line?
kofi +3: In version 3, yes. That is a good reason for them to start on it and not on 2.
siobhan +2: I will make sure that their developer reads that page before he writes anything.

# d20 10:44
ines: Notes from the call with their legal: they share Terminal C with two other lines, and the contract is not clear about who may see whose bookings. I would write it down now and not later.
marisol +5: Yes. What would you write?
ines +4: Each line sees its own, the terminal sees all, we see what we need for support and log it.
kofi +2: That is how it works already. It is nice when the contract and the program agree.

# d16 16:05
daniel: Version 1 of the offer is 31 pages. I know. Which ten do they read?
ruth +3: Scope, price, timeline. And the picture on page 2.
daniel +6: Then I make it fourteen pages and an annex that nobody opens.
marisol +1: Our hero.

# d12 09:50
luciana: Demo for their dispatchers is done. They tried to break it for forty minutes. What they liked: changing a slot in two clicks. What they missed: a way to see that the list is old when the network is gone.
aiko +4: There is a mark, but it is too small, we know that from another depot. I will make it a bar.
luciana +2: They wear gloves, so please nothing that needs a fingertip.

# d10 14:31
siobhan: Who would look after them once they are live? If it is me, I would like to be at the kickoff so that my face comes before my first apology.
ruth +2: It is you, and you are invited.

# d8 17:05
marisol: Version 2 is out: 113,500 with support included. Now we wait and do not write to them for two days.
daniel +3: I find waiting the hardest part of writing.

# d6 12:40
ruth: Kickoff went well, one hour, nobody looked at a phone. Two wishes: split the work by terminal so that each site manager can sign alone, and show the support tier as its own line.
marisol +4: That is a version 3 then. Total should stay under 128,400 with support, I promised nothing but I nodded.
ines +3: Splitting the sign-off is fine with me. Only the clause on page 4 has to follow.
kofi +6: For the timeline: A first, then B, four weeks each. C only when we have seen the plans of the building.

# d5 10:22
ruth: They have opened version 2 seven times, three different people, nine minutes on the price page. Nobody reads a price for nine minutes who is not going to buy something.
marisol +2: Or somebody who is adding it up for the third time. Can we drop the margin note from page 2 before the next one goes out?
ruth +1: Dropped. It should never have been on there.

# d3 15:10
dev: Latency per terminal is on a dashboard now. For a fair before and after I would take the same weekday, a week apart.
ruth +3: That is exactly the table that they will want. Can I export it?
dev +2: Yes, button at the upper right, PDF or CSV.

# d2 17:25
aiko: The bar for the old list is in. Yellow with a clock, full width, you can see it from two metres with or without gloves. Picture is on the design page.
luciana +5: That is what they asked for, only better.

# d1 16:48
marisol: Where are we with version 3? I would like to send it {today} after the pricing call.
ines +6: Clause on page 4 is done from my side, please read it once.
ruth +11: Scope is split by terminal. A and B are firm, down a little on A because the gates are simpler than we thought.
siobhan +4: Support tier is described in one paragraph. Price comes from the call.
ruth +13: Terminal C is still a guess until they send the plans.
`;

const designTalk = `
# d29 11:10
zofia: This channel is for things that are not finished. If you wait until it is nice, it is too late for us to help. I start: four sketches for the empty states in the portal, all of them a bit sad.
saskia +5: The third one with the crate is not sad, it is waiting. I like that.
xiaowen +3: Could it say what to do next, rather than that nothing is there?
zofia +2: Yes. "No orders yet" plus one button, never two.

# d24 15:20
chloe: A question of taste with a number behind it. Our muted text on the raised surface is 4.3 to 1. It needs 4.5. I can make it a touch darker, or the surface a touch lighter. Which?
bjork +3: Darker text. Surfaces are shared by everything.
saskia +4: Darker text, and a little less blue please, it looks cold next to the sand.
chloe +12: 4.7 now, and warmer. Side by side on the branch preview.

# d19 10:05
theo: For the portraits I would love one background colour that works on both themes. My favourite is the wet sand.
saskia +2: Wet sand it is, it is a real token and I can stop arguing about it.
noor +6: With or without a shadow on the wall?
theo +1: A small one. Without it people look cut out.

# d15 14:35
zofia: Booking dialog, third try. Left: what the dispatchers asked for. Right: what they use when you watch them. They are not the same picture.
% booking-asked.png booking-used.png
aiko +5: What is the largest difference?
zofia +3: They ask for all gates at once. They use one gate, the one they had yesterday, ninety times out of a hundred.
aiko +2: Then remember the gate of yesterday and put the others one step away.
amara +4: Cheap to build too. It is one value in the browser.

# d11 11:25
bjork: Small rule that I would like to have: no meaning by colour alone. Priority has an icon, status has a ring, presence has a shape. When you review, print it in grey and look whether you still understand it.
chloe +3: I made a grey switch in the kit page, so that nobody has to print.
bjork +1: Even better.

# d5 16:14
jonah: Could I show something very early? Keys for the portal, how to make them visible: a small letter in the button, or a sheet when you hold the question mark.
zofia +4: Both, the letter only after they used the sheet once. Otherwise it is noise for those who never will.
bjork +2: And please no single letters while a field has the focus.
jonah +3: That was on my list of traps. Thank you.

# d2 15:31
saskia: Depot kit, last look before print: tape measure, card, sticker for the scanner. The sticker has to survive rain, diesel and gloves, so it is larger than I would like.
xiaowen +4: Larger is good. The depot at night has one lamp.
aiko +6: The card is lovely. May I have one even though I measure nothing?
saskia +1: You may have two.
`;

const caseStudiesTalk = `
# d29 15:10
hanne: Four stories for the next half year: Marlowe, Lighthouse, Anchor Print and, if the pilot works, Kestrel. One at a time, and nobody is asked for a quote before the thing runs.
yara +4: Anchor would be flattered to be asked. Give them two months of quiet first.
lina +2: Two months it is. I put it into the calendar.

# d26 10:40
noor: First call with Marlowe, 50 minutes. What they said without being asked: tickets at the counter went down, and the night before a holiday is no longer a night at work.
hanne +3: "No longer a night at work" is the heading of something.
saskia +2: It is the heading of the second page.

# d20 14:25
theo: Back from two days on the ferry. If I never see another gull it will be fine. Pictures by {day+2}.
anouk +5: Their crew still talks about you. You climbed on the thing nobody climbs on.
theo +1: It had the best light.

# d15 11:05
seun: What people search for before they find a story of ours: "ferry check-in queue", "fewer support tickets transport", "harbour software example". So numbers in the title, please.
hanne +3: 41 % fewer tickets in one season. Is that number safe?
ruth +6: Safe. It is theirs, from their own desk, and they offered it.

# d10 09:55
lina: Marlowe's own press person read it. Two changes: the name of a ship, and "passengers" and not "customers".
hanne +2: Passengers. Of course. How did five of us not see that?
lina +1: None of us was on a ship while reading.

# d5 10:15
bea: I read the last six stories as a newcomer. What I remember a day later: the foreman with the two watches, and the number with the fax. What I don't remember: any sentence with "solution".
hanne +4: That is the best feedback in a year. We will now look for watches.
noor +2: And put the word on the list.

# d3 15:45
saskia: Cover is final. Deck hand, scanner, six in the morning, the bollard is in.
theo +1: The bollard!
ruth +5: It is beautiful. I will print it for the meeting room.

# d2 09:30
noor: Order of things for {next}: page at ten, press at ten, posts from half past ten, mail to clients in the afternoon. Everybody has read it once more, and nobody may improve anything now.
seun +2: I improved a comma just before you wrote that.
noor +1: That was the last one.
`;

/**
 * The written talk of every conversation, by its key. The head of a talk says when it starts:
 * `d12 10:05` is the twelfth working day before today, `m57` is 57 minutes ago.
 */
export const writtenTalk: Record<string, string> = {
  announcements: announcementsTalk,
  general: generalTalk,
  deploys: deploysTalk,
  "business-development": businessDevelopmentTalk,
  frontend: frontendTalk,
  backend: backendTalk,
  devops: devopsTalk,
  marketing: marketingTalk,
  "harbour-freight": harbourFreightTalk,
  "kestrel-rail": kestrelRailTalk,
  "incident-review": incidentReviewTalk,
  design: designTalk,
  "on-call": onCallTalk,
  "partner-portal": partnerPortalTalk,
  "support-desk": supportDeskTalk,
  "case-studies": caseStudiesTalk,
  kitchen: kitchenTalk,
  "new-joiners": newJoinersTalk,
  hiring: hiringTalk,
  ...teamTalk,
  ...directTalk,
  ...marisolTalk,
};
