import { alerts, alertTalk } from "./alerts.ts";
import { businessDevelopmentChatter } from "./business-development.ts";
import { devopsChatter } from "./devops.ts";
import { generalChatter } from "./general.ts";
import { marketingChatter } from "./marketing.ts";
import { backendPulls, frontendPulls, pullTalk } from "./pull-requests.ts";
import { releases, releaseTalk } from "./releases.ts";
import { roomChatter } from "./rooms.ts";
import { supportDeskChatter } from "./support-desk.ts";

/** Small talk, spread over the weeks among the people who are around. */
const kitchenChatter = `
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

/** Small talk between two colleagues; \`a\` and \`b\` are the two, in either order. */
const directChatter = `
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

/**
 * Everyday talk, which has no fixed day. `once` is said once, spread over the weeks in its order;
 * `rows` brings a table of events, each told in one of the forms; `often` is dealt out again and
 * again with other words.
 *
 * The head of a talk gives the hours in which it starts; `b=team` says who may speak the part `b`,
 * `d4` ties it to that working day, and `once` keeps a talk that is said often from coming again.
 */
export type Chatter =
  | { kind: "once"; script: string }
  | { kind: "rows"; rows: string; script: string }
  | { kind: "often"; perDay: number; script: string };

const shared: Record<string, Chatter[]> = {
  general: [{ kind: "once", script: generalChatter }],
  deploys: [{ kind: "rows", rows: releases, script: releaseTalk }],
  "business-development": [{ kind: "once", script: businessDevelopmentChatter }],
  frontend: [{ kind: "rows", rows: frontendPulls, script: pullTalk }],
  backend: [{ kind: "rows", rows: backendPulls, script: pullTalk }],
  devops: [{ kind: "once", script: devopsChatter }],
  marketing: [{ kind: "once", script: marketingChatter }],
  "on-call": [{ kind: "rows", rows: alerts, script: alertTalk }],
  "support-desk": [{ kind: "once", script: supportDeskChatter }],
  kitchen: [{ kind: "often", perDay: 1.6, script: kitchenChatter }],
};

/** The everyday talk of a conversation. */
export function chatterOf(channelKey: string): Chatter[] {
  if (channelKey.startsWith("dm-")) return [{ kind: "often", perDay: 0.33, script: directChatter }];
  const room = roomChatter[channelKey];
  return [
    ...(shared[channelKey] ?? []),
    ...(room === undefined ? [] : [{ kind: "once" as const, script: room }]),
  ];
}
