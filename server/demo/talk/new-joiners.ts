export const newJoinersTalk = `
# d28 09:40
greta: This channel is for questions that feel too small for anywhere else. Everybody in here was new at most a year ago, or is somebody's buddy.
ibrahim +6: After three months my small question: which of the calendars is the real one?
greta +2: The one in here. The other one is only there because an old phone needs it.

# d22 16:30
lucas: Where do I see how many days off I have? I know that it is somewhere.
greta +5: In the benefits portal under *Time*. 25 for this year, minus what you took.
malakai +3: And up to five go with you into the next year until the end of March.

# d16 11:15
malakai: How do you claim the train to Porto? I kept the paper, but it is a small sad paper by now.
henrik +4: Take a photo and send it to expenses, the sad ones work too. Money comes with the salary.
tadhg +3: Do it in the same month. I learned that.

# d6 10:05
jonah: Hello. My first one: is it fine to write to somebody directly, or is it better in a channel?
tomasz +3: Channel, if somebody else could have the same question. Directly, if it is about you two.
aiko +2: And nobody ever minds. Really.

# d6 15:20
bea: Mine: what does "the train" mean? I have now heard it in four meetings and nobody bought a ticket.
hugo +2: The release train. All that is ready goes out together at a fixed hour.
bea +1: That is a much better answer than the three that I had thought of.
noor +3: Please tell us the three.
bea +4: A train to Porto, a training, and a person called Trane.

# d4 14:10
jonah: I am waiting for access to the portal's staging tenant. Is there somebody I should ask, or does it come by itself?
lucas +4: It comes by itself after two days, but mine did not. Ask Emre.
yara +3: I have just asked for you. You should have it this afternoon.
jonah +110: I do. Thank you!

# d2 13:35
greta: A lunch for everybody who started this autumn, next week, on the company. I will send a date. Tell me if there is something that you don't eat.
bea +3: I eat everything except aubergine.
hugo +2: Same, it is the only thing, and we can share the table without aubergine.
malakai +4: No fish for me, which is a hard life next to a harbour.
`;
