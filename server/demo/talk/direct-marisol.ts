/** The talk of Marisol Vega with six colleagues, by the key of the conversation. */
export const marisolTalk: Record<string, string> = {
  "dm-marisol-ruth": `
# d29 16:10
ruth: Have you read the Harbour Freight notes? They want three terminals now and not one.
marisol +4: I did, and I was briefly speechless. Shall we do the first call together?
ruth +2: Yes. You do the welcome, I do the whiteboard.

# d22 12:20
marisol: Your page about the depot pilots is the best thing on the wiki. Can I send it to Kestrel without the last paragraph?
ruth +5: Without the last paragraph, with pleasure. That one is only for us.

# d15 17:30
ruth: Sunil's number for the multi-site tier looks right to me. I would still round it. 340 reads like a calculation, 350 like a price.
marisol +3: 350 then, and we win the argument about the calculation.
ruth +1: I knew you would say that.

# d8 09:05
ruth: Are you in at nine? I have the margin sheet open and one cell does not like me.
marisol +2: Two minutes, I am in the lift.

# d5 17:45
marisol: Go home, the scope will still be there {next}.
ruth +6: It will, and it will be split by terminal. Going.

# d2 18:02
ruth: I gave you the multi-site task, due in a week. First draft before the proposal review, if you can.
marisol +4: I can. I like that one.

# m31
ruth: Pricing call at 13:00 is confirmed, both of them will be on it. I have the agenda and the numbers of this morning.
marisol +5: Good. Does Sunil join?
ruth +9: For the second half. I would like to be done with the support tier before that.
marisol +11: I will bring the pricing sheet.
`,
  "dm-aiko-marisol": `
# d27 14:40
marisol: Aiko, a client asked who draws our screens, and then said something so nice that I wrote it down: "it looks as if somebody had stood at our gate".
aiko +6: Somebody did. Thank you for telling me, I will tell Zofia, she was the one in the rain.

# d18 11:05
aiko: The price page by currency, is that for partners as well, or only for direct?
marisol +8: Only direct for now. Partners get it when there is one sheet for both.

# d9 15:15
marisol: Can I show the new booking dialog to Kestrel, or is it too early?
aiko +4: Show it on a phone and say that it is new. On the desktop it still has an edge.

# d4 10:25
aiko: The bar for the old list will be ready by the middle of the week, Harbour Freight can have a picture of it.
marisol +3: Perfect timing, it goes into version 3.

# d1 15:50
marisol: Which of the three empty states do you like best? Noor and I disagree, politely.
aiko +7: I will draw the second one properly and then you two will agree.

# m64
aiko: Here are all three again, the second one with the words in place: [empty-states-v3.pdf](https://files.pelicanworks.example/frontend/empty-states-v3.pdf)
`,
  "dm-kofi-marisol": `
# d28 10:15
kofi: Version 3 of the API is a lot for clients in one go. Would a page per client help you, with only what they use?
marisol +5: Enormously. For the ten largest, if that is possible.
kofi +2: Samira says that it is a query and a template. You have it in two weeks.

# d20 16:40
marisol: How honest may I be about the date for offline labels?
kofi +6: Say "next year, first half". If it is earlier, they are happy.

# d12 13:15
kofi: Moving amounts to money went through. If anybody asks whether their old invoices change: no, not by a cent.
marisol +3: That is a sentence I can use three times this week.

# d6 17:10
kofi: 112,000 and two years. I read it in the channel. Congratulations to you all.
marisol +4: Thank you! A good part of it is the timetable, so please pass it on to Minh Anh and Leila.
kofi +1: I will walk over.

# d2 16:15
kofi: I am writing the note about the payments freeze. Is there a go-live of yours inside?
marisol +6: Brightwater would like to start in that week. Their tenant exists and they have a price list.
kofi +3: Without invoicing that is fine, turning a tenant on is not a deploy. I can be the named person.

# m203
kofi: The freeze note is in the drafts, with who may approve a hotfix, by role. Could you read it as somebody with a client on the phone?
marisol +22: Freeze note looks good, publish it.
`,
  "dm-marisol-noor": `
# d26 09:20
noor: For *Depots in winter* I need one real number from a real depot. What do you have?
marisol +5: Minutes from truck to slot, from three clients, with their consent. I will send you the sheet.
noor +1: You are an angel of the spreadsheet.

# d17 14:50
noor: The outreach list for the first quarter is done, 60 names, each with the reason why.
marisol +9: I will read it on the train, and approve or ask.

# d10 12:05
marisol: The landing page with the map idea: clients will look for themselves on it first. Do we have everybody's yes?
noor +4: For 19 of 24. The other five are a dot without a name.

# d5 09:45
noor: Bea is a find. She rewrote the winter mail in an hour, and I only moved one word back.
marisol +3: Which one?
noor +1: "Pallet". She had written "thing".

# d1 10:20
noor: Draft two is ready for comments.
`,
  "dm-hanne-marisol": `
# d28 15:05
hanne: Brand sync every second week is enough, isn't it? We talk anyway.
marisol +3: Every second week, and thirty minutes.

# d21 11:45
hanne: Would you say two sentences on camera for the partner evening? One on why partners, one on why boats.
marisol +6: Two sentences yes. Please on a day on which I have slept.

# d13 16:20
marisol: Marlowe will sign soon, I think. If they do, may the story mention two years?
hanne +4: With their yes. Then it is no longer a story about a tool, it is a story about staying.

# d7 10:30
hanne: You have the photo day at 11:20, between Greta and Yara. Ten minutes, standing, near the window.
marisol +2: Between Greta and Yara I will look very short.
hanne +1: Theo has a box.

# d4 15:40
hanne: I would like to give the case study a soft start: clients first, then everybody.
marisol +5: Good. I will send it to the five who asked before it has an address.
`,
  "dm-jonah-marisol": `
# d5 10:50
marisol: Hello Jonah, I am Marisol from partnerships. You build the thing that I show to people, so we will see each other a lot.
jonah +7: Hello! I have seen your name in about every second ticket, so it is nice to meet you.
marisol +2: Only the friendly ones, I hope.
jonah +3: The friendly ones with the numbers.

# d2 13:20
jonah: I heard a dispatcher of yours uses only the keyboard. Could I watch him for half an hour some day? I am working on the keys.
marisol +16: He would love that. He has opinions. I will ask him for a morning next week.
jonah +4: Thank you. That is the best thing that could happen to a keyboard map.
marisol +2: Welcome aboard!
`,
  "dm-ines-marisol-ruth": `
# d16 17:10
ines: You two are in every contract this month, so I made us a room of three. The Harbour Freight terms are with their lawyer since noon.
ruth +3: Good. Which clause will come back?
ines +1: Four. It is always four.
^ 😄 ruth marisol

# d9 11:25
marisol: Clause four came back, as foretold. Can we live with thirty days instead of fourteen?
ines +6: We can. I would ask for the reference in return.
ruth +2: And I know who would give it.
`,
};
