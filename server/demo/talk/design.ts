export const designTalk = `
# d29 11:10
zofia: This channel is for things that are not finished. If you wait until it is nice, it is too late for us to help. I start: four sketches for the empty states in the portal, all of them a bit sad.
saskia +5: The third one with the crate is not sad, it is waiting. I like that.
xiaowen +3: Could it say what to do next, rather than that nothing is there?
zofia +2: Yes. "No orders yet" plus one button, never two.

# d24 15:20
chloe: A question of taste with a number behind it. Our muted text on the raised surface is 4.3 to 1. It needs 4.5. I can make it a touch darker, or the surface a touch lighter. Which?
bjork +3: Darker text. Surfaces are shared by everything.
saskia +4: Darker text, and a little less blue please, it looks cold next to the sand.
chloe +12: 4.7 now, and warmer. Side by side on the branch preview.

# d19 10:05
theo: For the portraits I would love one background colour that works on both themes. My favourite is the wet sand.
saskia +2: Wet sand it is, it is a real token and I can stop arguing about it.
noor +6: With or without a shadow on the wall?
theo +1: A small one. Without it people look cut out.

# d15 14:35
zofia: Booking dialog, third try. Left: what the dispatchers asked for. Right: what they use when you watch them. They are not the same picture.
% booking-asked.png booking-used.png
aiko +5: What is the largest difference?
zofia +3: They ask for all gates at once. They use one gate, the one they had yesterday, ninety times out of a hundred.
aiko +2: Then remember the gate of yesterday and put the others one step away.
amara +4: Cheap to build too. It is one value in the browser.

# d11 11:25
bjork: Small rule that I would like to have: no meaning by colour alone. Priority has an icon, status has a ring, presence has a shape. When you review, print it in grey and look whether you still understand it.
chloe +3: I made a grey switch in the kit page, so that nobody has to print.
bjork +1: Even better.

# d5 16:14
jonah: Could I show something very early? Keys for the portal, how to make them visible: a small letter in the button, or a sheet when you hold the question mark.
zofia +4: Both, the letter only after they used the sheet once. Otherwise it is noise for those who never will.
bjork +2: And please no single letters while a field has the focus.
jonah +3: That was on my list of traps. Thank you.

# d2 15:31
saskia: Depot kit, last look before print: tape measure, card, sticker for the scanner. The sticker has to survive rain, diesel and gloves, so it is larger than I would like.
xiaowen +4: Larger is good. The depot at night has one lamp.
aiko +6: The card is lovely. May I have one even though I measure nothing?
saskia +1: You may have two.
`;
