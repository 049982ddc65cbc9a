export const deploysTalk = `
# d30 10:40
tadhg: New here since this week: I will post who drives the release train every week. This week it is me, with Dev looking over my shoulder.
dev +3: He needs very little of that. The train leaves at 11:00. Things that are not ready wait for the next one, we do not hold it.
priya +5: Search is ready and waiting at the platform.
tadhg +24: Left on time, all aboard, all green.

# d28 14:15
omar: Maintenance on the office line in Porto tonight from 22:00 to 23:00. No effect on clients. If you deploy from Porto at that hour, you have other problems.
rania +6: I am in Porto {next} morning and will look that everything came back.
omar +2: Thank you. The two lights on the left should be green, the one on the right may blink.

# d26 11:35
lucas: Depot app to staging in five minutes, it changes how the list is stored on the device. Older devices migrate on first start.
sam +3: How long does the migration take on a slow scanner?
lucas +4: Eleven seconds on the oldest one that we have here, with a list of 2,000 items.
sam +1: Fine. Please write that into the note for support, people will think that it hangs.
lucas +9: Done, with a picture of the progress bar.
% first-start.png

# d22 15:58
oksana: I am rolling back the invoice worker. It sends the reminder mail twice for invoices with two sites. Seen on staging and on three invoices in production.
tadhg +1: Train is stopped. Do you need hands?
oksana +2: Somebody to watch the queue, please.
tadhg +1: Watching. 340 waiting, it drains.
oksana +7: Back on the old version at 16:09. No mail goes out twice any more. I will write to the three clients with Yara.
tadhg +3: Eleven minutes from decision to done. Train moves again at 16:30.

# d18 16:45
dev: The month-end payments freeze starts today at 18:00 and ends on {day+2} at 09:00. Billing, checkout and invoicing are locked. If your pipeline turns red with the word *frozen*, that is on purpose.
aiko +12: It would help to see that before I press the button. The portal pipeline ran for six minutes to tell me no.
tomasz +3: Same here, twice this afternoon.
dev +4: Fair. I will think of something that does not need anybody to keep a list up to date.

# d16 09:05
dev pinned: Freeze is over. Please go in this order so that we see one thing at a time: billing 09:15, checkout 09:45, invoicing 10:15.
tomasz +11: Billing is out.
tomasz +28: Checkout is out as well, nine minutes of quiet so far.
oksana +31: Invoicing too. That is all three.

# d13 10:20
andrei: Migration 0139 runs at 12:30: amounts move from float to money in \`invoices\` and \`invoice_lines\`. About four minutes for the long table, no lock longer than 200 ms. I rehearsed it three times on a copy.
kofi +4: And the way back?
andrei +3: The old column stays for two weeks and both are written. Going back is one switch.
kofi +1: Then go.
andrei +137: Started.
andrei +5: Finished in 3 min 52 s, longest lock 140 ms. Row counts and sums agree to the cent on both sides.
^ 🎉 oksana kofi tomasz priya
^ 👏 dev
oksana +4: To the cent! I have waited two years for that sentence.

# d9 11:04
emre: The portal release from this morning shows an empty order list for partners with only archived sites. Rolling back to the one before.
tadhg +1: Go ahead. I have stopped the train.
emre +5: Rolled back at 11:10, list is there again. Six minutes. The fix needs one more condition and a test that would have seen it.
tadhg +2: Train moves. Please add it to the rollback page under earlier runs.
emre +7: Added.
ruth +1 deleted: Two partners wrote to us about it
ines +6: One partner wrote to me. I told them it is solved, which by then was true.

# d7 13:30
sam: Rollback drill at 14:00 on staging. Mei-Ling drives, I break something and keep quiet about it.
meiling +41: It was the readiness probe. Found after six minutes, back after nine.
sam +2: Correct. I had hoped for at least ten.
dev +4: Page is updated with what we learned: look at the probe before you look at the code.

# d4 09:35
tomasz: Migration 0142 adds \`idempotency_key\` to invoices, with its index built on the side. No downtime, nothing to do for anybody.
priya +2: Is the index used already or only when 7.2.0 is out?
tomasz +3: Only then. Until then it costs us a little on every insert and that is all.
tomasz +48: Built and valid.

# d1 15:04
tomasz: Does invoice retries still make the train?
dev +4: I moved the release train to {day+3} so nothing from billing lands inside the payments freeze. Retries are on it if review is done by noon that day.
kofi +4: Thank you. I will put that in the announcement.
tomasz +2: Review is nearly through, one question left.

# d1 16:52
sam: Node pool swap is booked for {today} {swap}. I will drain the old pool first, so expect about four minutes of slow responses on staging.
  Rollback steps are in the knowledge base under [SOPs / Rollback](/knowledge-base/sop).

# m57
kofi: Draining now. Watching the gateway.
  ~
  \`\`\`
  kubectl drain --selector pool=old --ignore-daemonsets
  \`\`\`
kofi +11: 503s stopped at {clock-46}. Here is the last hour:
% gateway-p95.png
marisol +2 edited: Thank you! Does the demo tenant for @Ruth Adeyemi still point at staging?
ruth +14: Yes, and it is fast again. @Marisol Vega I exported the before and after numbers for the Harbour Freight deck.
% harbour-freight-latency.pdf
dev +26: Staging is back on the new node pool. I am leaving the old pool cordoned until Monday in case we need it.
dev +0: Please shout here if anything looks off before {close}, the office closes early today.
`;
