/** Everyday notes of the other rooms, each said once, by the key of the room; `d4` ties one to its day. */
export const roomChatter: Record<string, string> = {
  frontend: `
# 9-16
xiaowen: Does anybody else see the preview build take forever today?
mateja +4: The runner had a full disk. It is empty again.

# 10-15
amara: How do we write a button that waits? "Saving" or "Saving..."?
zofia +3: "Saving", with the ring. The dots belong to the ring.

# 13-17
nikhil: I found 1,100 lines which nobody calls. May I?
aiko +5: You may. Leave the tide table, Xiaowen will miss it.
xiaowen +1: I would.

# 9-14
chloe: Please don't use the old shadow any more, \`shadow-2\` now means what it says.
emre +6: I had it in two places. Both gone.

# 11-16
bjork: A nice detail from a session today: the person navigates by headings only. Our second level is missing on four pages.
amara +3: Which ones?
bjork +1: In the ticket, with a picture of the outline.
amara +88: All four have one now.

# 14-17
lucas: Is there a convention for the name of a hook that only reads?
aiko +4: \`use\` and the noun. If it also writes, two hooks.

# 10-16
mateja: The suite is at 11 minutes with two machines. It has not been that fast since the portal had three pages.
emre +2: I remember the three pages. Good times.

# 9-15
malakai: I have a scanner from a depot here that survived a fall from a fork lift. Screen is cracked and it still scans.
zofia +3: May I draw on the crack?

# 13-16
kofi: Visitors from a school are here on {day+3}, twelve people of fifteen. Who would show something for ten minutes?
xiaowen +5: The map. They can move ships.
malakai +3: And I let them scan things that should not be scanned.

# 10-14
zofia: I tested the words "slot", "time" and "window" with five dispatchers. All five say "slot".
noor +4: Then it is "slot" from now on, in every text of ours.
`,
  backend: `
# 9-15
hugo: Is staging slow or is it me?
andrei +3: It is me, I rebuild an index. Ten more minutes.

# 10-16
leila: What do you think of a table that is only there to remember a decision?
andrei +5: If the decision has a date and a reason, I like it a lot.

# 13-17
ibrahim: I learned today that "billing" and "invoicing" are two things. I have been here for three months.
oksana +2: Invoicing writes the paper, billing gets the money.
ibrahim +1: That is going on a note above my desk.

# 11-15
juanpablo: The longest query of the day is 41 seconds, and it is one of mine. Has somebody a spare pair of eyes?
priya +6: It sorts before it filters. Turn the two around.
juanpablo +13: 0.9 seconds. Thank you, and I am slightly ashamed.

# 9-14
thandiwe: A partner sends dates as day, month, year, but only from Thursdays on. They have two systems.
samira +3: That goes into the page of real mistakes, with honour.

# 10-16
minhanh: If somebody needs a morning with 4,000 trucks for tests, there is one in the fixtures now, with names of my cousins as drivers.
leila +4: You have many cousins.
minhanh +1: I had to invent eleven.

# 14-17
samira: Two people asked me today what "eventually" means in our docs. I replaced it by "within ten seconds".
tomasz +3: Is it within ten seconds?
samira +2: I measured. It is within four.

# 9-13
andrei: Vacuum ran into the morning for the first time in months. Moved it by an hour, and I will watch it this week.
meiling +5: I saw it on the board. All fine here.

# 13-16
kofi: Please read the draft on error texts, one page. If you find a text that says "invalid", it is not finished.
hugo +9: I found three in scheduler. Rewriting them.

# 10-15
priya: New record: a search for a single letter returned 118,000 results. We now ask for three.
thandiwe +2: Who searches for one letter?
priya +2: Somebody with a cat on the keyboard, I hope.
`,
  design: `
# 10-16
xiaowen: Which of these two blues for the water? Left is truer, right is calmer.
saskia +4: Right. Nobody navigates by us.

# 13-17
noor: Does "No orders yet" sound sad to you?
zofia +3: A little. "Nothing to do here yet" is sadder.
noor +2: Then "No orders yet" stays.

# 11-15
amara: I have a dialog with seven fields. How do I make it feel like four?
aiko +6: Ask three of them later, when the answer is known half of the time anyway.

# 9-14
theo: The icon for "tide" reads as "wave", people say. Is that bad?
xiaowen +5: In a tool for harbours, a bit.
chloe +4: I will try one with a mark at the side, for height.

# 14-17
bjork: I went through the portal at 200 % zoom. Two places where text is cut, one where it is nicer than at 100.
chloe +3: Where is it nicer?
bjork +1: The order page. Large type suits it.

# 10-15
saskia: A plea: fewer corners with different radius on one page. I counted five on the invoice.
zofia +4: It should be two. I will go through it with Emre.
zofia +140: Two.

# 13-16
chloe: The page with all parts in all states is up. It is long and I like to scroll through it at night.
aiko +3: The disabled ones look like ghosts, well done.

# 9-16
zofia: I asked a dispatcher to draw our screen from memory. He drew the list, a clock and a coffee cup.
noor +2: The coffee cup is ours too?
zofia +1: It stands where our help button is.

# 11-16
aiko: If you change a word on a screen, please tell Noor. She keeps the list of words and it is a good list.
noor +3: It has 140 words, and nine of them are "slot".
`,
  "partner-portal": `
# 10-15
yara: A partner with 40 people asks for a way to invite more than one at a time.
lucas +4: A field that takes a list of addresses? One per line?
yara +1: That is all they want.
lucas +3: Then it is half a day. I put it on the list.

# 13-17
zofia: People overlook the button to confirm because it is at the top. Moved to the end, where the thumb is.
siobhan +5: Good. I had explained where it is eleven times.

# 9-14
emre: Sessions now end after the form is saved and not in the middle of it.
yara +3: I know three partners who will not notice, and that is the point.

# 11-16
oksana: Can the portal show a reason when an invoice is on hold? I have seven reasons, all in plain words.
amara +4: Yes, below the status. Send me the longest one.
oksana +2: "Waiting for the order number of your client."
amara +1: That fits.

# 10-16
mateja: The switch booking-2 is on for a third of the partners since this morning. No complaints, two compliments.
zofia +2: What did they say?
mateja +1: "Oh." and "Finally."

# 14-17
thandiwe: Do you cache the list of sites? A partner renamed one and saw the old name for an hour.
aiko +3: For five minutes, in theory.
thandiwe +2: In practice sixty.
aiko +27: A zero too many. It is five now.

# 9-15
siobhan: May I have a link which opens the booking dialog with a gate already chosen? I would put it into mails.
lucas +6: It works already, add \`?gate=4\` at the end.
siobhan +1: You made my week.

# 13-16
tomasz: From next week on a payment link can be sent again by the partner. You only need a button.
emre +3: I have a button without a job. They should meet.

# 10-15
xiaowen: Map clusters are in. With 300 sites it is readable and it does not stutter on the old tablet.
yara +4: I can finally show it to the big one.

# 11-17
amara: Question on words: "archive" or "close" for a site which is no longer used?
siobhan +3: They say "we closed it". But it can open again.
amara +1: Then "archive", with "closed on" as a date next to it.
`,
  "case-studies": `
# 10-15
lina: The photographer of the other paper asks for the picture with the gate. Can he have it?
theo +3: With the name under it, yes.

# 13-16
seun: Which word do we use, "story" or "case study"? The site has both.
hanne +4: "Story" in the menu, "case study" where somebody searches for it.

# 9-14
noor: Second interview with Lighthouse, the night foreman this time. He spoke for ten minutes about silence.
hanne +3: I want those ten minutes.

# 11-16
yara: Estuary said no to a story, but yes to a quote without a name.
lina +2: "A food company at the coast." That is nearly a name.

# 14-17
saskia: The old stories are set in the new layout now, eleven of them. The oldest has a fax number in it.
seun +3: Leave it, it has visitors.

# 10-16
ruth: A small request: if a number comes from the client, please write how they counted. Their colleagues read it too.
noor +4: Good rule. I add a line below each number.

# 9-15
theo: I sorted 1,200 pictures of four years by client and consent. 300 had no form, so they are gone.
hanne +2: Thank you. That hurts, and it is right.

# 13-17
anouk: A crew member of Marlowe would like to be called by her first name only. Is that a problem?
lina +2: Not at all, that is nicer anyway.
`,
  "harbour-freight": `
# d24 10-15
luciana: Their dispatcher sent a list with fourteen wishes. Nine exist, three are easy, two are wishes.
ruth +4: Which two?
luciana +2: Fewer trucks, and better weather.

# d15 13-16
daniel: Page 2 picture: the whiteboard or the crane?
marisol +3: The whiteboard. They will recognise their own handwriting.

# d9 9-14
siobhan: They would like one person for all three terminals and a second for nights. I wrote down both with hours.
ines +5: Hours are good, then it stays a number and not a hope.

# d4 11-16
kofi: Their test system sends us bookings since this morning. 212 good ones, 3 with a date in the past, all as expected.
dev +3: I saw them. They come in bursts at full hours.
`,
  "kestrel-rail": `
# d10 10-15
rafael: One of the two spare scanners is in use. It did not break, somebody likes it more.
lucas +3: It is the one with the softer button. I noticed that too.

# d13 13-16
omar: Access points at both ends of the aisle are up. Walk-out takes three seconds until all is sent.
ruth +4: And inside?
omar +2: Inside is steel, and steel stays steel.

# d7 9-14
luciana: The foremen took the paper list down today. Nobody told them to.
marisol +3: That is worth more than a number. I will remember it for the talk.

# d5 11-16
thandiwe: Clock of their yard is two minutes ahead of the world. I correct for it, and they know.
kofi +2: Please write that into the page, or we will be surprised in a year.
`,
  "new-joiners": `
# 10-15
henrik: Is there a list of the short words that everybody uses? I heard "HF" and thought of a radio.
noor +4: On the wiki under *Short words*, 31 of them. Add what is missing.

# 13-16
hugo: How do I book {room} for more than two hours?
greta +5: You ask me, and I ask why. The answer may be "a workshop".

# 9-14
ibrahim: Small note for those after me: the badge opens the side door too, also in the rain.
tadhg +2: I have been walking round the building for half a year.

# 11-16
malakai: Who do I tell if a chair squeaks?
greta +3: Me. Or the oil can in the cupboard on 2, which is quicker.
`,
  hiring: `
# 10-15
aiko: Interview at two went well. She explained our own page to me and found a mistake on the way.
kofi +3: Second round?
aiko +1: Yes, with Björk.

# 13-16
greta: Two candidates asked about days at home. I answer the same to all: two or three, as the team likes.
dev +4: That is also what we do, which helps.

# 9-14
hanne: Could we answer people within three days, even if it is a no? I waited six weeks once and still remember it.
greta +2: Agreed. I will put it into the page so that they can hold us to it.
`,
};
