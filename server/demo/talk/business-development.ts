export const businessDevelopmentTalk = `
# d30 09:50
marisol: First list after Ports Expo, so let us be quick with the follow-ups while they still remember our faces. 40 cards, 14 of them worth a call. I split them by who of us spoke to them.
farid +4: I take Osei Cold Chain, we talked for half an hour about pallets that nobody can find.
henrik +3: Petra from Brightwater wanted the ferry numbers. Shall I send the short sheet or wait for the case study?
marisol +5: Send the short sheet today and promise the case study. A promise is a reason to write again.
henrik +1: Done before lunch.
tove +12: Sable Harvest asked about offline twice. If somebody from Depot App has an honest sentence on it, I can use it in the mail.
rafael +6: The honest sentence: the list and the scans work without a network today, printing labels does not.
tove +1: That will do.

# d28 10:31
ines: A reminder on consent: people who gave us a card at the Expo agreed to *one* mail about what we talked about, not to the newsletter. Please tick the box only if they said so.
sunil +8: What if they said they would like to "stay in touch"?
ines +2: Then you stay in touch. In person, and without a newsletter.

# d26 15:12
camille: Kestrel Rail called back. They run eleven yards and want to see one of them work before they talk about the rest. They propose Dock 4.
marisol +3: That is a pilot and I like it. Who did you speak to?
camille +2: Their head of yard operations. She wants numbers after four weeks, not slides.
ruth +5: We can do that. I would measure two things: minutes from arrival to slot, and how often somebody has to phone.
camille +4: She said almost the same words, so let us write exactly that.

# d23 11:48
luciana: What I learned from four demos this week:
  ~
  - Nobody asked about the dashboard. Everybody asked what happens when the network drops.
  - "How many clicks to change a slot" came up three times.
  - The price page in euros and pounds side by side confuses more than it helps.
  - Show the phone first, the desktop after.
ruth +6 thread: Could you show the network part to Aiko and Lucas? They build it and never see the faces.
luciana +3 thread: They are invited to the next two.
sunil +9 thread: I will split the price page by currency. Can be done this week.

# d21 16:20
anouk: Marlowe would like to talk about two years instead of one. They did not ask for a discount yet, they asked whether the winter timetable will be in before January.
marisol +4: Will it?
ruth +6: If Minh Anh's part is on staging by the end of the month, yes. I asked and it will.
marisol +2: Then offer two years at the price of this year, with the timetable written into the terms. @Ines Caballero could you draft it?
ines +5: You have it {day+1}.

# d18 09:42
sunil: First numbers for a multi-site tier. If a client has more than four sites we lose money on support below 380 a site, and above 450 they start to count. So the room is not large.
ruth +7: And with the support tier as its own line?
sunil +5: Then it works at 340 plus support, and it is easier to explain.
marisol +3: I like that it is easier to explain. Let us test it on one real offer before we print it.

# d14 10:10
marisol: Numbers of the week, standing up: 14 open, weighted 310, two verbal yeses. What moved?
farid +2: Osei want a trial for one warehouse in the first quarter.
anouk +1: Marlowe are reading the two-year draft. Their lawyer is on page 4, of course.
camille +2: Kestrel intro is booked for {day+5}.
tove +1: Lighthouse have a budget. Confirmed by the person who owns it.
daniel +3: The Norr Line bid is in, two days early, all annexes numbered. I am taking the afternoon off.
marisol +1: Well earned. Go.

# d13 12:04
ruth: Quarry Link said no. The reason they gave is price, the reason I believe is that we met their IT people too late.
rafael +5: I met them in the last week, and they had already written half of their own list.
marisol +3: Let us add it to the checklist: IT people in the first two meetings, even if nobody asks for it.

# d11 09:55
yara: A client success story that is too small for a case study: Anchor Print printed their first full week of labels from the portal. They go live for real on {day+2}.
elin +4: I am on site with them that morning, with two spare scanners and a very long cable.
yara +1: That is the spirit.

# d9 10:22
elin: Anchor Print is live. First order at 08:04, forty so far, one question, and it was about the colour of the button.
marisol +2: Wonderful. What about the colour?
elin +2: They like it.

# d8 14:36
daniel: Saltmarsh Rail's tender asks for three references "of comparable size". We have two and a half. Can we name Kestrel as a pilot?
ines +6: Only with their written yes. Camille, would they?
camille +4: Not before the pilot has a number. I would rather use Lighthouse from two years ago.
daniel +2: Lighthouse it is.

# d6 16:02
anouk: Marlowe signed. Two years, 112,000, timetable clause included.
^ 🎉 marisol ruth tove elin hanne sunil camille
^ ❤️ greta
ruth +1: Marlowe signed for two years. Thank you all for the late nights.
tove +1: Yes!
hanne +3: Congratulations! And now they cannot possibly refuse to be photographed.
anouk +2: I asked before they put the pen down. They said yes.
greta +6: I saw the flag go up on the quay side window. Well done all of you.

# d5 11:15
wanjiru: Three of our partners sell with an older price sheet than ours. None of them did anything wrong, we simply have two sheets that drift apart by the second week of a quarter.
marisol +3: That is the idea with 37 votes. One sheet for partners and direct.
sunil +5: I can make one source and print two views from it. Two days of work, mostly for deciding.
marisol +2: Please. Bring it to the partner call.

# d3 09:48
tove: Sable Harvest came back: they would pay for offline labels, in writing, this year.
rafael +4: I will ask what it would take. Malakai said "weeks, not months" over lunch, but that was lunch.
tove +1: I will not quote lunch.

# d2 15:20
camille: First two weeks at Dock 4, from their own clock: arrival to slot down from 31 to 19 minutes, phone calls about slots down by a third.
ruth +2: That is better than we promised.
marisol +2: Please let them say it first. When they tell us in the next meeting, we look surprised and pleased.
camille +1: I have practised the face.

# d1 16:40
marisol: For the next standup please update the stage of everything that has not moved for a week. If it will not close this year, say so. An honest pipeline helps me more than a long one.
sunil +4: Moss & Mortar ask for net 60. Is that a stage?
marisol +2: That is a conversation. Bring it along.

# m118
marisol: Thank you for a quick standup. Notes are on the pipeline page. I am on the Harbour Freight scope until lunch and will read this again after the pricing call.
camille +3 thread: The visit at Dock 4 is missing in the notes, @Marisol Vega. Shall I add it?
ruth +1 thread: Please do, with the numbers of their own clock.
sunil +2: The one price sheet is ready for the two of us to look at. The partner view hides the margin column, the direct one shows it.
% price-sheet-draft.csv
ruth +9: I moved the Kestrel Rail pilot to Negotiation. Their lawyer asked for our standard terms, which is a good sign.
rafael +18: Petra at Brightwater answered: looks close to what they need, and could she speak to two operators who run it in winter? I thought of Marlowe and Lighthouse.
elin +11: Marlowe would be glad to. I can ask them while Anouk is away, they like to talk about the winter.
henrik +8: Union Quay moved their security review to {day+2}. Viktor has the questions.
tove +21: @Marisol Vega Lighthouse ask if the multi-site tier can start in January. I said that they will have an answer early next week.
ines +23: Kestrel asked for a second site visit before they sign, can we do Monday morning at Dock 4?
`;
