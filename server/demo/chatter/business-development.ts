/** Everyday notes of the department, each said once. */
export const businessDevelopmentChatter = `
# 10-16
farid: Call with Osei Cold Chain: 40 minutes, mostly about doors. They count pallets by hand at each of them.
ruth +6: How many doors?
farid +1: Sixteen. That is sixteen people with a pencil.

# 9-12
henrik: Twelve first mails are out, two answers before lunch. One is a no, and a nice one.
camille +4: Keep the nice ones, they call back in spring.

# 11-16
tove: Lighthouse ask whether the depot app speaks Portuguese.
luciana +3: It does since last year. I will send you a picture with the menu open.
tove +1: Perfect, thank you.

# 9-16
daniel: Who knows the number of support requests that we answer within a day? A tender wants it with one decimal.
yara +5: 94.6 % over the last quarter.
daniel +1: With one decimal! You are my favourite.

# 13-17
sunil: Estuary Foods read page 5 of the offer four times. That is the page with the set-up fee.
tove +4: I will call and explain before they find their own explanation.

# 10-15
anouk: Norr Line want references in shipping and not in transport. Is there a difference?
ruth +3: Ships.
anouk +1: Fair.

# 9-15
rafael: Security form for Union Quay is filled in, 118 questions. Viktor did 40 of them and did not complain once.
marisol +5: I will thank him with something sweet.

# 14-17
elin: Brightwater would like to see the winter view on a phone, outside, on a real quay.
henrik +3: I have a phone and know a quay.
elin +2: {day+2}, in the morning?
henrik +1: Done.

# 10-16
wanjiru: Partner call: all four were there. Two wishes: one price sheet, and a name that they can call.
sunil +4: The sheet is mine, and in work.
wanjiru +1: And the name is mine, so that was a good call.

# 9-13
ines: Moss & Mortar sent their own terms. 22 pages, and 3 of them are about umbrellas in the lobby.
marisol +3: Do we have to carry an umbrella?
ines +2: We have to return it dry.

# 11-16
camille: Saltmarsh Rail moved their deadline back by a week. Everybody else will be glad as well, of course.
daniel +4: I will use the week and not mention it.

# 9-16
siobhan: Hull & Tide are friendly about their no. They bought a smaller tool, and would like to stay in our mail.
henrik +5: I will move them to the quarterly list.

# 10-15
luciana: New demo data is in: three terminals, two depots, one ferry and a truck that is always late.
farid +3: Does the truck have a name?
luciana +1: It has a number plate and everybody knows it.

# 15-17
marisol: Could everybody put one line under each deal that says what *they* have to do next? Not what we hope.
tove +6: Done for mine. It was sobering in two cases.
sunil +9: Same here. I deleted one.

# 9-12
yara: Renewals of the quarter: nine due, six signed, two in talks, one silent.
anouk +4: The silent one is on holiday until {day+4}. I asked their neighbour.

# 10-17
farid: Canal & Crate came in by the web form and know exactly what they want. Is that allowed?
henrik +2: I will check it twice.

# 13-16
rafael: I built the Harbour Freight demo so that one can switch the network off in front of people. It is the best button I ever made.
luciana +4: Please never let it out of the demo.

# 9-15
elin: Pallet & Pine have used six of their twelve trial seats. The other six are on holiday or don't know about it.
henrik +5: I will send them a two-line mail with a picture.
elin +190: Ten of twelve now.

# 10-16
sunil: A small thing on discounts: three of us offered 8 % last month and none of us knew about the other two.
marisol +4: Thank you. Let us say it in here before we say it outside.

# 11-15
ines: The new standard terms are on the wiki, four pages and not nine. The important change is on page 2: who owns the data.
ruth +7: Who does?
ines +1: They do, and it says so in one sentence.

# 14-17
tove: Sable Harvest want to see how a whole day looks without a network. Could we film one?
rafael +5: Malakai has a recording of five minutes without a cable. A day is only longer.

# 9-16
camille: The head of yard operations at Kestrel wrote "looking forward" at the end of a mail. She never writes more than two words.
marisol +3: Frame it.

# 10-14
daniel: Reading the Saltmarsh tender for the second time. Question 31 and question 64 are the same, with different units.
sunil +4: Answer both, with the same number in both units. They check that.

# 9-16
siobhan: Quick one for all: if a client asks for "an export", please ask what they do with it. It was a printed list on a door three times this month.
yara +3: This is the best advice of the week.

# 13-17
wanjiru: One of our partners sold their first multi-site client. They did not ask us a single question.
ruth +4: That is the goal and it also feels a bit strange.

# 10-15
anouk: Marlowe ask for an invitation for two people to the partner evening, one of them is the captain.
marisol +2: The captain may have my chair.

# 9-13
farid: Tern Air Cargo: referral from Marlowe, first call went well. They move boxes, only faster and higher.
henrik +3: Do they have depots?
farid +2: Two, with doors that open by themselves. We will not impress them with doors.

# 11-16
luciana: Norr Line: demo in the afternoon, five people, one of them from their legal side, who asked the best questions.
ines +4: I like her already.
`;
