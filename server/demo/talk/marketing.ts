export const marketingTalk = `
# d30 11:30
hanne: Welcome to the last quarter. Three things on the wall: the Marlowe story, *Depots in winter*, and the partner evening. Everything else is a nice idea for January.
matteo +3: I have eleven nice ideas for January.
hanne +1: I know. Keep them warm.
noor +4: For *Depots in winter* I would start with search ads and one video, and look at the numbers after two weeks before we spend on posts.
nanda +5: I set up the goal as *qualified lead*, not as *form sent*. So the number will look small, and it will be true.

# d28 14:05
seun: The page on offline scanning comes third for the words people really type, "scanner without wifi". We never use that phrase on it.
noor +3: Then let us use it. In the heading?
seun +2: In the first sentence is enough. And somebody should answer the question right there, yes or no.
lina +4: Yes, it works without wifi. Labels need it. That is the truth and it is short.

# d25 10:20
theo: First look at the ferry material: 340 pictures, 40 that I like, 8 that I love. The one with the deck hand and the scanner at six in the morning is the opener.
% ferry-0600.jpg ferry-return.jpg
saskia +3: The light! May I crop it a bit at the left?
theo +1: Not the bollard, please.
saskia +1: The bollard stays.
hanne +6: It has everything. Does she know that she may be on the cover?
theo +3: She signed, and she asked for a print for her mother.

# d22 15:44
eszter: Partner evening: the boat shed is free and cheaper than the hotel, and it smells a bit of tar. 60 people, standing, heating included.
hanne +2: Tar is right for us. Book it.
matteo +3: May I do the music?
eszter +1: You may do a list that I will shorten.

# d19 11:10
nanda: The first two weeks of search ads, before anybody asks me in the corridor:
  ~
  - 14 leads from the depot words, 281 each
  - 3 from the general words, 940 each
  - the video is watched to the end by 61 %, which I had to check twice
noor +3: So we stop the general words.
nanda +1: I would, today.
noor +9: Stopped. The money goes to the depot words.

# d16 09:48
hanne: The draft of the Marlowe story is at 1,400 words and must be at 900. Who has a cold heart?
lina +2: Me. Send it.
lina +95: 880. I took out every sentence in which we say that we are glad.
hanne +4: It is so much better. I am a little hurt and very grateful.

# d13 13:30
saskia: The kit for depots is back from print. The orange is right this time. The tape measure is one centimetre short, the printer says that is tolerance.
theo +2: One centimetre on a tape measure is a story of its own.
saskia +3: They will do it again. Until then please don't give them to anybody who measures things.

# d10 15:05
seun: I moved the old tender pages out of the index, 212 of them. Nobody has opened one for two years except me.
nanda +3 thread: Visits to the site go down by 0.1 %, and the search on our own page finally finds things.

# d8 10:10
noor: Autumn newsletter: I have a slot for one customer voice, 40 words. Anybody who had a good call?
ruth +7: Elin was at Anchor Print yesterday for their first morning. There was a foreman who said "I have not looked for a pallet today".
noor +1: That is the one. Do we have his name and his yes?
ruth +4: His name is on the visit note, his yes you get from Elin by noon.

# d6 11:45
hanne: Bea has started and takes over the social side of the Marlowe story with Matteo. Bea, ask everything, twice if you like.
bea +4: Thank you! First question: is it a depot or a warehouse? I have seen both in one sentence.
hanne +3: A depot has gates and trucks, a warehouse has shelves. Our clients care a lot, so do ask.
matteo +2: And a terminal has ships. I got it wrong on my first day, in print.

# d5 14:20
eszter: Photo day: it starts at 08:30 in the yard, portraits from 11:00 on floor 2, group picture at 15:00 on the quay if it does not rain. I need the consent forms of everybody by the day before.
theo +3: Please no thin stripes, they dance on video.
bea +6: Two people at Dock 4 are not ours. Who signs off photos with client staff in them?
hanne +9: Good question, it should be written somewhere. Their company *and* the person. I will write it down this week.

# d4 16:32
nanda: Cost per lead is 12 % under plan, and photography 0.4 over. Both are honest numbers.
noor +2: The photography also pays for spring. I will say that when somebody asks.
ines +5: Somebody from finance will ask.

# d2 11:24
bea: The five posts for the Marlowe story are in the folder. I tried to open each one with a number or a name, and never with "we are proud".
matteo +5: Post 3 is my favourite. Could post 5 end one sentence earlier?
bea +3: You are right, it could. Done.
hanne +8: All five approved. {day+1} at ten it is.

# d1 09:35
seun: Page is up but hidden, links checked, the preview picture is the one with the scanner.
lina +4: Press note is ready to go at ten, to 23 people who care about ferries and not to 400 who don't.
theo +2: The film of forty seconds is in place. Sound is off at the start, as it should be.
hanne +21: The autumn case study is live
`;
