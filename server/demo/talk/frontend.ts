export const frontendTalk = `
# d30 11:05
aiko: I would like to end the quarter with one way to show money. At the moment we have five, and two of them round. List of places: [money in the portal](https://wiki.pelicanworks.example/frontend/money)
emre +6: Six. The PDF preview has its own, I wrote it, I am sorry.
aiko +2: Added with your name and a small heart.
xiaowen +4: The map tooltips round to whole euros on purpose. Please keep that one as an option.
aiko +2: Good to know. An option called what it is, not a second function.

# d28 15:34
bjork: I tried to book a slot in the portal with the keyboard only. It works until the calendar opens, then the focus is on the page behind and stays there.
amara +3: Ouch. Is that everywhere or only in the booking dialog?
bjork +5: Every place where a popover opens out of a dialog. I count four.
chloe +4: Then it belongs in the kit and not in four places. I will take it, I know where the trap is set.
bjork +1: Thank you. I will write the test first so that we see it fail.
chloe +190: Fixed in the kit. The test fails on the old version and passes on the new one.
bjork +8: And I can book a slot. Lovely.

# d26 10:18
malakai: The offline list is on staging. Airplane mode, scan ten things, airplane mode off: all ten arrive once, in order. If you find a way to get eleven, you get a drink of your choice.
lucas +22: Does a double scan count?
malakai +1: If it arrives twice.
lucas +4: Then I get a drink. Scan, kill the app within a second, open it, scan the same label again.
malakai +2: Beautiful. Thank you. I will store the scan before the beep and not after.
mateja +6: May I have that as a test please, before anybody sees it in a depot?

# d25 16:40
chloe: Design tokens 4.2 are published. New: \`--space-5\`, a darker border for controls in the light theme, and the focus ring is now 2 px everywhere. Nothing is renamed.
zofia +7 thread: The ring looks great on the dark theme. On the light one it disappears on the teal button.
chloe +5 thread: You are right, offset was 1 instead of 2. Fixed in 4.2.1.

# d23 09:55
nikhil: Question about conventions: a component that fetches its own data, in the kit or next to the screen?
aiko +5: Next to the screen, always. Rule of thumb: if it knows the word *invoice*, it is not in the kit.
nikhil +1: That is easy to remember.
emre +4: What about the word *money*?
aiko +2: Money may live in the kit. An invoice may not.

# d20 14:12
xiaowen: The berth map is down from 1.9 s to 0.6 s until you can click it. What helped, in order:
  ~
  1. draw quays as one path and not as 400
  2. load the tide only when somebody turns it on
  3. no shadow under the ships
malakai +3 thread: The shadow under the ships was mine.
xiaowen +1 thread: It was a beautiful shadow.
zofia +6 thread: Can we keep it for the one ship that is selected?
xiaowen +4 thread: One is free. Done.

# d17 11:47
mateja: The end-to-end suite is at 19 minutes. It was 12 in spring. I would like to delete 31 tests which check the same login, and split the rest over two machines.
aiko +3: Yes to both. Which one is the flakiest?
mateja +2: \`invoice-pdf.spec\`, four of forty. It waits for a font.
emre +5: The PDF again. I will make it wait for the font properly.

# d14 10:30
amara: The partner portal looks broken with a very long depot name. A client has one that is 84 characters and no space, it is a code with a place in it. I put it into the fixtures so we all suffer together.
  ~
  LOGISTICSPARKNORDWESTFALENHAFENBECKENFUENFTORELFBISZWOELFUMSCHLAGHALLESIEBENEINGANGB
chloe +4: \`overflow-wrap: anywhere\` in cells, and ellipsis with a title in the switcher. I can do the cells.
zofia +3: For the switcher: cut in the middle. The beginning and the end are the parts people recognise.
amara +1: Cut in the middle it is.

# d12 15:26
lucas: My first five weeks in one sentence: the setup page is good until step 8, then the browser download times out. I had that on day 2 and again on the new laptop.
mateja +3: That is the mirror in the office network. I will pin the browser in the image so that nobody downloads it.
lucas +1: Then the page can lose a step.

# d9 13:20
emre: About this morning's rollback of the portal. The condition was: partner with sites, all archived. I never had such a partner in the fixtures. Now we have two.
xiaowen +9 deleted: wrong channel, sorry
aiko +2: Thank you for writing it down plainly. Six minutes from the first complaint to the old list is good.

# d7 16:10
aiko: Jonah, when you look for something small to start with: the keyboard map for the portal. Dispatchers never touch the mouse. Björk knows what they ask for.
bjork +3: I have a list from two dispatchers with eleven keys, and nine of them we can do.
lucas +4: I will be your second pair of eyes for the first reviews.

# d6 14:02
jonah: My first pull request is up. It is one key and forty lines of test. I hope that is the right ratio.
lucas +6: It is a very good ratio. Two small remarks, then it goes in.
jonah +18: Both done.
aiko +5: Merged. That was your fourth day, well done.

# d4 11:33
bjork: Screen reader round on the order list, with one of our clients who uses one every day. Three findings: the sort order is not said, the badge says "3" without saying three of what, and the row menu has eleven unnamed buttons.
amara +4: The eleven buttons are mine. Names {next}.
zofia +6: For the badge: "3 new orders", hidden for the eye, there for the ear.
bjork +2: Exactly that.

# d2 10:44
noor: The invoice mail on dark shows a white box around the logo. Is that you or is that the mail program?
emre +5: Us. The logo is a picture with a white ground. I have a transparent one on the branch with the dark theme pass.
noor +1: Lovely. It goes to 3,000 people next week, so I ask nicely and early.

# d1 08:41
mateja: Bea from Marketing found a good one: open an invoice in English, switch to German, and the total loses a cent. Steps and a picture are in B-318.
aiko +6: That is ours and it is the same thing again: we round once for the net and once for the tax. It is what the pull request *Format money once, at the edge* is for.
emre +3: Was it there before 3.12?
mateja +4: No. First seen the day before yesterday, three customers.
aiko +3: Then I know which commit. I take it, S2.
`;
