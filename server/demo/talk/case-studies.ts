export const caseStudiesTalk = `
# d29 15:10
hanne: Four stories for the next half year: Marlowe, Lighthouse, Anchor Print and, if the pilot works, Kestrel. One at a time, and nobody is asked for a quote before the thing runs.
yara +4: Anchor would be flattered to be asked. Give them two months of quiet first.
lina +2: Two months it is. I put it into the calendar.

# d26 10:40
noor: First call with Marlowe, 50 minutes. What they said without being asked: tickets at the counter went down, and the night before a holiday is no longer a night at work.
hanne +3: "No longer a night at work" is the heading of something.
saskia +2: It is the heading of the second page.

# d20 14:25
theo: Back from two days on the ferry. If I never see another gull it will be fine. Pictures by {day+2}.
anouk +5: Their crew still talks about you. You climbed on the thing nobody climbs on.
theo +1: It had the best light.

# d15 11:05
seun: What people search for before they find a story of ours: "ferry check-in queue", "fewer support tickets transport", "harbour software example". So numbers in the title, please.
hanne +3: 41 % fewer tickets in one season. Is that number safe?
ruth +6: Safe. It is theirs, from their own desk, and they offered it.

# d10 09:55
lina: Marlowe's own press person read it. Two changes: the name of a ship, and "passengers" and not "customers".
hanne +2: Passengers. Of course. How did five of us not see that?
lina +1: None of us was on a ship while reading.

# d5 10:15
bea: I read the last six stories as a newcomer. What I remember a day later: the foreman with the two watches, and the number with the fax. What I don't remember: any sentence with "solution".
hanne +4: That is the best feedback in a year. We will now look for watches.
noor +2: And put the word on the list.

# d3 15:45
saskia: Cover is final. Deck hand, scanner, six in the morning, the bollard is in.
theo +1: The bollard!
ruth +5: It is beautiful. I will print it for the meeting room.

# d2 09:30
noor: Order of things for {next}: page at ten, press at ten, posts from half past ten, mail to clients in the afternoon. Everybody has read it once more, and nobody may improve anything now.
seun +2: I improved a comma just before you wrote that.
noor +1: That was the last one.
`;
