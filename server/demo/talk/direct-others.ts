/** The direct messages between colleagues, by the key of their conversation. */
export const directTalk: Record<string, string> = {
  "dm-dev-sam": `
# d25 17:20
dev: Are you well? You had two nights in one week.
sam +6: Tired but fine. I will take {next} morning off if you don't mind.
dev +1: I mind if you don't.

# d7 13:05
sam: For the drill: I will take the readiness probe away and say nothing. Mei-Ling must not know.
dev +2: I know nothing either.

# d1 18:05
dev: Order for {today}: you drain, I look at the gateway with Kofi, Mei-Ling has the queue. Nobody touches the old pool before Monday.
sam +4: Yes. And if it goes wrong I uncordon first and talk second.
`,
  "dm-kofi-sam": `
# d20 11:10
kofi: You belong to two departments now on paper too. Does that feel right, or is it one too many?
sam +7: It feels right as long as the meetings don't double.
kofi +2: Then pick one of the two stand-ups, and I will tell the other.

# d8 12:40
kofi: Thank you for taking the webhooks apart with Thandiwe. It was on nobody's list.
sam +3: Ibrahim asked the right question. I only had the screwdriver.
`,
  "dm-kofi-tomasz": `
# d23 09:25
tomasz: Honest status of the retries: the easy half is done, and the hard half is now smaller than I feared.
kofi +5: What would make it smaller still?
tomasz +2: A morning without calls.
kofi +1: {day+1} until noon is yours. I will say that you are out.

# d6 11:10
kofi: Would you be Pavel's buddy? He asked whether he may sit next to "the one with the invoices".
tomasz +2: He may. I will clear the other half of the desk.

# d1 10:40
kofi: That was a pleasure to read. I rarely say that about 600 lines.
tomasz +5: It was 900 a week ago.
`,
  "dm-greta-kofi": `
# d24 14:30
greta: The budget for training: you have used a third and the year is nearly over. People need to hear that they may.
kofi +4: I will say it in each of my one-to-ones this week.

# d5 15:50
greta: Pavel's papers are nearly complete, one stamp is missing. He gets the role as soon as I have it.
kofi +2: He is patient, and he reads a lot. It will not hurt us.

# d2 17:15
greta: The city called, they repair the water main on our street {day+2}. We may have to close early.
kofi +3: Then I plan the node pool for the morning. Thank you for the warning.
`,
  "dm-aiko-lucas": `
# d27 10:30
lucas: Is there a reason for the two date libraries, or is it history?
aiko +4: History. The older one is used in four files. If you would like to be everybody's favourite, make it three.
lucas +150: Zero.
aiko +2: Favourite.

# d12 09:10
aiko: How was the morning at Dock 4?
lucas +9: Cold, and wonderful. I saw somebody use my list with gloves. I have changed three things already.

# d3 11:25
aiko: Could you look after Jonah's portal access? It hangs somewhere and I am in calls until four.
lucas +3: On it.
`,
  "dm-aiko-jonah": `
# d6 09:20
aiko: Good morning! No plan for today other than the setup page and lunch with us at 12:30. If a step does not work, it is the page, not you.
jonah +12: Thank you. Step 8 does not work.
aiko +2: I owe somebody a coffee.

# d3 09:40
jonah: The review from Björk taught me more than a course. Is it always like that?
aiko +5: With her, yes. Keep the comments, I still read mine from my first year.
`,
  "dm-ines-ruth": `
# d26 16:25
ines: Which Harbour Freight entity signs, the holding or the terminals? It changes two clauses.
ruth +5: The holding. Jo Reyes for all three.

# d10 10:50
ruth: Would you rather have version 3 in one file, or one per terminal?
ines +4: One file and an annex per terminal. Then each of them signs their own page.

# d1 11:30
ines: I am away for some days at the end of the month. Could you cover the announcements and the approvals for me?
ruth +2: Of course. Greta has to give me the role for that, I will ask her.
`,
  "dm-ines-rafael": `
# d22 14:10
rafael: The Saltmarsh form wants our bank details in a field that takes ten characters.
ines +4: Write "see annex" and put them there. They always do that.

# d4 09:35
ines: May I change "real time" to "within ten seconds" in your annex? The first is a feeling, the second I can defend.
rafael +3: You may, and I will start to say it like that.
`,
  "dm-hanne-noor": `
# d29 10:50
noor: I booked the first winter ads to start with the new month. If you want to see the words, they are in the folder.
hanne +8: Seen. The second one sounds like us, the first like everybody. More of the second.

# d14 16:35
hanne: How are you really? You said "fine" three times today.
noor +4: A bit much at once. Two things could move to next week.
hanne +2: Then they move to next week. Tell me which and I will write to people.
noor +5: The newsletter tests and the partner page. Thank you.

# d2 18:10
hanne: Everything for {next} is ready. I will not sleep anyway.
noor +2: You say that each time and then you sleep like a stone.
`,
  "dm-bea-noor": `
# d6 09:25
noor: Welcome! Today: laptop, badge, lunch. {day+1}: the voice guide, which is two pages and not forty.
bea +5: Two pages is my kind of guide.

# d3 14:20
bea: Is "truck" fine, or is it "lorry"? I have found both on the site.
noor +3: Truck. "Lorry" is only still there because I love the word.
`,
  "dm-dev-meiling": `
# d19 10:15
dev: Thank you for taking over at half past six. You could have let me be called.
meiling +3: You had slept for two hours. I had slept for eight.

# d9 16:10
meiling: May I drive the drill on {day+2}? I want to have done it once before it is real.
dev +2: You may, and you should. Sam will be mean, in a kind way.
`,
  "dm-priya-tomasz": `
# d18 15:25
tomasz: How do you test something that only fails if a machine dies between two lines?
priya +4: Put a hook between the two lines that throws when the test says so. Ugly for one day, useful for ever.
tomasz +45: Ugly, useful, found one.

# d2 16:50
priya: Sorry for the long question in the review. It was not meant as a no.
tomasz +2: It was the best one I got. I had two hours of fear and then a test.
`,
  "dm-aiko-zofia": `
# d21 16:05
zofia: I stood at the gate for two hours in the rain and learned more than from the whole survey.
aiko +3: What is the one thing?
zofia +2: They never look at the top of the screen. The sun is there.

# d8 10:35
aiko: Could you draw the bar for the old list, large and calm? Harbour Freight asked, and the pilot did too.
zofia +5: Large and calm, by {day+3}.
`,
  "dm-chloe-zofia": `
# d16 11:20
chloe: If I rename nothing ever again, may I rename one token?
zofia +2: Which one?
chloe +1: \`--grey-6-alt-2\`.
zofia +1: You may.
`,
  "dm-camille-ruth": `
# d23 10:20
camille: Kestrel's yard lead asked whether you come yourself. She read your page on pilots.
ruth +4: I do. And I bring the one who wrote the half about the night shift.

# d6 15:05
ruth: Would you like to lead the next meeting with Kestrel? You know them better than I do by now.
camille +6: I would like that very much.
`,
  "dm-hanne-seun": `
# d17 10:55
seun: May I change headings on older stories? Small things, only so that people find them.
hanne +3: The headings yes, the first sentences please with me.
`,
  "dm-priya-thandiwe": `
# d15 13:45
thandiwe: Are you still learning to sail, or was that a summer thing?
priya +5: Still. I can go in every direction except the one I want.
thandiwe +2: That is also how our search worked until last week.
priya +1: Careful.
`,
  "dm-greta-hanne": `
# d11 09:50
greta: For the welcome note of the three new ones: do you have a sentence about Bea which she would like?
hanne +5: "She asks the second question." She would like that.

# d1 16:20
greta: The note for {today}, that we close at 14:00 for the water main: could you read it before I publish it? You always find the word that is missing.
hanne +4: Send it. It is usually "please".
`,
  "dm-oksana-tomasz": `
# d22 17:35
oksana: I keep thinking about the fixture that I did not write.
tomasz +4: Eleven minutes, three mails, and a fixture that now exists. I have had far worse afternoons and you were there for one of them.
oksana +2: The tax afternoon.
tomasz +1: The tax afternoon.

# d3 09:30
tomasz: Could you run the monthly report against the retry branch? It is my last worry.
oksana +65: Done, same to the cent. Sleep well.
`,
};
