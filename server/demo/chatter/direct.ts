/** Small talk between two colleagues; \`a\` and \`b\` are the two, in either order. */
export const directChatter = `
# 9-12
a: {Do you have ten minutes today?|Are you free for a moment after lunch?|Could I borrow you for a quarter of an hour?}
b +9: {At {hour}, in {room}?|After {hour}, yes.|Yes, come by at {hour}.}
a +2: {Perfect.|See you there.|Good, thank you.}

# 9-11
a: {I am running ten minutes late, start without me.|My train stands between two stations. I will be there by half past.|I join by phone today, the {child|plumber|dentist} decided so.}
b +3: {No problem.|We start with the boring part.|All right, I take notes.|Don't run.}

# 10-17
a: Did you see the note on {topic}?
b +14: {Not yet, I will read it before the meeting.|Yes, and I agree with all but the last line.|I did. Short and good.|Reading it now.}
a +3: {There is a second page, do not miss it.|Let us talk about it at lunch.|It changed again this morning, by the way.}

# 11-16
b: {How did it go this morning?|How was the call?|And, how was it?}
a +7: {Better than I feared. They asked good questions.|Long, but we have a date.|Fine. Two things to do for me, none for you.|Good! I will write it up before I forget half of it.}
b +2: {Glad to hear it.|Great.|Well done.}

# 13-17
a: Could you read two paragraphs for me? It is about {topic} and I can no longer see it.
b +12: {Send it.|Of course.|Yes, put it where I can scribble on it.}
b +26: {Done. I only cut, I added nothing.|Read it. The second paragraph should be the first.|It is good. One comma and one question.|Reads well, I left three remarks.}
a +4: {You are a treasure.|Thank you, that is much better.|Thanks!}

# 11-12
a: Lunch at {hour12}? {I have nothing with me today.|There is {dish} at the corner.|I could do with a walk.}
b +5: {Yes!|With pleasure.|Not today, I am eating at my desk like a bad example.|Yes, if we are back by half past one.}

# 9-17
a: {Where do I find|Do you know where I find|Could you point me to} {thing}?
b +8: {In the shared folder, under the name nobody would guess. I will send you the link.|On the wiki, third hit if you search for it.|I moved it yesterday, sorry. It is on the team page now.|Ask me again in five minutes, I am looking for it myself.}
a +6: {Found it, thank you.|Got it.|That explains why I did not find it.}

# 9-13
a: {I have to leave at four today.|I am off {next}, by the way.|I work from home {next}.} {Is there anything you need before?|Anything waiting for me?|Shout if you need something.}
b +11: {No, enjoy it.|Only your yes on {topic}.|All fine here.|Nothing that cannot wait.}

# 11-17
b: Thank you for {yesterday|this morning|your help with {topic}}. {It saved me an hour.|I would have gone the long way round.|That was kind.}
a +10: {Any time.|It was fun, to be honest.|You would have found it too.|You are welcome.}

# 10-16
a: Quick check: {topic}, is that with you or with me?
b +6: {With me, until {day+2}.|With you, I think. Shall I take it?|It was with nobody. I take it.|With both of us, which is how things get lost. I will do it.}
a +2: {Great, then I can forget it.|Good, thanks.|Then it is clear.}

# 15-17
a: {What a day.|Is it dark already?|I need a coffee that works.}
b +5: {Machine on 2 is free.|Same here. I have not eaten the apple that I brought.|One more call, then I am done too.|I saw you running. Everything all right?}
a +3: {All right, only full.|Yes. {day+1} has a hole of two hours, I counted.|It was a good one, in the end.}

# 9-17
a: I moved our {talk|one-to-one|call} to {day+1} at {hour}, {my morning fell apart|there is a visitor in {room}|I double booked myself}. Does that work?
b +13: {Works.|Yes, better for me as well.|Yes, but I have a hard stop after half an hour.|It does.}

# 10-17
a: {Small thing|One small thing|Not urgent}: {the link in your note on {topic} goes nowhere.|the date in the invitation is one week off.|you are still down as the owner of {thing}.}
b +9: {Fixed, thank you.|Oh no. Corrected.|Thank you, I had not noticed.}

# 11-16
b: Are you at your desk? I would like to show you something {on {topic}|odd|nice}.
a +4: {Come over.|In ten minutes I am.|I am in {room}, come by.|At home today, call me.}
b +22: {Thank you, that was helpful.|Good that I asked.|I will write down what we said.}

# 9-12
a: {client} called {and asked for you|about {topic}|with a question that I could not answer}. {Could you call them back?|Shall I give them your number?|I said before the end of the day.}
b +17: {I will call them after this.|Done, it was quick.|Called. They only wanted to hear it from a person.}
a +2: {Thank you.|Great.|You are quick.}

# 13-17
a: {How many people do you expect|Who is coming} on {day+3}?
b +9: {Six, and two by video.|Nobody has answered, so probably everybody.|Four of ours and two from {client}.}
a +3: {Then {room} is too small, I will change it.|Good, {room} it stays.|I will order sandwiches.}
`;
