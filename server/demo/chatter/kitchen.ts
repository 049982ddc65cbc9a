/** Small talk, spread over the weeks among the people who are around. */
export const kitchenChatter = `
# 10-12
a: {What is for lunch where?|Any ideas for lunch?|I have had bread three days in a row. Ideas?}
b +3: {{Dish} at the corner.|The small place has {dish} today.|I saw a board with {dish} on it.}
a +2: {Sold.|In.|At {hour12}?}
c +4: {I join you.|Wait for me, five minutes.|Same here.|Could you bring me one?}

# 11-12
a: Going to get {dish}. {Orders until ten to.|Who wants some?|I can carry four.}
b +2: One please.
c +3: {Me too, without onions.|One for me as well, I have coins this time.|Two, one is for {room}.}
a +31: {It is on the table.|Back. The last one got cold on the stairs, sorry.|Here, still warm.}

# 9-11
a: {There is fresh bread on floor 2.|Somebody left pastries on floor 3 with a note that says "please".|Croissants on 2, I overestimated my breakfast.}
b +4: {You are good people.|Coming down.|Is there any left?}
a +6: {Two.|Half a one.|Yes, but be quick.}

# 14-16
a: {The kettle on 3 needs descaling, I am doing it now.|I have started the dishwasher on 2, it takes an hour.|Fridge on 3 gets emptied at four, labels save lives.}
b +5: {Thank you, you quiet hero.|My box is the green one, please spare it.|Noted.}

# 15-17
a: {I made|There is|I baked} {cake}. {Floor 2, by the window.|Kitchen on 3.|On the high table.}
b +3: {How do you find the time?|I smelled it from the stairs.|Is that the one from last month? Then I run.}
c +9: {It was excellent.|The recipe, please.|I had two, do not tell anybody.}

# 9-16
a: Has anybody seen {thing2}?
b +7: {On floor 2, next to the printer.|I used it yesterday and put it back. At least I thought so.|In {room}, somebody had a party of two there.|Behind the toaster, where everything ends up.|In the sink, I am afraid.}
a +5: {Found it, thank you.|There it was.|Got it.}

# 12-14
a: {Who is up for a round by the water?|A short walk, the sun is out.|Somebody for ten minutes of air?}
b +2: {Me.|Yes, coat on.|In five minutes.}
c +3: {I can't, bring me a shell.|Next time, I am on a call.|Already at the door.}

# 10-15
a: {The tea|The good coffee|The oat milk|The honey} is empty. {I put it on the list.|Who orders that?|I will buy some on the way in.}
b +8: {There is more in the cupboard behind the trays.|Sam orders, on {day+1}.|Thank you.}

# 16-17
a: {Volleyball on the beach|Football|Board games} at six, {two people missing|one person missing|everybody welcome}.
b +6: {I am in.|Me, if I may be bad at it.|I will bring somebody.}
a +2: {That is the team.|Wonderful.|Bad is our level.}

# 9-12 once
a: Bertil has a new leaf.
b +3: {A whole one?|I am oddly proud.|It is the window. I moved him ten centimetres.}

# 13-16
a: {Is the film club on {day+2} still on?|Is there a film on {day+2}?}
b +11: Yes, {the one with the lighthouse|something with subtitles and a dog|a very slow one about a train}. Floor 2, at six.
c +6: {I bring popcorn.|I bring a cushion.|I will fall asleep again, but gladly.}

# 10-16
a: Quiz question from my {daughter|neighbour|grandfather}: {how many knots does a sailor need?|what weighs more, an empty container or an elephant?|why do gulls stand on one leg?|which harbour is the oldest that still works?}
b +5: {No idea, but I now want to know.|Depends on the elephant.|Seven?|Is that a trick?}
a +12: {I will ask for the answer tonight.|The answer came: it depends. Everybody is disappointed.|I am told that we should look it up ourselves.}

# 9-11
a: {I found a bicycle helmet in the fridge.|There are eleven spoons and no fork on floor 3.|Somebody has sorted the tea by colour and it is beautiful.|The clock over the sink shows the time of Porto. It is the same, but still.|There is a single rubber boot next to the dishwasher.}
b +4: {I can explain.|That was not me, but I approve.|Pictures, please.}

# 12-14
a: Today at the canteen of the port: {dish}. {Queue is short.|It was worth the walk.|They have a new cook.}
b +6: {On my way.|Save me a seat.|I was there yesterday, I can confirm.}

# 15-17
a: I have {two tickets for a concert on {day+3}|a box of lemons from my parents|far too many seedlings of basil}. {First come, first served.|Free to a good home.|Write if you want some.}
b +3: {Me, please!|Yes!|I would love to.}
c +2: {Too late, I see.|If any is left, me too.|Next time.}
`;
