export const kestrelRailTalk = `
# d28 10:20
marisol: A room for Kestrel. Eleven yards, one pilot, Dock 4 first. Their yard lead decides together with the union representative, and both will be in the first meeting.
rafael +4: Good. I prefer to hear the hard questions in the first meeting.
ruth +3: Goal in one line: fewer minutes from arrival to slot, fewer phone calls. We measure for two weeks before we touch anything.

# d25 14:40
thandiwe: Their arrival data comes as a file every 15 minutes, over an upload from the nineties. I can read it, but "every 15 minutes" is also the best that our numbers can be.
rafael +3: Would they give us something more direct?
thandiwe +2: For a pilot, no, for eleven yards, yes. I asked and their person laughed kindly.

# d21 09:38
omar: The wifi at Dock 4, walked with a meter: good at the gate, fair at the ramp, nothing between racks 4 and 9. That is steel and not distance, a second access point will not change it.
lucas +5: Then the pilot lives from the offline list. Malakai will be thrilled, and a bit nervous.
omar +2: I can put one access point at each end of the aisle, so that it sends when they walk out.
ruth +1: Please do that.

# d17 15:55
luciana: Two weeks measured without us: 31 minutes from arrival to slot, 64 calls a day about slots. Those are the numbers to beat.
marisol +3: Are they the ones who measured it?
luciana +1: Yes, with their own clock, on paper.
marisol +1: Perfect, then nobody argues later.

# d14 11:30
rafael: Scanners are at the dock. Twelve, two spare. The foremen want a paper copy of the list anyway, for the first days. I would give it to them.
ruth +4: Of course. Nobody gives up a paper list because a guest says so.

# d12 08:55
lucas: Live at Dock 4 since 06:00. 212 scans, two that came late because of the aisle, none lost.
kofi +6: None lost is the sentence that I like. Thank you for getting up.
lucas +2: The ramp at sunrise was worth it.

# d9 16:30
marisol: Intro with the two people above our contact went fine. They asked about price per yard, I said after four weeks.
ines +3: I prepare a pilot agreement that turns into a contract by itself if both say yes. Short, four pages.

# d8 15:02
ruth: Risk board, the three that got the most votes: the night shift never got the training, two people share one login, the aisle. For each of them we need a name.
luciana +3: Night shift is mine. I will go there on {day+1}, from 22:00.
lucas +2: The shared login is two people who share one scanner. I can make switching take two taps.
omar +1: And the aisle is mine.

# d6 09:20
luciana: Back from the night shift. They are quick, they had simply never been shown. Three wishes: bigger type, less beep, and a way to say "truck is here but the driver is asleep".
rafael +4: The last one is real. It happens twice a night.
lucas +3: A status *waiting, driver resting*. I like how polite that is.

# d4 14:15
thandiwe: They opened a direct connection for Dock 4 after all. Arrivals come within ten seconds now. Their person said it was easier than he had thought.
marisol +2: That is trust. Please thank him from me, by name.

# d2 16:12
ruth: Second week, from their clock: 19 minutes, 43 calls a day. The first site visit with the decision makers would be this week or next.
marisol +3: Then next week, and let them pick the hour. A yard looks different at ten than at two.

# d1 15:40
ines: Agreement version 2 is with their lawyer. Open: who owns the data if they stop. I wrote: they do, and we hand it over within thirty days in a format they can read.
kofi +4: We can do it in three days. Leave thirty.
`;
