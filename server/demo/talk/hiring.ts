export const hiringTalk = `
# d27 10:10
greta: Open at the moment: one backend engineer (Pavel starts in a few weeks, so one left), a partner lead, and a content marketer (Bea has said yes). Applications since last week: 31.
kofi +5: For backend I would meet four of them. Two write very good pull request texts, which is what I look for.
ruth +4: For partner lead I would like to see the one from the port authority. She answered every question with a number.

# d19 15:35
aiko: A thought on the exercise that we send: three hours is a lot for somebody with small children. I would make it one hour, with us in the room, on real but boring code.
kofi +3: Agreed. Boring code shows more.
dev +2: I have a lot of boring code to offer.

# d12 11:00
ruth: Ottilie said yes! Partner lead, starts at the beginning of next month.
greta +2: Wonderful. Laptop is ordered. Somebody should think about a buddy, I would ask Wanjiru.
hanne +3: Nice. One of her references told me that she reads contracts for fun.

# d5 16:45
kofi: Pavel is here and doing well with Tomasz. His account still has the pending role, I can give it to him if you like.
greta +4: Leave it with me please, I want to check two papers first. This week.

# d2 10:20
greta: For next year I need from each of you one line per role that you would open, and one line on what happens if we don't. Until {day+5} is early enough.
hanne +3: The second line is the better question.
dev +4: Mine: one more on the rota, or five people stay tired.
`;
