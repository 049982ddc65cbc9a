export const incidentReviewTalk = `
# d29 09:30
kofi: House rules for this channel, as every quarter. We write what happened and not who. We ask what would have made it visible earlier. We leave with at most three changes, each with a name and a date.
dev +3: And we close the old ones first. From last quarter two are open, both mine, both due this week.

# d21 10:00
tadhg: Review of the reminder mails, INC-38. What happened: a loop over sites sent a mail per site and not per invoice. Three clients got two reminders each.
  ~
  | time | what |
  | --- | --- |
  | 15:41 | first double mail on staging, seen by the person who wrote it |
  | 15:55 | three in production found |
  | 15:58 | decision to roll back |
  | 16:09 | old version back, queue empty |
oksana +4: What went well: it was seen within a quarter of an hour, and nobody discussed whether to go back.
priya +3: What would have made it visible earlier: a client with two sites in the fixtures.
kofi +5: Changes: fixtures like real clients (Oksana, by the end of next week), the mail counter on the release dashboard (Rania, same).
rania +2: Taken. It will show mails per invoice, and it should never be more than one.

# d20 11:16
oksana: Fixtures are in. Three clients that look like real ones. Two other tests failed at once, so that was worth it.
kofi +3: What did they find?
oksana +2: A report that showed a site twice, and a filter that hid one.

# d15 14:00
dev: Review of the slow morning, INC-39. Between 07:10 and 07:48 planning took up to nine seconds at one terminal. Nobody was blocked, several people were annoyed.
minhanh +4: Cause: the lock per terminal. The longer the queue, the longer each one waits, so it got slow suddenly and not slowly.
rania +3: Visible earlier: yes, the waiting time was on a dashboard, but on nobody's screen.
dev +6: Changes: lock per berth (Minh Anh with Leila, ten days), waiting time on the morning board (Rania).
marisol +9: From the client's side: they noticed, they called, and they were told within ten minutes what was going on. They mentioned that in the next meeting, kindly.

# d8 13:30
tadhg: Review of the portal rollback, INC-40. An empty order list for partners whose sites are all archived. Six minutes from the first word to the old version.
aiko +3: Cause: a condition that was right for every partner in our fixtures. Same root as INC-38: our fixtures are too tidy.
kofi +4: Twice in a month is a pattern. I would like one set of untidy fixtures, shared by frontend and backend, owned by somebody.
oksana +2: I have three untidy clients already. I am happy to own it if I may say no to tidy ones.
aiko +1: Please say no to tidy ones.
greta +8: As the only non-engineer in here: I understood all of this, thank you for writing so plainly.

# d7 16:40
rania: Waiting time is on the morning board, amber from two seconds on. The first amber was this morning at 07:31, for eight seconds, and Leila had already seen it.
dev +2: That is how it should be.

# d4 10:30
minhanh: Lock per berth is in production since yesterday evening. This morning's peak: 0.6 s where it was 2.4. INC-39 can be closed from my side.
kofi +3: Closed. Well done, both.

# d3 11:45
kofi: Numbers for the quarter so far: five incidents, median time to restore 24 minutes, change failure rate 6.1 %. The second one went up a little. I don't mind if we learn something from each.
viktor +5: None of them was about security. I mention it because nobody mentions it when it is so.
kofi +1: Mentioned and appreciated.
`;
