export const partnerPortalTalk = `
# d29 13:40
aiko: What goes into the portal until the end of the year, agreed with Yara this morning: empty states, the new booking dialog, money in one place, and a keyboard map. What does not: themes for partners.
yara +4: Two partners will ask about themes. I tell them "not this year", which they like more than "soon".
zofia +3: Empty states are drawn for orders, invoices, sites and people. Words are from Noor.

# d25 16:02
siobhan: A partner asked whether they can have two addresses for invoices, one per site. They type the second one into the remarks today.
oksana +4: With the new site field that is possible. Address per site, falling back to the customer.
emre +3: On the screen it is a small thing if the API has it.
oksana +170: The API has it on staging.

# d20 11:35
mateja: I tested with a partner of 2,400 orders, a real size and not ours. The list is fine. Export to CSV takes 19 seconds and shows nothing in between.
amara +3: It should show that it works. And in the background, with a message when it is done.
tomasz +6: I can give you a job with progress. Same as for reports.
amara +2: Then I need half a day.

# d16 14:50
xiaowen: The map in the portal shows sites at the coast a bit in the water. It is the rounding of the coordinates to two digits in the import.
thandiwe +4: That is mine. Two digits looked like enough when all the sites were inland.
thandiwe +65: Five digits from tonight's import on. All sites are dry.

# d12 10:20
zofia: The new booking dialog is on staging, behind the switch *booking-2*. Please book something as if you were in a hurry.
yara +14: Booked three. The hour jumps back to 08:00 when I change the day.
amara +3: It should keep it. Fixing.
siobhan +6: I changed my mind twice and it did not mind. That is a real compliment.
amara +38: The hour stays now.

# d9 12:15
siobhan: For the record from this morning: one partner saw an empty list, wrote to us at 11:02, had an answer at 11:05 and the list at 11:10. They wrote back "that was quick".
emre +3: I am still sorry.
siobhan +1: You were quick.

# d5 15:22
lucas: The portal is used on a phone far more than we thought: 31 % of all bookings in the evening. Somebody stands at a gate and not at a desk.
aiko +3: Then the phone comes first for the booking dialog. Zofia?
zofia +2: It already does, I drew it at 390 wide. I had a feeling.

# d2 11:12
mateja: Round on staging before the next release: 41 checks, 39 fine. The two: focus is lost after closing the filter menu, and the date picker opens behind the dialog.
emre +4: The picker is mine. It is one line and a test.
amara +2: Filter menu is mine.
mateja +95: Both are fixed, checked again. 41 of 41.

# d1 14:20
oksana: Numbers of invoices can have a prefix per site from next week. The portal shows whatever we send, so there is nothing to do for you. I only did not want you to be surprised.
emre +3: I was surprised last time, so thank you.
`;
