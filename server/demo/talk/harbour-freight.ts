export const harbourFreightTalk = `
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
