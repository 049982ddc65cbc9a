export const generalTalk = `
# d30 09:12
greta: Good morning all. A quick note on the meeting rooms: Heron now has the big screen back, Curlew is for calls of up to four people. Please do not book Heron for a call you take alone.
elin +6: Finally. Does the screen in Heron work with the short cable or only with the long one?
greta +3: Both. The long one is on the shelf under the window.
henrik +9: Thank you, I gave up on that screen last week.

# d27 11:20
noor: We need six people for ten minutes each this week, to record the two sentences that everybody at Pelican gets asked at parties: what do you do, and who is it for? No preparation. It is for the hiring page.
tove +4 thread: I am in. Do I have to be good at it?
noor +2 thread: The less polished the better.
thandiwe +7 thread: Count me in after three.
sunil +3 thread: Me too, if somebody else says the sentence about pricing.
noor +12: That is four. Two more and I stop asking.
ibrahim +5: I will do it.
camille +8: And me, from Porto by video if that works.
noor +2: That works. Thank you all, I will send times.

# d24 16:05
sam: The fire drill is {next} at 11:00. When the bell goes: stairs, not the lift, and meet at the blue crane on the quay. Floor wardens are Yara (2) and me (3).
juanpablo +5: Does it count as a release if I leave a deploy running?
tadhg +2: It counts as a release you will be asked about. Please don't start one after 10:45.
sam +1: Listen to Tadhg.

# d23 11:31
yara: Floor 2 was out in three minutes and ten seconds. Nobody took the lift.
sam +2: Floor 3 in three minutes forty. Somebody went back for a sandwich. I saw you, and so did the fire officer.
greta +6: Thank you both. That is a minute better than in spring.

# d21 10:02
kofi: The API v3 reference is public as of this morning. Version 2 keeps answering for a good while, so nothing breaks for clients today. If one of yours asks what changes for them, the short version is:
  ~
  1. an invoice belongs to a site, no longer to a customer
  2. an amount is an object with its currency
  3. sending the same request twice gives the same answer twice
  ~
  Samira wrote the long version and it is very readable: [What changed in version 3](https://docs.pelicanworks.example/api/v3/changes)
samira +8 thread: Thank you. If something in there is unclear, write to me and not to the client. I would rather fix the page than explain it twice.
luciana +5 thread: I read it on the train and understood all of it, which is a first for me and an API page.
samira +2 thread: That goes on the wall.

# d19 14:10
eszter: For the partner evening we look for two people who like to greet guests and don't mind standing for an hour. There is food before and a taxi after.
wanjiru +6: I will do it.
siobhan +11: Me too. Do we wear the blue scarves again?
eszter +3: We found the scarves. All but one.
matteo +4: The last one is on the heron by the stairs. It looks settled there.

# d17 09:25
viktor: The yearly reminder nobody likes: please look at the list of devices in your account settings and sign out what you no longer have. It took me one minute and I found a phone that I sold two years ago.
mateja +9 thread: Three browsers I cannot explain, one tablet that belongs to my sister now. Done.
viktor +1 thread: Thank you for being honest. If something looks odd and not just old, tell me before you sign it out.

# d15 15:40
greta: Read receipts on announcements are here. When I publish something that you must read, I now see who has, and you see a small check. I will not use it for the coffee machine.
seun +4: Does it also tell you how long we looked at it?
greta +1: No, and it should not.

# d12 10:15
andrei: Did anybody take the grey laptop stand from the desk by the printer on floor 3? It has a sticker of a lighthouse.
malakai +12: It was on a free desk, so I used it, sorry. It is back.
andrei +1: No harm done. Thank you.
^ 😄 malakai sam

# d11 12:30
kofi: Demo hour {next}, 16:00 in Heron and by video. On the list so far: the offline list for depots (Malakai), money formatting (Aiko), the new on-call board (Rania). There is room for one more.
xiaowen +7: I can show the berth map with the tide overlay. Five minutes.
kofi +2: Perfect, you go last.

# d10 17:20
kofi: Thank you to the four who showed something today. The recording is in the usual folder. If you only have three minutes, watch Malakai pull the network cable out.
tove +3: I have already sent that minute to two clients.
malakai +2: I hope you mentioned the cable survived.
^ 😄 tove kofi rania xiaowen

# d8 09:40
dev: Heads-up for everyone who travels: a new VPN profile is coming next week. The old one stops working at the start of next month. The setup takes two or three minutes and there will be a page for it, so please don't start before I post it.
rafael +5: Does it still ask for a code twice?
dev +3: Only the first time on a new device.

# d6 09:30
greta: Please welcome three new colleagues: Jonah in Frontend, Bea in Marketing and Pavel in Backend, whose account is still on its way. Jonah and Bea sit on floor 2 by the window this week, so go and say hello.
aiko +2: Welcome, Jonah! Your desk has the good chair.
noor +1: Welcome, Bea!
jonah +6: Thank you all. I have been here for a few days and already know where the cups are.
bea +3: Hello everyone. Happy to be here, and sorry in advance for asking who everybody is.
samira +4: We all did. There is a page with faces and names, and the names are even right: [People](https://wiki.pelicanworks.example/people)

# d4 09:15
dev pinned: The new VPN profile is ready. Install it from **Devices**, sign in with your work email, remove the old one. On a phone, keep the old one until the new one shows a green shield.
omar +4: If it connects but nothing loads, look at your clock first. It was the clock for five of the seven people who tested it.
hugo +15: It was the clock.
lina +22: Done on the laptop and on the phone, four minutes for both.

# d3 10:50
sam: The coffee machine on floor 3 is back from repair. It wants filtered water only, the jug is on the left. Tap water is what broke it.
juanpablo +3: Thank you for your service.
amara +5: Is there a note on it, or do we learn by word of mouth?
sam +2: There is a note. It is large.

# d2 16:30
greta: Open enrolment for the health plan ends in two weeks. The benefits portal has the plans side by side. If you do nothing you keep the plan you have, which is fine for most people.
nikhil +9: Can I still add a family member after that?
greta +4: Only within thirty days of a change at home, a birth or a move for example. Otherwise in a year. Come by if you are unsure.

# d1 11:02
lina: The Marlowe Ferries story is out, and two trade papers have already asked for the pictures. If a journalist calls you directly, please pass them on to me, even if the question is easy.
henrik +6: One did, this morning. I said nothing clever and gave them your number.
lina +1: That is the right amount of clever.

# m128
meiling: Is the machine on 3 broken again, or did it only run out of beans?
rania +3: It blinks red twice, then once.
sam +4: Coffee machine on 3 is alive again
`;
