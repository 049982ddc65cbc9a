/** Inside the departments, in the channels that follow them. */
export const teamTalk: Record<string, string> = {
  "bd-team": `
# d20 09:05
ruth: Who is where this week: Camille in Porto, Rafael at Brightwater on {day+2}, Anouk on the boat. The rest of us keep the phones.
camille +4: Back on {day+3}, with pastries.
^ ❤️ elin tove sunil

# d12 16:45
marisol pinned: Please put your travel into the shared calendar *before* you book it. I found out from a taxi driver where Farid was.
farid +3 thread: It was a very nice taxi driver.
marisol +2 thread: He was. Calendar, please.
farid +1 thread: Done, until the end of the quarter.
^ 👍 marisol ruth

# d4 10:10
yara: Customer success needs one hand on {day+1} morning, two clients start on the same day. @Henrik Aas, would that be something for you?
henrik +6: With pleasure. I bring the long cable.
`,
  "frontend-team": `
# d18 10:00
aiko pinned: Our week in one place: review before ten, build until four, nobody starts a meeting after that. If you need quiet, say so here and it is yours.
^ 👍 lucas amara chloe bjork mateja

# d9 14:20
chloe: Which of you still uses the old grid? I would like to take it out on {day+3}.
emre +7 thread: The PDF preview. Of course.
xiaowen +3 thread: Not me any more.
emre +41 thread: Nor me. It was two lines.
chloe +2 thread: Then it goes. Thank you!
^ 🎉 emre amara

# d3 09:40
jonah: My first week alone with the keyboard map is over. @Lucas Ferreira, may I have half an hour of your eyes {next}?
lucas +5: You may have a whole one.
`,
  "backend-team": `
# d19 09:30
kofi pinned: Reviews: small ones the same day, large ones with an appointment. Nobody waits for a review over a weekend, so please don't open a large one on a Friday.
^ 👍 tomasz priya oksana leila thandiwe

# d10 11:15
andrei: The big vacuum of the orders table runs {next} at 05:00. I sit next to it, there is nothing for anybody to do.
priya +4 thread: Will search notice?
andrei +3 thread: Not if I did my homework. Lag stays under a second.
andrei +1130 thread: It did: 400 ms at the worst, 22 minutes in all.
^ 🙏 priya kofi

# d4 15:50
tomasz: I need a second pair of eyes on the retry plan before {day+2}, from somebody who has not read the board. @Ibrahim Sesay?
ibrahim +8: Happy to. I will ask stupid questions.
tomasz +1: That is what I need.
`,
  "devops-team": `
# d16 09:20
dev pinned: Pager of the month: Sam this week, Mei-Ling next, then Rania. Swaps are fine, as long as the board says so *before* the pager does.
^ 👍 sam meiling rania

# d8 17:05
sam: I would like to try the new gateway config on one edge first. Any reason against {day+1}?
omar +4 thread: None from the network. Take the second edge, it has less to lose.
viktor +6 thread: Please keep the old certificate there until it has run a night.
sam +2 thread: Second edge, old certificate, one night. Thank you.

# d3 11:30
tadhg: The release train has a page with its own timetable now, @Dev Raghunathan asked for it in spring.
dev +5: In spring! It was worth the wait.
^ 😄 tadhg meiling
`,
  "marketing-team": `
# d17 10:45
hanne pinned: The first draft may be bad, and that is fine. The second reader is kind and quick. That is the whole process.
^ ❤️ noor bea saskia theo lina

# d11 13:10
saskia: Three covers for the winter campaign. One is warm, one is brave, one is what the client expects.
noor +4 thread: The brave one!
theo +2 thread: The warm one, my pictures look better on it.
hanne +11 thread: The brave one with Theo's warm light. Sorry, Saskia.
saskia +3 thread: I was hoping that somebody would say that.
^ 🎉 noor theo

# d2 15:15
lina: The trade press asks for a quote on winter readiness, two sentences. @Bea Santoro, would you try a first version?
bea +24: It is in the folder. Both sentences have a verb.
lina +3: And both survive. Sent.
^ 👏 bea hanne
`,
};
