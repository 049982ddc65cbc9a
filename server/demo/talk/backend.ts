export const backendTalk = `
# d30 09:58
kofi: For this month I want one thing to be finished rather than five started: version 3 of the API, out and readable. Everything else may be late and I will say so upstairs.
thandiwe +5: Then webhooks with a rotating key are in, and the retry button is out?
kofi +2: Key rotation in. Retry in if Tomasz has room.
tomasz +3: I have room for retry or for the tax lines, not for both.
kofi +1: Tax lines wait.

# d28 11:15
minhanh: The winter timetable for the ferries has trips that start before midnight and end on the day the clock changes. One of them takes minus ten minutes.
leila +3: I like it. Very fast ferry.
andrei +4: Store both ends in UTC with the zone next to it, show in the zone of the quay. Never add hours to a local time.
minhanh +2: That is what I did everywhere except in the one function that I did not write.
leila +1: I wrote that function.
leila +40: Fixed, with all four transitions of two years as test cases.

# d26 14:22
thandiwe: A client sends us the same order 40 times in two seconds when their line is bad. We answer 201 to each and make 40 orders. They say that it is our fault, and to be fair it is.
tomasz +4: For invoices I am building the idempotency key right now. The same twelve lines would work for orders.
thandiwe +2: Then I wait for your twelve lines and do not write thirteen of my own.
kofi +6: Please make it one middleware. And the second answer should be the stored first one, not a new one.

# d24 10:05
andrei: Migration 0131 is in: \`site_id\` on invoices, filled for all 1.7 million rows in small batches over the weekend, no reader noticed. If you still join over customers, now is a good time to stop.
oksana +5 thread: Two of my reports do. I will have them over by the end of the week.
juanpablo +3 thread: Three of mine. Same.

# d22 17:02
oksana: Short note on the reminder mails from this afternoon. The worker looped over sites and inside it looped over invoices, and an invoice with two sites came by twice. I changed the loop when I added the site and did not add a test with two sites.
priya +4: I reviewed it and did not see it either.
kofi +6: Thank you, both. What would have caught it?
oksana +3: A fixture client with two sites. We have forty with one.
kofi +2: Then let us have three clients in the fixtures that look like real ones, and delete thirty of the forty.

# d19 15:10
priya: Search by container number is now 9 ms at the median, it was 240. The index had the prefix the wrong way round since the beginning.
hugo +2: Since the beginning?
priya +3: Since a commit from before we had an office. The message says "quick fix".
kofi +5: I remember writing it. It was quick.

# d17 10:36
leila: Is there a reason why the scheduler takes the lock per terminal and not per berth?
minhanh +8: History. There was one berth per terminal in the first version.
leila +2: Then Harbour Freight with five berths at Terminal A waits for itself most of the morning.
minhanh +3: Yes. It waits for about 40 % of its time, I measured it once and got sad.
leila +2: I will try it per berth behind a switch.
leila +170 edited: Per berth on staging: 95th percentile of planning a morning went from 2.1 s to 0.5 s. I will leave it running over night with the recorded traffic.

# d13 16:45
kofi: Amounts are money now, in every table. I looked for the first float amount in our history: it is from a Tuesday, six years ago. Thank you Andrei for three rehearsals and one boring migration.
andrei +4: Boring is the nicest thing you can say.
oksana +2: The monthly report agrees with accounting to the cent. They asked me what I did. I said: nothing, it is simply right now.

# d11 11:20
samira: For the v3 page I need one example of a wrong request per error. What do people send in reality?
ibrahim +3: An amount as "12,50" with a comma. Every day.
thandiwe +2: A date in the past for due_on, by one day, at two in the morning. Time zone.
tomasz +4: The same key with another body. Since last week we say 409 to that, and the text should say what to do: new key, or the same body.
samira +5: These are wonderful, thank you. The text now says: *This key was used with another body. Send the same body again, or use a new key.*

# d10 14:50
gustav: I am away from {day+5} for a week and a half. Open with me: the lock timeouts in the report queue. Juan Pablo knows the state of it.
juanpablo +3: I do. And if I don't, there is a page.
gustav +1: There is a page.

# d8 12:10
ibrahim: A stupid question: why are webhooks sent by the process that also answers requests?
thandiwe +4: Not stupid. It is because they were three a day when it was written. Yesterday it was 61,000.
sam +3: I would be happy to give them a process of their own. Half a day on my side.
thandiwe +2: And half a day on mine. Let us do it before the freeze so that it can rest.

# d6 10:42
kofi: Pavel has started, his account is waiting for approval, which Greta does this week. Until then he sits with Tomasz and reads.
tomasz +4: He found a mistake in the schema page within the hour. I think that we will get along.

# d5 15:31
hugo: The failing job in staging has a key that I cannot read in the log because it has no breaks. For the record, it is this:
  ~
  pelicanworks/staging/eu-west/terminal-scheduling/berth-plans/harbour-freight/terminal-a/berth-5/week-44/recalculation/attempt-0007/idempotency-key-9f8c1b7e44d24b0f8f0a3c5d1e6b7a8890aa12bb34cc56dd78ee90ff
meiling +3: The key is longer than the column, so it is cut, and two jobs end up with the same one.
hugo +2: And the second one waits for ever. Thank you, I looked at that for an hour.
andrei +6: Hash it. Nobody will miss the berth.

# d3 10:12
tomasz: Idempotent invoice retries are ready for review. It is larger than I like, about 600 lines, but half of it is the failure map from the board written as tests. Please start with \`retry-plan.ts\`, the rest follows from it.
priya +5: I take the first half {next} morning.
kofi +3: And I the second. If we both stop at the same line, it is a bad line.

# d2 16:20
priya: First half read. One question about the case where the provider says yes and our answer to the client gets lost on the way.
tomasz +4: Then the client sends the same key again and gets the stored yes.
priya +2: And if the yes was not stored because we crashed between the two?
tomasz +9: Then the plan asks the provider first. Test \`crash-after-yes\`. You made me look twice though, so I will write that into the comment.

# d1 10:25
kofi: Second half read. It is good, and it is careful in the places where it has to be. One name I would change: \`again\` is a nice word for a function, but \`retryPayment\` is a better one.
tomasz +3: Fair. Renamed.
`;
