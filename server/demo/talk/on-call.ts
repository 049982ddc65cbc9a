export const onCallTalk = `
# d29 09:32
rania: Handover to Sam. Week of 11 alerts, two at night. Both at night were the disk of the log node, which is larger since yesterday. Open: nothing.
sam +3: Taken. Phone is on, second phone is on too.

# d24 09:30
sam: Handover to Dev. Seven alerts, none at night for the first time since summer. Open: the reports queue is slow between 06:00 and 06:20, Andrei knows.
dev +2: Taken. I will look at the twenty minutes.

# d21 03:12
dev: Gateway in Porto does not answer, clients go over Lisbon. I am on it.
dev +14: Provider says a card in their box died. They change it before seven. Traffic is fine over Lisbon, 20 ms slower.
dev +9: Going back to bed, alert stays acknowledged, next look at 06:30.
meiling +207: I have it from here, stay in bed.
dev +150: Thank you. Back in both places since 07:05.

# d19 09:31
dev: Handover to Sam. One night call, see above, nobody harmed. Open: a nicer alert for "one of two is gone but all is well".
sam +4: Taken.
rania +3: The nicer alert is mine.

# d14 09:36
meiling: Handover from Sam is done, I have two weeks in a row because of the swap with Rania. Please remind me to take a day off afterwards.
dev +1: I put it in the rota so that nobody has to remember.

# d9 09:33
meiling: Still me. Six alerts, none at night. The new rule about five minutes and clients does what it promised.
priya +4: From the other side: I was not called once, and search was slow for three minutes on one morning. I found it in the board and not in my sleep. Thank you.

# d4 09:30
meiling: Handover to Sam, he takes it until {day+5}. Next is Dev. Freeze starts {day+7}, so the person on call then needs the list of approvers in the pocket.
sam +2: Taken. List is in the pocket, in the literal sense.

# d2 13:52
sam: Queue depth of notifier was over 3,000 for six minutes, back by itself. I would like to be told at 5,000 and not at 1,000.
meiling +4: I will raise it, with a note why.
tomasz +3: The jump is the first of the reminder runs. It will come again every month on this day.
meiling +1: Then that is the note.
`;
