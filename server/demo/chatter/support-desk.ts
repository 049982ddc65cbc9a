/** Questions from clients and what came of them, each said once. */
export const supportDeskChatter = `
# 9-12
tove: Lighthouse: a driver cannot sign, the screen does not take his finger. He has a plaster on it.
malakai +5: Two taps on the name opens a field for initials. It is hidden too well, I admit.
tove +2: He signed. With a T.

# 10-15
elin: Anchor Print: they deleted a site by mistake. Is it gone?
tomasz +6: Archived, not gone. I can bring it back, with everything in it.
tomasz +7: It is back.
elin +1: They breathe again.

# 11-16
anouk: Marlowe: two invoices have the same date and they think it is one, twice.
oksana +4: Two sites, same day. The number differs in the last digit. I could print the site above it.
anouk +2: Please do, they will not be the last to ask.

# 9-15
siobhan: Union Quay: the export opens with strange signs instead of umlauts.
leila +5: Their spreadsheet wants a mark at the start of the file. I add it if they choose "for spreadsheets".
siobhan +3: There is such a choice?
leila +40: There is now.

# 13-17
yara: Estuary Foods: can a person have two depots? Theirs drives between them.
ibrahim +4: Yes, under People, second tab. The order decides which one opens first.

# 10-16
elin: Pallet & Pine: the scanner says "list is old" although the wifi is good.
malakai +7: Its clock is four minutes late. It asks for a list from the future, so to speak.
elin +3: Set to automatic, solved. They laughed.

# 9-14
tove: Osei: trial account does not get the mail with the link. Not in spam either.
rania +6: Their server refused it three times, "too many from this network". I asked for a fresh try and wrote to their admin.
tove +35: It arrived.

# 14-17
anouk: Norr Line ask how long we keep signatures.
sam +4: Two years, then they are deleted, unless the contract says less.
anouk +1: That is what I thought, but now I may say so.

# 10-15
siobhan: Moss & Mortar: the calendar shows a bank holiday of the wrong country.
emre +5: It follows the language and not the site. That is not right.
emre +66: It follows the site now, from the next release on.

# 9-16
yara: Three clients asked this week how to print the list of a day. I know that we would rather not, but can we?
mateja +4: Yes, the browser prints it well in landscape. I made a picture of the two settings.
yara +2: Sent to all three.

# 11-17
elin: Lighthouse: a gate was renamed and the old name still stands on the labels.
leila +6: Labels are made in the night. If they open the gate and press save once, it is fresh.
elin +9: They did and it is. Could it happen by itself?
leila +3: From {day+4} on.

# 13-16
tove: Sable Harvest: "it is slow". No more words than that.
rania +9: From their address it was slow between nine and ten, and only to one of our two places. Their provider had a bad hour.
tove +2: So I tell them it was their provider?
rania +2: Tell them that we saw it too, and what we saw.

# 9-13
siobhan: Brightwater: a question before they are even a client: may they try with false data?
sam +5: Yes, I give them a tenant which empties itself every night.

# 10-16
anouk: Marlowe: the crew list sorts ä behind z.
ibrahim +4: It sorts by the language of the person who looks. They have Swedish on, where that is right.
anouk +3: They are delighted to be right in one language at least.

# 14-17
yara: One for the evening: Union Quay would like a list of who changed what last week.
tomasz +7: History tab, filter by week, export. The button is grey until they choose a person, which is silly.
aiko +4: I agree, it should say "everybody". Small fix.

# 9-15
elin: Anchor Print: label printer prints each label twice since this morning.
malakai +3: Does it say "sent again" in the app?
elin +4: It does.
malakai +2: The printer answers too late, so the app asks twice. I make it wait longer and will send them the setting.
elin +28: One label each. Thank you.

# 10-14
tove: Estuary Foods: may a driver see only their own orders?
oksana +5: Role *driver* does that. They gave him *foreman*.
tove +1: I will show them the difference.

# 11-16
siobhan: Canal & Crate: the web form says "thank you" and nothing happens.
emre +6: It sent the mail to a mailbox of somebody who left. Now it goes to all of new business.
siobhan +2: Was anything lost?
emre +3: Two, both from last week. I forwarded them.

# 13-17
anouk: Marlowe: on one of the ferries the tablet turns its screen all the time.
aiko +4: It is the sea. I can lock the screen for the check-in page.
anouk +2: Please, they get dizzy.

# 9-16
yara: A thank you that I pass on: the dispatcher of Lighthouse says that we are the only supplier who answers with a time and then keeps it.
mateja +5: Which time was it?
yara +1: "Before lunch". And it was.

# 10-15
elin: Pallet & Pine: they want to turn off the beep.
lucas +3: In the settings of the person, at the very end. I will move it up, it is the most asked for.

# 11-17
tove: Osei: their pallets have two codes, an old and a new one, and the scanner takes the one it sees first.
malakai +6: I can prefer the longer one. Is theirs the longer one?
tove +9: It is.
malakai +30: On staging for them to try.

# 9-14
siobhan: Union Quay: password mail in the wrong language.
leila +4: It takes the language of the person who invited them. It should be the one of the invited.
leila +52: Changed.

# 13-16
anouk: Norr Line: how many sites can one account have, really?
tomasz +5: We tested with 500. The largest today has 61.
anouk +1: They have 9, so they will feel small and safe.
`;
