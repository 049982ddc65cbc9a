export const supportDeskTalk = `
# d29 10:22
yara: How this channel works, for those who are new to it: client, what they see, what they expected, how urgent it is for *them*. One answer from one of us within the hour, even if it is only "I am looking".
ibrahim +4: And if it turns out to be three things?
yara +1: Then three posts. The second one always gets lost otherwise.

# d23 14:05
tove: Estuary Foods: their evening report arrives at 22:40 and not at 20:00 since last week. Their night shift plans with it. Urgent for them.
leila +5: I am looking.
leila +22: It waits in the queue behind the big monthly ones. I gave it its own lane. Tonight it should be there at 20:00.
tove +1320: It came at 20:01. They say thank you, and the night shift says it twice.

# d17 11:40
elin: Anchor Print: the label shows a box instead of the letter ő in a street name. They ship to Hungary for the first time.
malakai +6: The printer font does not have it. I can send the label as a picture for those, it takes half a second longer.
elin +2: Half a second is fine, the wrong street is not.
malakai +48: Done for labels with letters which the font does not know. All others stay fast.

# d12 15:33
siobhan: Union Quay: two of their people see each other's filters. They think that they see each other's data.
aiko +3: They don't, the filter is saved per browser, and they share one. I see how it feels though.
aiko +7: I can save it per person instead. On staging this afternoon.
siobhan +2: Please. In the meantime I told them what it is and what it is not.

# d7 09:14
anouk: Marlowe: the winter timetable shows 24:10 for the last ferry on Saturday.
ibrahim +4: It is honest but not nice. Should it be 00:10 with a small "+1"?
anouk +3: That is how it stands on their printed one. Yes please.
ibrahim +51: 00:10 +1, in all three places.

# d3 16:20
yara: Two clients asked on the same day how they can see retries of a payment. They see the first attempt and the last one, and nothing in between.
oksana +4: The data is there, the log only shows two. I will show all with the time and the answer of the provider.
yara +1: Wonderful, I tell them "next week".

# d1 09:50
siobhan: Three customers with the German locale see an invoice total that is one cent lower than in English. Nobody is angry. Somebody in accounting is, on principle, delighted.
emre +3: B-318, Aiko has it. The invoice itself is right, only the summary bar is not.
siobhan +2: That is the sentence I needed. Thank you.
`;
