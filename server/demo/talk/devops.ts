export const devopsTalk = `
# d30 13:15
dev: Plan for the six weeks until the year-end freeze, in the order I care about it: node pools on the new image, alerts that fire only if somebody should get up, and the rollback page so that everybody can follow it at night.
rania +4: I have a list of 43 alerts. 19 of them nobody has acted on since last winter.
dev +2: Delete the 19.
rania +1: I will move them to a page first and delete them in a month.
dev +1: Wiser.

# d28 16:20
meiling: The shared build cache works. First numbers: a build of the portal from 7 min 50 to 5 min 10, of checkout from 6 to 4.
tadhg +3 thread: That is lovely. Does it survive a full disk?
meiling +4 thread: It does now. Yesterday it did not.

# d25 11:02
viktor: Secrets review, the short version: two tokens that belong to people who left, one that can write where it only needs to read, none that leaked. All three are replaced.
sam +3: Which one could write?
viktor +2: The one of the status page.
sam +1: Of course. It was created on a Friday.

# d22 18:20
tadhg: Rollback of the invoice worker today: 11 minutes. Four of them were me, looking for the right dashboard. I put a link to it on top of the runbook.
dev +3: Good. Next time it is seven.

# d20 10:15
omar: The second line of the Lisbon office is now really a second line. Until yesterday both went through the same box in the basement, under the pipe that drips.
meiling +2: How did you find out?
omar +3: I followed the cable. It took a torch and the caretaker.

# d17 14:41
rania: I changed the page that wakes people. It now needs to be bad for five minutes *and* touch clients. In the last month that would have been three calls at night and not fourteen.
sam +2: As the person who took nine of the fourteen: thank you.
dev +5: Which three would be left?
rania +3: The disk, the gateway, and the certificate. I would also get up for those.

# d14 09:34
sam: On-call handover. Quiet week, two alerts by day, none by night. Open: the certificate of the old status page, it renews by itself or it does not, we will know {day+3}.
meiling +2: Taken. I have the phone.

# d11 16:00
tadhg: The release train now says in one line what is on it and who to ask. Like this:
  ~
  \`\`\`
  train 44  gateway 2.9.2 (meiling)  reports 2.2.0 (andrei)  search 0.31.0 (priya)
  \`\`\`
priya +5 thread: I feel seen.

# d8 11:10
meiling: The new image for the nodes starts in 38 seconds, the old one took 95. I would swap staging first, in about two weeks, and production after the payments freeze.
dev +4: Agreed. Book it with a note in deploys the day before, and write the way back first.
sam +3: I will write the way back.

# d7 15:20
dev: Good drill today. What I take from it: look at the probe before the code, and write the time down as you go, because afterwards everybody remembers a different one.
meiling +2: I had 14:06. Sam had 14:09. The log had 14:04.

# d5 12:15
kofi: For the freeze page I need a sentence on who may approve a hotfix.
dev +4: One from Backend who did not write it, and the person on call. By role please, people go on leave.
kofi +1: Exactly the sentence I need.

# d4 10:40
rania: The dashboard for Harbour Freight is ready, latency by terminal, before and after. Ruth can export it herself.
dev +2: Please send her the link and not the picture. Pictures get old.

# d2 14:05
sam: Steps for the node pool swap are written. Cordon the new pool, uncordon the old one, wait for two green probes. I would like somebody to read it who was not in the room.
tadhg +26: Read it as if it were three at night. Step 4 says "move traffic", it should say with which command.
sam +6: Added. Good eyes.
viktor +3: One more: who may do it? My rights would be enough and I would rather that they were not.
dev +4: On-call role only. I will change it today.

# d1 17:31
sam: Runbook is updated for the node pool swap.
dev +4: Thank you. I am in from eight, you take the drain, I take the gateway.
meiling +2: And I watch the queue and the coffee.
`;
