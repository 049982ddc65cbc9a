/** Everyday notes of the department, each said once. */
export const devopsChatter = `
# 9-12
omar: The switch on floor 2 gets a new firmware at 18:30, two minutes without network there. I will walk around and warn people.
meiling +4: I am on 3, so go ahead.

# 10-16
rania: Does anybody still use the old graph page? I see one visitor a day, always at 08:02.
dev +3: That is the screen in the kitchen.
rania +1: I will point it at the new one. Nobody will notice.

# 13-17
tadhg: The pipelines were red for twenty minutes because a package mirror was away. Ours keeps a copy from now on.
sam +4: How much space does that take?
tadhg +2: 40 GB, and it cleans up after itself.

# 9-15
viktor: A phishing mail is going round, "your badge has expired". Three people reported it within five minutes, which is wonderful.
dev +3: Did anybody click?
viktor +2: One, who told me at once. Password changed, all fine.

# 11-16
meiling: I measured where a build spends its time. 40 seconds are spent on waiting for a machine that we already have.
dev +4: Keep one warm at daytime?
meiling +1: That is what I would do. It pays for itself by ten in the morning.

# 10-15
sam: Could we have names for the pools that one can say out loud? "staging-a" and "staging-b" are the same word on a bad line.
rania +2: Heron and Curlew are taken by the rooms.
sam +3: Then north and south. Nobody mishears those.
dev +1: After the swap, please.

# 9-16
omar: Porto reports slow video. It is their own guests' network which eats the line between eleven and twelve.
viktor +5: What do they do?
omar +2: They share a large file with everybody, every day. I gave the guests a limit.

# 14-17
tadhg: Release notes are written from the pull request titles now. So a title like "fix stuff" will be read by 60 people.
priya +3: I have just renamed three.

# 10-13
dev: The cost page for the month is up. We pay for four disks that belong to nobody. I will delete them {day+2} unless one of you knows them.
andrei +6: One is mine, for the rehearsals. You can have it back next week.
dev +1: Then three.

# 9-14
rania: New on the board: a line for the time when the last backup was *restored*, not made.
sam +2: Yes. That is the only one that counts.

# 13-16
meiling: Reminder that the staging database gets its fresh copy at noon, so it is read-only for six minutes.
kofi +4: Thank you for writing that before noon.

# 11-17
viktor: The audit log kept two years is 38 GB. I thought it would be ten times that.
dev +3: We are not that interesting.

# 9-15
sam: I tried the runbook for a lost disk with my eyes on the paper only. Step 3 needs a password that is on the lost disk.
viktor +2: It is in the safe as well. I will write that down.
sam +1: Not on the disk, please.

# 10-16
tadhg: Median from merge to production is 3.1 hours now, it was nearly four in summer.
dev +4: Where is the rest?
tadhg +2: People at lunch. I don't plan to improve that.

# 14-17
omar: VPN tested on a train, on a ferry and in my mother's kitchen. The kitchen was the hardest.
rania +3: Thick walls?
omar +1: Thick walls and many questions.

# 9-13
priya: May I have a second disk for the search index for two days? I want to build the small one next to the large one.
meiling +5: You have it, it is called priya-tmp and deletes itself {day+3}.
`;
