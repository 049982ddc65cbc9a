/** Everyday notes for everybody; \`a\` and \`b\` are anybody, named people are named. */
export const generalChatter = `
# 9-11
greta: Visitors today: two people from a client, {room}, from ten to noon. If you meet somebody who looks lost, bring them there.
a +7: {I met them at the lift, they are in.|Just brought two of them up.|Found one in the kitchen and brought him along.}

# 10-16
a: Found on {place}: {a set of keys with a blue tag|a single glove, left|a phone charger with a name I cannot read|a very nice pen|a scarf with small boats on it}. It is with Greta.
b +14: {Mine, thank you!|That is mine. I looked everywhere.|I think it belongs to somebody in {room}, I will ask.}

# 9-15
yara: The windows on floor 2 are cleaned {next} between eight and ten. Please clear the sills tonight.
sunil +9: Does that include the cactus?
yara +2: The cactus may stay, it looks after itself.

# 11-16
omar: The printer on floor 3 prints again. It was not the toner, it was a paper clip, as always.
ines +6: Thank you! Now I know where it went.

# 9-12
greta: Reminder: please enter your days off until the end of the year, so that every team has somebody here between the holidays.
tove +8: Done.
hugo +5: Done as well. I have four left, I had no idea.

# 13-17
a: {Is anybody driving to Porto on {day+2}?|Does anybody go to Porto on {day+3} and has a free seat?} I would share the petrol and bring music.
b +21: I go {early|after lunch}, one seat is free. {Your music is a condition I can live with.|You are welcome.|Meet me at the gate.}

# 10-15
eszter: If you are on the list for photo day and have moved, changed your hair or your mind, tell me now.
theo +2: Hair is fine at any time. Minds until the day before.

# 9-16
sam: The lift stops on floor 1 today whatever you press. Somebody is coming at three.
juanpablo +4: I thought it was inviting me to take the stairs.
sam +190: It goes where you want again.

# 14-17
samira: The little library by the stairs has eleven new books, six of them in English, one about knots.
xiaowen +5: I take the one about knots.
samira +1: I knew that somebody would.

# 10-13
greta: The first-aid course has two places left, half a day, next month, in working time.
elin +6: I will take one.
priya +11: And I the other.

# 9-15
viktor: If a mail asks you to confirm your salary account, it is not from us. Delete it, or better, send it to me first.
anouk +4: I had one this morning, in perfect Dutch. Sent to you.
viktor +2: Thank you. They are getting better.

# 11-17
a: {Who left|Is it one of you who left} {a bicycle|a very full bag|a box with "fragile" on it} by the {back door|goods lift|stairs on 2}? {It is in the way of the trolley.|Somebody nearly fell over it.|The caretaker asks.}
b +9: {Mine, moving it now. Sorry!|I will move it, it is for photo day.|I know whose it is, I will tell her.}

# 9-13
hanne: The new voice guide is out, two pages. If you write anything that a client reads, this is for you: [How we write](https://wiki.pelicanworks.example/marketing/voice)
leila +15: I read it. I will never write "please kindly" again.

# 13-16
kofi: The recording of the talk on money and rounding is in the folder. 22 minutes, no prior knowledge needed, one good joke about a cent.
sunil +9: I watched it twice, once for the cent.

# 9-16
greta: The heating on floor 3 is being adjusted. If it is too warm or too cold, tell me the desk and not only the feeling.
amara +3: Window desk, left: too cold.
chloe +2: The desk next to it: too warm.
greta +4: I will pass that on as it is.

# 10-16
yara: One of our clients sent a box of oranges from their own depot. Floor 2, take two, not twelve.
malakai +5: Took two. They are very good.
nanda +18: There are nine left, hurry.
`;
